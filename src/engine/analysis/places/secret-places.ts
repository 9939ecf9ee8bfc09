/** Places that hold credentials or tell what was done. Paths are absolute with `/`. */

import type { Host } from '../../matching/host.ts'
import { fold, foldedList, says } from '../../matching/path-identity.ts'
import { matches } from '../../matching/shell-globs.ts'
import type { Analysis } from '../values/analysis.ts'
import { HOLE, taint } from '../values/value.ts'
import { secretFolders, secretNames, secretTails } from './credential-places.gen.ts'
import { bases } from './roots.ts'

/** Whether reading this file shows credentials. A pattern counts when it can stand for one. */
export function isSecretPath(unfolded: string, glob: boolean, host: Host): boolean {
  const path = fold(unfolded, host)
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (glob && /[*?[]/.test(path)) return isSecretPattern(path, name, host)
  return isSecretName(name) || isSecretPlace(path, name, host)
}

/**
 * What a folder tells in which credentials lie, or all that is in it (`~/.*`): home, the file system, `~/.config`. One with the credentials
 * of a single program (`~/.codex`) is read for much else.
 */
export function heldIn(unfolded: string, analysis: Analysis): number {
  const { home, roots } = bases(analysis)
  let path = fold(unfolded, analysis.host)
  while (isAny(path.slice(path.lastIndexOf('/')))) path = path.slice(0, path.lastIndexOf('/'))
  if (path === `${home}/${HOLE}`) return taint.holder
  if (`${home}/`.startsWith(`${path}/`) || /^\/(?:home|Users)\/[^/]+$|^\/root$/.test(path) || path === '/') return taint.holder
  if (roots.some(root => path.startsWith(root))) return 0
  if (profile.test(path)) return taint.holder
  const below = `${path.startsWith(`${home}/`) ? path.slice(home.length) : path}/`
  const held = [...secretTails, ...secretFolders].filter(place => place.startsWith(below) && place !== below)
  return held.length > 1 ? taint.holder : held.length > 0 ? taint.system : 0
}

/** What a browser keeps of a person: logins and cookies among it. */
const profile =
  /\/(?:\.mozilla\/firefox|(?:\.config|Application Support)\/(?:google-chrome|Google\/Chrome|chromium|BraveSoftware|Firefox|microsoft-edge|Microsoft Edge|vivaldi)|AppData\/(?:Local|Roaming)\/(?:Google\/Chrome|Mozilla\/Firefox|Microsoft\/Edge))(?:\/[^/]+){0,2}\/?$/i

/** A pattern below a slash that spells out nothing. */
const isAny = (name: string): boolean => /^\/.*[*?[]/s.test(name) && !/[\w\0]/.test(name.replace(/\[[^[\]]*\]/g, ''))

/** Whether a file of this name holds credentials wherever it is. */
export function isSecretName(name: string): boolean {
  const lower = name.toLowerCase()
  if (secretNames.includes(lower)) return true
  if (lower.startsWith('.env.') || lower.startsWith('.env-') || lower.startsWith('.env_')) {
    return !/(?:example|sample|template|dist|defaults?|schema|tpl|md|d\.ts|ts|js|test|spec|ci)$/.test(lower)
  }
  if (/^(?:prod|production|staging|dev|development|local|secret|secrets)\.env$/.test(lower)) return true
  if (/\.(?:pem|p12|p8|pfx|ppk|kdbx?|jks|keystore|ovpn|keytab|agekey)$/.test(lower))
    return !(lower.endsWith('.pem') && isPublic(lower.slice(0, -'.pem'.length)))
  // Most armoured files are signatures, public keys, or prose in AsciiDoc.
  if (/\.(?:asc|gpg)$/.test(lower)) return /private|secret|priv[-_.]|(?<!pub)keys?[-_.]backup/.test(lower)
  // Made for tests.
  if (/(?:^|[-_.])(?:fake|dummy|mock|sample|example|stub)[-_.]/.test(lower)) return false
  return (
    (/\.key$/.test(lower) && !/pub/.test(lower)) ||
    /firebase-adminsdk(?:(?!firebase)[\w-])*\.json$|access[-_]?keys?\.csv$|^rootkey\.csv$|[-_]credentials\.csv$|^gha-creds-\w+\.json$/.test(
      lower,
    ) ||
    /(?:^|[-_.])(?:private[-_]?key|service[-_]account|credentials?|client_secret[\w.-]*)\.(?:json|pem|key|txt)$/.test(lower)
  )
}

/** Whether a name says that it is of certificates or public keys: `ca-bundle`, `fullchain1`; `application` has a `ca` in it too. */
function isPublic(name: string): boolean {
  const words = name.split(/[^a-z0-9]+/)
  if (words.some(word => word.startsWith('pub'))) return true
  return !/key|priv|secret/.test(name) && words.some(word => /(?:certs?|certificates?|ca|chain|bundle|crt)\d*$/.test(word))
}

function isSecretPlace(path: string, name: string, host: Host): boolean {
  if (says(/\/\.(?:ssh|aws|gnupg|kube|azure|password-store)$|\/\.config\/gcloud$|\/Library\/Keychains$/, path, host)) return true
  for (const tail of foldedList(secretTails, host)) if (path.endsWith(tail)) return true
  for (const folder of foldedList(secretFolders, host)) {
    if (path.includes(folder) || `${path}/`.endsWith(folder)) {
      if (folder === '/.ssh/')
        return !/(?:\.pub(?:~|\.\w+)?|known_hosts2?|known_hosts\.old|config|authorized_keys2?|\.ssh|environment)$/.test(name)
      return !/\.(?:pub|md|kbx)$|^gpg\.conf$/.test(name) && name !== 'configurations' && name !== 'config_default'
    }
  }
  return ofMachine.test(path) || isKeptByProgram(path, name, host)
}

/** What programs keep for themselves below a home, or below the folder of their own that a system gives them. */
const ofPrograms = /^\/(?:\.[^/]|Library\/Application Support\/|AppData\/(?:Roaming|Local)\/)/i
/** How deep below it. */
const deepest = 6
/** Copies of what others published. */
const copies =
  /\/(?:registry|node_modules|extensions|plugins|packages|site-packages|[._]?caches?|_cacache|pkg|src|skills|docs?|examples?)\//i
/** Words that say it, in the name of a file of data. */
const saysIt = new Set(
  'oauth auth credential credentials creds token tokens apikey apikeys keys keyring secret secrets password passwords passwd cookie cookies'.split(
    ' ',
  ),
)
const data = /^[^.]+$|\.(?:json|ya?ml|toml|txt|env|ini|conf|db|sqlite3?|dat|xml|gpg)$/

/** Whether a program below the home keeps its logins in this file, by what it is called. */
function isKeptByProgram(path: string, name: string, host: Host): boolean {
  const home = fold(host.home.replace(/\\/g, '/'), host)
  if (!path.startsWith(`${home}/`)) return false
  const lower = name.toLowerCase()
  const words = lower.split(/[-_.]/)
  if (!data.test(lower) || !(words.some(word => saysIt.has(word)) || /api[-_]key/.test(lower))) return false
  const below = path.slice(home.length)
  return ofPrograms.test(below) && below.split('/').length <= deepest + 1 && !copies.test(below)
}

const ofMachine =
  /^\/tmp\/krb5cc_\w+$|^\/proc\/(?:[^/]+\/(?:task\/[^/]+\/)?(?:environ|mem|maps)|kcore)$|^\/dev\/k?mem$|^\/etc\/ssh\/ssh_host_\w+_key$/

function isSecretPattern(path: string, name: string, host: Host): boolean {
  const literal = name.replace(/\[[!^][^\]]*(?:\]|$)|[*?[\]]/g, '')
  const home = fold(host.home.replace(/\\/g, '/'), host)
  if (literal.length >= 2) {
    const dotted = name[0] === '.'
    for (const secret of secretNames)
      if ((secret[0] === '.') === dotted && told(literal, secret) && matches(name, secret)) return true
    if (isSecretName(name.replace(/[*?]/g, ''))) return true
  }
  for (const tail of foldedList(secretTails, host))
    if (
      path.endsWith(tail) ||
      (matches(path, `${home}${tail}`) && /[a-z]/i.test(literal + path.slice(home.length).replace(/[*?/]/g, '')))
    )
      return true
  for (const folder of foldedList(secretFolders, host))
    if (path.includes(folder) && (folder !== '/.azure/' || path.startsWith(`${home}${folder}`))) return !/\.pub$/.test(name)
  return (matches(path, '/etc/shadow') && path.length > 6) || matches(path, '/proc/self/environ') || ofMachine.test(path)
}

/** A credential of a program that lies anywhere below a folder, under a name that the pattern stands for; without one under any. */
export function secretBelow(folder: string, pattern: string | undefined, host: Host): string | undefined {
  const [home, from] = [fold(host.home.replace(/\\/g, '/'), host), fold(folder, host)]
  return foldedList(secretTails, host)
    .map(tail => `${home}${tail}`)
    .find(
      path => path.startsWith(`${from}/`) && (pattern === undefined || matches(pattern, path.slice(path.lastIndexOf('/') + 1))),
    )
}

/** Stands for the files that a search found by something else than their names. */
export const anyName = 'some-files'

/** Whether a pattern spells enough of a name to mean it: `*.json` means no `credentials.json`. */
const told = (literal: string, secret: string): boolean => {
  const stem =
    secret[0] === '.'
      ? literal
      : literal.replace(/\.(?:json|ya?ml|toml|xml|ini|conf|properties|csv|txt|db|dat|sqlite|php|py|rb|[jt]s)$/, '')
  return stem.length >= 2 && literal.length * 3 >= secret.length
}

export function isHistoryOrLog(unfolded: string, analysis: Analysis): boolean {
  const path = fold(unfolded, analysis.host)
  if (
    /\/\.(?:bash|zsh|sh|python|psql|mysql|node_repl)_history$|\/fish_history$|^\/var\/log(?:$|\/(?:\*|auth|secure|syslog|wtmp|btmp|lastlog|audit|messages|journal))/.test(
      path,
    )
  ) {
    return !bases(analysis).roots.some(root => path.startsWith(`${root}/`))
  }
  return false
}
