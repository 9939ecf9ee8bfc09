/** Platforms that host applications and databases: rows of data. */

import type { Program } from '../../calls/form.ts'
import { handlersOf } from '../../calls/interpret.ts'
import { options } from '../../calls/options.ts'
import { isSecretVariable } from '../../places/secret-names.ts'
import { type Call, find, fork, type Handler } from '../../values/analysis.ts'
import { HOLE, nothing, type Stream, taint } from '../../values/value.ts'

const tables: Readonly<Record<string, Program>> = {
  heroku: {
    valued: 'a app r remote',
    rows: [
      ['apps:destroy|destroy|apps:delete', 'cloud.destroy'],
      ['pg:reset|pg:killall', 'database.destroy'],
      ['addons:destroy', 'cloud.destroy'],
      ['config !--help', 'secrets.print-token'],
      ['config:edit', 'secrets.print-token'],
      ['auth:token|authorizations:create', 'secrets.print-token'],
      ['ps:scale =\u003d0', 'cloud.destroy'],
      ['pipelines:destroy|domains:clear|config:unset', 'cloud.destroy'],
    ],
  },
  'fly flyctl': {
    valued: 'a app c config',
    rows: [
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
      ['remove|rm', 'cloud.destroy'],
      ['project|projects rm|remove', 'cloud.destroy'],
      ['env rm|remove', 'cloud.destroy'],
      ['env pull', 'secrets.print-token'],
      ['domains|dns|alias|blob|teams rm|remove|del', 'cloud.destroy'],
    ],
  },
  'netlify ntl': {
    rows: [
      ['sites:delete', 'cloud.destroy'],
      ['env:unset', 'cloud.destroy'],
      ['env:list --plain|--json', 'secrets.print-token'],
    ],
  },
  railway: {
    rows: [
      ['delete|down', 'cloud.destroy'],
      ['volume delete', 'cloud.storage-destroy'],
      ['environment delete', 'cloud.destroy'],
      ['variables', 'secrets.print-token'],
    ],
  },
  render: { rows: [['services|service delete', 'cloud.destroy']] },
  wrangler: {
    valued: 'c config e env',
    rows: [
      ['delete', 'cloud.destroy'],
      ['d1 delete', 'database.destroy'],
      ['d1 execute =drop+table|delete+from|truncate', 'database.destroy'],
      ['kv:namespace|kv:key|kv:bulk delete', 'cloud.storage-destroy'],
      ['kv namespace|key|bulk delete', 'cloud.storage-destroy'],
      ['r2 bucket|object delete', 'cloud.storage-destroy'],
      ['queues|pages|secret|workflows|hyperdrive|vectorize ... delete', 'cloud.destroy'],
    ],
  },
  supabase: {
    rows: [
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
    rows: [
      ['projects|branches|databases|roles delete', 'database.destroy'],
      ['connection-string|cs', 'secrets.print-token', 'ordinary'],
    ],
  },
  pscale: { rows: [['database|db|branch|password delete', 'database.destroy']] },
  turso: { rows: [['db|group destroy', 'database.destroy']] },
  dokku: {
    rows: [
      ['*:destroy|*:remove|*:clean|*:unset', 'cloud.destroy'],
      ['config:show|config:export|config', 'secrets.print-token'],
    ],
  },
  kamal: {
    valued: 'd destination c config-file',
    rows: [
      ['remove|prune', 'cloud.destroy'],
      ['app|accessory|proxy|server remove', 'cloud.destroy'],
      ['secrets print|fetch', 'secrets.print-token'],
    ],
  },
  cf: {
    rows: [
      ['delete|delete-*|d|purge-*|unshare-*', 'cloud.destroy'],
      ['env|e|service-key|oauth-token', 'secrets.print-token'],
    ],
  },
  'databricks astro render porter okteto sentry-cli algolia stripe twilio auth0 circleci contentful sanity shopify ghost convex appwrite':
    {
      rows: [
        ['... delete|destroy|purge|remove|rm|terminate|clear', 'cloud.destroy'],
        ['... *:delete|*:destroy|*:remove|*:purge|*:clear', 'cloud.destroy'],
      ],
    },
  'atlas confluent ccloud aiven avn temporal tctl': {
    rows: [['... delete|destroy|terminate|rm|purge|drop', 'database.destroy']],
  },
}

const rows = handlersOf(tables)

/** `config:get NAME`: a setting, or a secret by its name. */
function named(call: Call): undefined {
  const [verb, ...names] = options(call.args, 'a app r remote s scope context').positional
  if (
    /^(?:config|env):get$/.test(verb?.text ?? '') &&
    names.some(name => isSecretVariable(name.text) || name.text.includes(HOLE))
  )
    find(call, 'secrets.print-token')
  return undefined
}

/** A command that runs on the platform, or here with the platform's secrets. */
function runs(call: Call): Stream | undefined {
  const given = options(call.args, 'a app r remote s service e environment p project C command c size t type i index role reason')
  const inline = given.values.get('C') ?? given.values.get('command') ?? given.values.get('c')
  const verbs = given.positional.map(word => word.text)
  const at = verbs.findIndex(verb => /^(?:run|exec|console|ssh|run:detached|run:inside)$/.test(verb))
  if (at < 0) return undefined
  const here = call.program === 'railway'
  const env = fork(call.env, here ? {} : { cwd: undefined, remote: true })
  if (inline !== undefined) return outputOf(call.analysis.script(inline.text, env, nothing))
  const words = given.positional.slice(at + 1)
  return words.length === 0 || verbs[at] === 'console' ? undefined : outputOf(call.analysis.words(words, env, nothing))
}

/** What it prints matters only when it is the environment or a secret; the rows still have their say. */
function outputOf(out: Stream): Stream | undefined {
  return (out.taint & (taint.environment | taint.secret)) === 0 ? undefined : out
}

const remote: Readonly<Record<string, Handler>> = {
  heroku: call => named(call) ?? runs(call),
  netlify: named,
  ntl: named,
  fly: runs,
  flyctl: runs,
  railway: runs,
  kamal: runs,
  dokku: runs,
}

export const hosting: Readonly<Record<string, Handler>> = {
  ...rows,
  ...Object.fromEntries(
    Object.entries(remote).map(([name, handler]): [string, Handler] => [name, call => handler(call) ?? rows[name]?.(call)]),
  ),
}
