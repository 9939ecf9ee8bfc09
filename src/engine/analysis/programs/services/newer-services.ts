/** Platforms and services with a command line of their own: each word of it that ends, pays, opens or shows something. Rows of data. */

import type { Program } from '../../calls/form.ts'
import { handlersOf } from '../../calls/interpret.ts'
import { type Call, type Handler, wrapped } from '../../values/analysis.ts'
import { literal, type Stream } from '../../values/value.ts'

const gone = 'cloud.destroy'
const stored = 'cloud.storage-destroy'
const access = 'cloud.access-change'
const token = 'secrets.print-token'
const final = 'cloud.irreversible'
const infra = 'infrastructure.destroy'

const tables: Readonly<Record<string, Program>> = {
  'fly flyctl': {
    valued: 'a app c config t access-token o org r region n name',
    rows: [
      ['redis|ext|extensions|mongodb|tigris|upstash|mysql|sentry|kubernetes|orgs|org ... destroy|delete', gone],
      ['storage destroy|delete', stored],
      ['volumes|volume|vol snapshots delete', stored],
      ['ips release', gone],
      ['certs remove|delete', gone],
      ['orgs|org remove|invite', access],
      ['tokens revoke', access],
      ['scale count *=0', gone],
      ['suspend', gone],
      ['apps suspend', gone],
      ['wireguard remove|reset|create', access],
    ],
  },
  railway: {
    valued: 's service e environment p project',
    rows: [
      ['service|project|bucket|function|functions delete|rm|remove', gone],
      ['domain delete|remove', gone],
      ['deployment remove|stop', gone],
      ['variable|variables delete', gone],
      ['variable list', token],
    ],
  },
  render: {
    valued: 'o output',
    rows: [
      ['... delete|remove|suspend --confirm', gone],
      ['ssh', { operands: 'valued elsewhere' }],
      ['env-vars|env list|get', token],
    ],
  },
  'vercel vc now': {
    valued: 't token S scope A local-config',
    rows: [
      [
        'certs|integration|redirects|edge-config|env|webhooks|cache|crons|firewall|microfrontends ... rm|remove|delete|del|purge',
        gone,
      ],
      ['env ls|list --json', token],
      ['blob store remove|rm|delete', stored],
      ['rollback', final],
      ['promote', final],
      ['domains transfer-in|buy|move', final],
      ['buy', final],
    ],
  },
  'netlify ntl': {
    valued: 's site auth filter d dir p',
    rows: [
      ['blobs:delete', stored],
      ['env:clone', access],
      ['db|database delete|drop|reset', 'database.destroy'],
      ['sites:delete', gone],
      ['deploy', { sends: 'd dir functions' }],
    ],
  },
  wrangler: {
    valued: 'c config e env cwd env-file',
    rows: [
      [
        'dispatch-namespace|containers|versions|cert|mtls-certificate|pipelines|ai-search|secrets-store|vpc|turnstile|kv|d1|workers|triggers|worker-loader ... delete|remove|purge',
        gone,
      ],
      ['r2 ... remove|disable|delete', stored],
      ['queues purge', 'database.destroy'],
      ['queues consumer|subscription remove|delete', gone],
      ['workflows|workflow ... terminate|delete', gone],
      ['rollback', final],
      ['versions rollback', final],
      ['d1 time-travel restore', 'database.mass-change'],
      ['d1 execute --remote --file', 'database.mass-change', 'ordinary'],
      ['d1 export --remote', { prints: 'system', writes: 'output' }],
      ['tail', { prints: 'system' }],
      ['r2 bucket dev-url|domain enable|add', access],
    ],
  },
  talosctl: {
    valued: 'n nodes e endpoints talosconfig context cluster',
    rows: [
      ['wipe disk', 'disk.wipe'],
      ['reset', infra],
      ['upgrade|upgrade-k8s|apply-config|apply|patch|edit', 'infrastructure.apply-unattended'],
      ['shutdown|reboot', 'process.shutdown'],
      ['etcd remove-member|forfeit-leadership|leave', infra],
      ['bootstrap --recover-from', infra],
      ['kubeconfig -', token],
      ['gen secrets|config', token, 'ordinary'],
      ['config new', access],
      ['read|cat|copy|cp *pki*|*secret*|*.key', 'secrets.read-credentials'],
      ['image|meta|rollback delete', infra],
      ['rollback', infra],
    ],
  },
  'kind k3d minikube': {
    valued: 'name p profile config',
    rows: [
      ['... delete|del --all|-a', 'kubernetes.delete'],
      ['delete clusters', 'kubernetes.delete'],
      ['delete --purge', 'kubernetes.delete'],
    ],
    also: insides,
  },
  'colima limactl': {
    rows: [
      ['disk delete|rm', infra],
      ['snapshot delete|apply', infra],
      ['delete --data', infra],
    ],
  },
  lima: { operands: 'elsewhere' },
  podman: {
    valued:
      'connection c url identity root runroot log-level storage-driver storage-opt events-backend cgroup-manager conmon runtime network-cmd-path hooks-dir module tmpdir volumepath',
    rows: [
      ['machine rm|reset', infra],
      ['machine ssh', { operands: 'elsewhere' }],
      ['system reset', 'containers.prune'],
      ['kube down --force', 'containers.remove'],
      ['unshare', { operands: 'command' }],
      ['system connection remove|rm', access],
    ],
  },
  argocd: {
    valued:
      'server auth-token config core grpc-web-root-path kube-context loglevel logformat controller-name port-forward-namespace N app-namespace',
    rows: [
      [
        'app|appset|proj|cluster|repo|repocreds|cert|gpg|bcrypt|account ... delete|rm|delete-resource|delete-token|remove-*|deny-*',
        'kubernetes.delete',
      ],
      ['app sync --prune --force', 'kubernetes.delete'],
      ['app sync --replace --force', 'kubernetes.delete'],
      ['app actions run ... delete*|terminate*', 'kubernetes.delete'],
      ['app terminate-op|rollback', 'kubernetes.drain'],
      ['app set --sync-policy=none', access],
      ['account generate-token', token],
      ['admin initial-password', token],
      ['admin initial-password reset', access],
      ['account update-password', access],
      ['proj|cluster|repo|account role|add|add-*|allow-*|bootstrap', access, 'ordinary'],
      ['proj role add-policy|create-token', access],
      ['cluster add', access],
      ['login --insecure|--plaintext', access],
      ['admin import', 'kubernetes.delete'],
    ],
  },
  flux: {
    valued: 'n namespace context kubeconfig timeout',
    rows: [
      ['suspend ... --all', 'kubernetes.drain'],
      ['export ... --with-credentials', token],
      ['bootstrap', 'infrastructure.apply-unattended'],
      ['uninstall', 'kubernetes.delete'],
    ],
  },
  atmos: {
    valued: 's stack base-path config config-path logs-level logs-file profile',
    rows: [
      ['terraform|tf|tofu deploy', 'infrastructure.apply-unattended'],
      ['terraform|tf|tofu apply -auto-approve|--auto-approve', 'infrastructure.apply-unattended'],
      ['terraform|tf|tofu destroy', infra],
      ['terraform|tf|tofu clean', 'infrastructure.state-change'],
      ['terraform|tf|tofu state rm|mv|push|replace-provider', 'infrastructure.state-change'],
      ['terraform|tf|tofu force-unlock|taint|untaint', 'infrastructure.state-change'],
      ['terraform|tf|tofu state pull', token],
      ['terraform|tf|tofu workspace delete', 'infrastructure.state-change'],
      ['helmfile|packer|ansible destroy|delete', infra],
      ['helmfile apply|sync', 'infrastructure.apply-unattended', 'ordinary'],
    ],
  },
  'terragrunt tofu terraform': {
    valued: 'chdir working-dir config terragrunt-working-dir terragrunt-config queue-include-dir source',
    rows: [
      ['stack run destroy', infra],
      ['stack clean', 'infrastructure.state-change'],
      ['state replace-provider|rm|mv', 'infrastructure.state-change'],
      ['backend delete|migrate', 'infrastructure.state-change'],
    ],
  },
  pulumi: {
    valued: 's stack C cwd color config-file',
    rows: [
      ['env|policy|deployment|package|schedule|webhook ... rm|disable|delete|remove|pause|cancel', infra],
      ['esc|env ... open|get', token],
      ['refresh --yes|-y', 'infrastructure.state-change'],
      ['stack import', 'infrastructure.state-change'],
      ['stack rename|change-secrets-provider', 'infrastructure.state-change'],
      ['import --yes|-y', 'infrastructure.state-change'],
      ['state *', 'infrastructure.state-change'],
    ],
  },
  esc: {
    rows: [
      ['open', token],
      ['env open|get', token],
      ['env rm', gone],
      ['run', { operands: 'valued command' }],
    ],
  },
  'serverless sls sst': {
    valued: 's stage r region c config profile',
    rows: [
      ['secret remove', gone],
      ['state remove|repair|edit', 'infrastructure.state-change'],
      ['unlock', 'infrastructure.state-change'],
      ['shell', { operands: 'command' }],
      ['deploy --stage=prod|--stage=production|-s=prod', 'infrastructure.apply-unattended', 'ordinary'],
    ],
  },
  stripe: {
    valued: 'api-key color config device-name log-level p project-name',
    rows: [
      // What is tried in the test mode of an account costs nothing.
      ['payouts|transfers|topups create', final],
      ['refunds|charges|payment_intents|invoices|credit_notes ... create|capture|pay|refund|confirm --live', final],
      ['refunds create', final],
      ['post|delete */payouts*|*/transfers*|*/refunds*|*/accounts*|*/api_keys*', final],
      ['delete', gone],
      ['invoices void_invoice|mark_uncollectible', final],
      ['subscriptions|subscription_schedules|payment_intents|setup_intents cancel|cancel_*', gone],
      ['customers|products|coupons|prices|webhook_endpoints|accounts ... delete', gone],
      ['api_keys|accounts|sandbox reject|roll|create', access, 'ordinary'],
    ],
  },
  shopify: {
    valued: 'path store s password theme t environment e client-id config c',
    rows: [
      ['theme push --allow-live|-a|--live|-l', final],
      ['theme publish|delete', final],
      ['app release|deploy --force|-f|--allow-deletes', final],
      ['app env show|pull', token],
      ['hydrogen env pull', token],
      ['app delete|uninstall', gone],
      ['store execute --allow-mutations', final],
    ],
  },
  twilio: {
    valued: 'p profile o l',
    rows: [
      ['*:messages:create|*:calls:create|*:verifications:create|*:faxes:create', final],
      ['phone-numbers:buy:*', final],
      ['*:accounts:update --status', gone],
      ['*:keys:create|*:tokens:create', token],
      ['*:env:list|*:env:get', token],
      ['*:env:unset|*:undeploy', gone],
      ['... *:remove|*:delete', gone],
    ],
  },
  snow: {
    valued: 'c connection config-file format x',
    rows: [
      ['object|stage|streamlit|notebook|snowpark|cortex|git|dbt|dcm ... drop|delete|remove', 'database.destroy'],
      ['spcs ... drop|suspend|remove|delete|stop-all', gone],
      ['app teardown', gone],
      ['app version drop', gone],
      ['app publish|release-directive', final],
      ['connection generate-jwt', token],
      ['connection remove', access],
    ],
  },
  databricks: {
    valued: 'p profile t target o output log-level log-file',
    rows: [
      ['... delete-*|permanent-delete-*|*-delete', gone],
      ['secrets get-secret', token],
      ['tokens|token-management|service-principal-secrets create*', token],
      ['secrets|permissions|grants put-acl|put-secret|set|update|delete-acl', access],
      ['api post|put|patch|delete *delete*|*permanent*|*revoke*', gone],
      ['api delete', gone],
      ['fs rm --recursive|-r', stored],
    ],
  },
  dbt: {
    valued: 't target s select m models profiles-dir project-dir vars profile exclude',
    rows: [['run|build|seed|retry|snapshot --full-refresh|-f', 'database.mass-change', 'ordinary']],
  },
  bq: {
    valued: 'project_id dataset_id location format bigqueryrc api',
    rows: [
      ['truncate', 'database.destroy'],
      ['load --replace', 'database.mass-change', 'ordinary'],
      ['set-iam-policy|add-iam-policy-binding|remove-iam-policy-binding', access],
      ['update =--set_iam_policy|--source', access],
      ['cancel|undelete', gone, 'ordinary'],
      ['extract', { prints: 'system' }],
    ],
  },
}

/** `minikube kubectl -- delete ns prod`: another program's words behind a word of its own. */
function insides(call: Call): Stream | undefined {
  const at = call.args.findIndex(({ text }) => text === 'kubectl')
  if (at < 0 || call.args.slice(0, at).some(({ text }) => text[0] !== '-' && !/^[\w-]+$/.test(text))) return undefined
  const words = call.args.slice(at + 1)
  return call.analysis.words(
    [literal('kubectl'), ...(words[0]?.text === '--' ? words.slice(1) : words)],
    wrapped(call),
    call.stdin,
  )
}

export const newerServices: Readonly<Record<string, Handler>> = handlersOf({
  ...tables,
  'microk8s k0s k3s rancher': insides,
})
