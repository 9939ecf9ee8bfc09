/** Programs that print a credential, or what may hold some: a clipboard, a history, the variables of others. Rows of data. */

import type { Program, Row } from '../../calls/form.ts'
import { handlersOf } from '../../calls/interpret.ts'
import { handedSecrets } from '../../calls/unknown-call.ts'
import type { Call, Handler } from '../../values/analysis.ts'
import type { Stream } from '../../values/value.ts'
import { endsResources } from './unknown-resources.ts'

const token = 'secrets.print-token'
const environment = 'secrets.dump-environment'
const helpers = 'pass osxkeychain secretservice wincred desktop desktop.exe ecr-login gcr gcloud acr-env acr-login ghcr-login env'
const stores = 'manager manager-core osxkeychain libsecret wincred oauth gnomekeyring 1password gcloud.sh'
/** Only what is asked for by name is known to be a credential. */
const told = '*token*|*auth*|*passw*|*secret*|*credential*|*TOKEN*|*SECRET*|*KEY*|*PASS*'

const clipboard = (...rows: Row[]): Program => ({ valued: 'selection sel display d t type loops l', rehearsal: '', rows })
const named = (...names: string[]): string => names.join(' ')

const seen = 'secrets.read-credentials'
/** A screen, a camera, a microphone: whatever is there at the time. */
const screens =
  'screencapture scrot grim maim gnome-screenshot spectacle flameshot xwd wf-recorder recordmydesktop byzanz-record arecord parecord pw-record fswebcam imagesnap logkeys evtest'
const devices = '-f=x11grab|-f=avfoundation|-f=gdigrab|-f=kmsgrab|-f=v4l2|-f=pulse|-f=alsa|-f=dshow|-f=video4linux2'

const tables: Readonly<Record<string, Program>> = {
  glab: {
    valued: 'R repo',
    rows: [
      ['auth git-credential get', token],
      [`config get ${told}`, token],
    ],
  },
  gh: {
    valued: 'R repo h host',
    rows: [
      ['auth git-credential get', token],
      [`config get ${told}`, token],
    ],
  },
  aws: {
    valued: 'profile region output query endpoint-url',
    rows: [
      [
        'rds|dsql|eks|redshift|redshift-serverless|sso|lightsail generate-db-*|get-token|get-credentials|get-cluster-credentials*|get-role-credentials|get-relational-database-master-user-password',
        token,
      ],
    ],
  },
  gcloud: {
    valued: 'project account configuration format impersonate-service-account',
    tracks: 'alpha beta preview',
    rows: [
      ['sql generate-login-token', token],
      ['config config-helper', token],
    ],
  },
  az: { valued: 'n name subscription g', rows: [['acr login --expose-token', token]] },
  'kubectl oc k': {
    valued: 'n namespace context cluster kubeconfig s server l selector o output',
    rows: [
      ['get *,secret*|secret*,* =yaml|json|template|custom-columns', 'secrets.read-credentials'],
      ['whoami -t|--show-token', token],
      ['extract --to=-', token],
    ],
  },
  supabase: { rows: [['secrets list', token, 'perhaps']] },
  'eas eas-cli': { rows: [['env:list|env:get|env:pull|secret:list', token, 'perhaps']] },
  'firebase firebase-tools': {
    valued: 'P project',
    rows: [
      ['functions:config:get', token, 'perhaps'],
      ['functions:secrets:access', token],
    ],
  },
  dotenvx: {
    valued: 'f env-file fk env-keys-file',
    rows: [
      ['get', token],
      ['decrypt --stdout', token],
      ['keypair', token],
    ],
  },
  'aws-vault': { rows: [['export', token]] },
  'saml2aws aws-okta gimme-aws-creds': { rows: [['script|env', token]] },
  'credstash berglas': { rows: [['get|getall|access', token]] },
  'age rage': { valued: 'i identity o output r recipient R', rehearsal: '', rows: [['-d|--decrypt', token, 'perhaps']] },
  'databricks snow': { rows: [['auth token', token]] },
  stripe: { rows: [['config --list', token]] },
  netsh: { rows: [['wlan show =key=clear', token]] },
  helm: {
    valued: 'n namespace kube-context kubeconfig',
    rows: [
      ['get all', token, 'perhaps'],
      ['get values -a|--all', token, 'perhaps'],
    ],
  },
  vault: { valued: 'address namespace format field method path', rehearsal: 'h', rows: [['login', token, 'perhaps']] },
  etcdctl: {
    valued: 'endpoints cacert cert key user password',
    rows: [
      ['get /| --prefix', token, 'perhaps'],
      ['lock|elect', { operands: 'valued command' }],
      ['get --from-key', token, 'perhaps'],
      ['get *secret*', token],
    ],
  },
  consul: {
    valued: 'name timeout monitor-retry token http-addr datacenter n type key prefix service',
    rows: [
      ['kv get -recurse', token, 'perhaps'],
      ['kv export', token, 'perhaps'],
      ['lock', { operands: 'valued command' }],
      ['watch', { operands: 'command' }],
    ],
  },
  podman: { rows: [['secret inspect --showsecret', token]] },
  'netlify ntl': { rows: [['env:get', token]] },
  'redis-cli valkey-cli': {
    valued: 'h p a n u s i r user pass',
    rows: [['config|CONFIG get|GET *pass*|*auth*|[*]', token]],
  },
  'gpg gpg2': {
    valued: 'r recipient u local-user o output homedir passphrase passphrase-file passphrase-fd default-key s2k-mode',
    rehearsal: '',
    rows: [['-d|--decrypt', token, 'perhaps']],
  },
  systemctl: {
    valued: 'p property H M t',
    rows: [
      ['show -p=Environment|--property=Environment', environment],
      ['show-environment', environment],
    ],
  },
  launchctl: {
    rows: [
      ['export', environment],
      [`getenv ${told}`, token],
    ],
  },
  xsel: clipboard(['-o|--output', 'secrets.read-credentials', 'perhaps']),
}

/** Known for this alone: of a file that they are given, nothing is known. */
const others: Readonly<Record<string, Program>> = {
  'mutt neomutt': { valued: 's c b F e', sends: 'a attach i H', operands: 'sends...' },
  swaks: {
    sends: 'attach attach-body attach-name body data d header-file',
    valued: 's t f to from server h p auth-user auth-password',
  },
  'mail mailx s-nail sendemail': {
    valued: 's r S u c b f t from to subject server',
    sends: 'a A q attach attach-body body-file',
  },
  'mpack pastebinit slackcat gist': { valued: 's b f c channel d desc', sends: 'i', operands: 'sends...' },
  'croc wormhole magic-wormhole ffsend ipfs': { rows: [['send|upload|add|s|u|tx', { operands: 'sends...' }]] },
  'llm aichat mods fabric': { valued: 'm model s system t template r role o option', sends: 'f file fragment a attachment' },
  [named(...helpers.split(' ').map(name => `docker-credential-${name}`))]: { rows: [['get|list', token]] },
  [named(...stores.split(' ').map(name => `git-credential-${name}`))]: { rows: [['get', token]] },
  bws: { rows: [['secret list|get', token]] },
  rbw: { rows: [['get|code', 'secrets.read-keychain']] },
  dcli: { rows: [['password|p|note|n|otp|read|secret', 'secrets.read-keychain']] },
  akeyless: { rows: [['get-secret-value|get-dynamic-secret-value|get-rotated-secret', token]] },
  conjur: { rows: [['variable get', token]] },
  'git-crypt': { rows: [['export-key', token]] },
  transcrypt: { rows: [['-d|--display|--show-raw', token]] },
  'blackbox_cat blackbox_view': { rows: [['', token]] },
  'jf jfrog': { rows: [['config|c export|show', token]] },
  wg: {
    rows: [
      ['show ... private-key|preshared-keys|dump', token],
      ['showconf', token],
    ],
  },
  nmcli: {
    rows: [
      ['... show -s|--show-secrets', token],
      ['... show-password', token],
    ],
  },
  chezmoi: {
    rows: [
      ['secret', 'secrets.read-keychain'],
      [
        'execute-template =bitwarden|onepassword|lastpass|keyring|vault|pass+|secret|keepassxc|doppler|gopass|dashlane',
        'secrets.read-keychain',
      ],
    ],
  },
  'wl-paste pbpaste termux-clipboard-get': clipboard(['', 'secrets.read-credentials', 'perhaps']),
  xclip: clipboard(['-o|--out|-out', 'secrets.read-credentials', 'perhaps']),
  'copyq cliphist gpaste-client clipman': clipboard([
    'read|clipboard|list|decode|get|history|pick',
    'secrets.read-credentials',
    'perhaps',
  ]),
  ffmpeg: { valued: 'f i', rehearsal: '', rows: [[devices, seen, 'perhaps']] },
  'tcpdump tshark dumpcap': {
    valued: 'i w r c s z C G W B y read-file interface',
    rehearsal: 'version D list-interfaces',
    rows: [['!-r|--read-file|-i=lo|-i=lo0|--interface=lo', seen, 'perhaps']],
  },
  [screens]: { rows: [['!--list|--list-devices|-L|-l', seen, 'perhaps']] },
  import: { rows: [['-window|-screen', seen, 'perhaps']] },
  'gpg-connect-agent': { rows: [['=export_key|get_passphrase', 'secrets.read-keychain']] },
  atuin: {
    rows: [
      ['history list|last', 'secrets.read-credentials', 'perhaps'],
      ['search', 'secrets.read-credentials', 'perhaps'],
    ],
  },
}

export const revealing: Readonly<Record<string, Handler>> = handlersOf(tables)

/** Asked last: where another family knows one of them, it speaks first. */
export const printers: Readonly<Record<string, Handler>> = handlersOf(
  Object.fromEntries(Object.entries(others).map(([names, program]) => [names, { ...program, also: unknown }])),
)

function unknown(call: Call): Stream {
  endsResources(call)
  return handedSecrets(call)
}
