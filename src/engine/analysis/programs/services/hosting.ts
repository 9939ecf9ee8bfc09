/** Platforms that host applications and databases: rows of data. */

import type { Program } from '../../calls/form.ts'
import { handlersOf } from '../../calls/interpret.ts'
import type { Options } from '../../calls/options.ts'
import { isSecretVariable } from '../../places/secret-names.ts'
import { type Call, find, type Handler } from '../../values/analysis.ts'
import { HOLE } from '../../values/value.ts'

const tables: Readonly<Record<string, Program>> = {
  heroku: {
    valued: 'a app r remote',
    also: named,
    rows: [
      ['run|run:detached|run:inside|ps:exec', { valued: 's size e env type dyno d', operands: 'elsewhere' }],
      ['apps:destroy|destroy|apps:delete', 'cloud.destroy'],
      ['pg:reset|pg:killall', 'database.destroy'],
      ['addons:destroy', 'cloud.destroy'],
      ['config !--help', 'secrets.print-token'],
      ['config:edit', 'secrets.print-token'],
      ['auth:token|authorizations:create', 'secrets.print-token'],
      ['ps:scale ==0', 'cloud.destroy'],
      ['pipelines:destroy|domains:clear|config:unset', 'cloud.destroy'],
    ],
  },
  'fly flyctl': {
    valued: 'a app c config t target',
    remote: true,
    rows: [
      ['ssh console', { runs: 'C command', valued: 's select r region u user machine' }],
      ['machine|machines|m run', { valued: 'r region n name e env p port v volume', operands: 'valued elsewhere' }],
      // Concourse's program has the same name.
      ['destroy-pipeline|destroy-team|delete-target|prune-worker', 'cloud.destroy'],
      ['apps|app destroy|delete', 'cloud.destroy'],
      ['destroy', 'cloud.destroy'],
      ['machine|machines|m destroy|remove|rm', 'cloud.destroy'],
      ['volumes|volume|vol delete|destroy', 'cloud.storage-destroy'],
      ['postgres|pg|mpg destroy', 'database.destroy'],
      ['auth token', 'secrets.print-token'],
      ['tokens create', 'secrets.print-token'],
      ['secrets unset', 'cloud.destroy'],
      ['scale count 0', 'cloud.destroy'],
    ],
  },
  'vercel vc now': {
    valued: 't token S scope A local-config',
    rows: [
      ['deploy', { operands: 'sends' }],
      ['remove|rm', 'cloud.destroy'],
      ['project|projects rm|remove', 'cloud.destroy'],
      ['env rm|remove', 'cloud.destroy'],
      ['env pull', 'secrets.print-token'],
      ['domains|dns|alias|blob|teams rm|remove|del', 'cloud.destroy'],
    ],
  },
  'netlify ntl': {
    also: named,
    rows: [
      ['api delete*', 'cloud.destroy'],
      ['sites:delete', 'cloud.destroy'],
      ['env:unset', 'cloud.destroy'],
      ['env:list --plain|--json', 'secrets.print-token'],
    ],
  },
  railway: {
    valued: 's service e environment p project',
    rows: [
      ['run', { operands: 'command' }],
      ['ssh', { operands: '-- elsewhere' }],
      ['delete|down', 'cloud.destroy'],
      ['volume delete', 'cloud.storage-destroy'],
      ['environment delete', 'cloud.destroy'],
      ['variables !--set|--set-from-stdin', 'secrets.print-token'],
    ],
  },
  surge: { sends: 'p project', valued: 'd domain', operands: 'sends valued', rows: [['teardown', 'cloud.destroy']] },
  render: { rows: [['services|service delete', 'cloud.destroy']] },
  wrangler: {
    valued: 'c config e env',
    rows: [
      ['delete', 'cloud.destroy'],
      ['pages deploy|publish', { operands: 'sends' }],
      ['d1 delete', 'database.destroy'],
      ['d1 execute =drop+table|delete+from|truncate', 'database.destroy'],
      ['kv:namespace|kv:key|kv:bulk delete', 'cloud.storage-destroy'],
      ['kv namespace|key|bulk delete', 'cloud.storage-destroy'],
      ['r2 bucket|object delete', 'cloud.storage-destroy'],
      ['queues|pages|secret|dns-records|workflows|hyperdrive|vectorize ... delete', 'cloud.destroy'],
    ],
  },
  supabase: {
    valued: 'project-ref workdir profile network-id dns-resolver o output',
    rows: [
      ['migration down|repair', 'database.migrate-reset'],
      ['stop --no-backup|--all', 'database.destroy'],
      ['backups restore', 'database.mass-change'],
      ['db dump', { prints: 'system' }],
      ['gen bearer-jwt|signing-key', 'secrets.print-token'],
      ['encryption update-root-key', 'cloud.access-change'],
      ['network-restrictions|network-bans|ssl-enforcement|postgres-config update|remove|delete', 'cloud.access-change'],
      ['sso|domains|vanity-subdomains remove|delete', 'cloud.destroy'],
      ['db reset', 'database.migrate-reset'],
      ['projects|branches|functions|secrets delete|unset', 'cloud.destroy'],
      ['projects api-keys', 'secrets.print-token'],
      ['storage rm', 'cloud.storage-destroy'],
    ],
  },
  firebase: {
    valued: 'P project',
    rows: [
      ['firestore:delete|database:remove|database:set', 'database.destroy'],
      ['functions:delete|hosting:disable|apps:delete|projects:delete', 'cloud.destroy'],
      ['login:ci', 'secrets.print-token'],
      ['functions:secrets:access', 'secrets.print-token'],
      ['functions:secrets:destroy', 'cloud.destroy'],
    ],
  },
  'neonctl neon': {
    valued: 'project-id org-id api-key context-file output o',
    rows: [
      ['projects|branches|databases|roles delete', 'database.destroy'],
      ['branches reset|restore', 'database.destroy'],
      ['connection-string|cs', 'secrets.print-token', 'ordinary'],
    ],
  },
  upstash: {
    rows: [['redis|vector|search|kafka|qstash|team ... delete|delete-*|reset-password|remove-member', 'database.destroy']],
  },
  convex: {
    rows: [
      ['import --replace-all|--replace', 'database.destroy'],
      ['... remove|delete|destroy|purge|unset', 'cloud.destroy'],
      ['env list|get', 'secrets.print-token'],
      ['data', { prints: 'system' }],
    ],
  },
  pscale: {
    valued: 'org api-token service-token service-token-id f format api-url config',
    rows: [
      ['database|db|branch|password|backup|keyspace delete|rm', 'database.destroy'],
      ['database|db restore-dump|restore', 'database.mass-change'],
      ['database|db dump', { prints: 'system' }],
      ['password|service-token create', 'secrets.print-token'],
      ['service-token add-access|delete|delete-access', 'cloud.access-change'],
      ['deploy-request|dr deploy|revert', 'cloud.irreversible'],
    ],
  },
  turso: {
    rows: [
      ['db|group destroy|delete', 'database.destroy'],
      ['db shell ... .dump', { prints: 'system' }],
      ['db|group tokens create', 'secrets.print-token'],
      ['db|group tokens invalidate', 'cloud.access-change'],
      ['auth token', 'secrets.print-token'],
      ['auth api-tokens mint|create', 'secrets.print-token'],
      ['auth api-tokens revoke', 'cloud.access-change'],
      ['org members|invites add|rm|remove|create', 'cloud.access-change'],
      ['org destroy', 'cloud.destroy'],
    ],
  },
  dokku: {
    rows: [
      ['run|run:detached|enter', { operands: 'valued elsewhere' }],
      ['*:destroy|*:remove|*:clean|*:unset', 'cloud.destroy'],
      ['config:show|config:export|config', 'secrets.print-token'],
    ],
  },
  kamal: {
    valued: 'd destination c config-file r role h hosts',
    rows: [
      ['app|server exec', { operands: 'elsewhere' }],
      ['accessory exec', { operands: 'valued elsewhere' }],
      ['remove|prune', 'cloud.destroy'],
      ['app|accessory|proxy|server remove', 'cloud.destroy'],
      ['secrets print|fetch', 'secrets.print-token'],
    ],
  },
  cf: {
    remote: true,
    rows: [
      ['ssh|run-task', { runs: 'c command', valued: 'i app-instance-index name process m k' }],
      ['delete|delete-*|d|purge-*|unshare-*', 'cloud.destroy'],
      ['env|e|service-key|oauth-token', 'secrets.print-token'],
    ],
  },
  'databricks astro render porter okteto sentry-cli algolia stripe twilio auth0 circleci contentful sanity shopify ghost appwrite':
    {
      rows: [
        ['... delete|destroy|purge|remove|rm|terminate|clear|cancel|roll|permanent-delete|remove-secret', 'cloud.destroy'],
        ['... *:delete|*:destroy|*:remove|*:purge|*:clear', 'cloud.destroy'],
      ],
    },
  'atlas confluent ccloud aiven avn temporal tctl': {
    rows: [['... delete|destroy|terminate|rm|purge|drop', 'database.destroy']],
  },
}

/** `config:get NAME`: a setting, or a secret by its name. */
function named(call: Call, { positional: [verb, ...names] }: Options): undefined {
  if (
    /^(?:config|env):get$/.test(verb?.text ?? '') &&
    names.some(name => isSecretVariable(name.text) || name.text.includes(HOLE))
  )
    find(call, 'secrets.print-token')
}

export const hosting: Readonly<Record<string, Handler>> = handlersOf(tables)
