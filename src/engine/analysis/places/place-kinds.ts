/** What kind of place a path is: how much is lost when it goes. */

import type { Host } from '../../matching/host.ts'
import { fold, foldedSet, says } from '../../matching/path-identity.ts'
import { matches } from '../../matching/shell-globs.ts'
import type { Analysis, Environment } from '../values/analysis.ts'
import { HOLE } from '../values/value.ts'
import { baseOf, bases, normalise } from './roots.ts'

export type PlaceKind =
  | 'root' // the file system root, a system directory, or something in one
  | 'home' // home or one of its main folders
  | 'workspace' // the workspace itself, or something above it
  | 'repository' // the .git folder of the workspace
  | 'inside' // within the workspace
  | 'disposable' // build output, dependencies, caches
  | 'temporary' // under the temporary folder
  | 'outside'
  | 'device' // harmless devices
  | 'unknown'

const systemFolders = new Set(
  'bin boot dev etc lib lib32 lib64 libx32 proc sbin sys usr System Library Windows'
    .split(' ')
    .concat('Program Files', 'Program Files (x86)', 'ProgramData'),
)

const topFolders = new Set(
  'home root opt srv var mnt media run Users Applications Volumes private cores nix snap lost+found'.split(' '),
)

const varFolders = new Set('lib log db spool www mail backups cache opt'.split(' '))

const homeFolders = new Set(
  'Documents Desktop Downloads Pictures Music Movies Videos Library Public Dropbox OneDrive Projects projects src code Code dev work repos workspace .ssh .gnupg .aws .config .kube .local .docker .mozilla .password-store AppData'.split(
    ' ',
  ),
)

const disposable = new Set(
  (
    'node_modules dist build target out coverage .next .nuxt .svelte-kit .output .turbo .parcel-cache .cache .vite __pycache__ .pytest_cache .mypy_cache ' +
    '.ruff_cache .tox .nox .venv venv .eggs .gradle .nyc_output htmlcov tmp temp .tmp .temp cache caches .angular .vercel .netlify .expo .dart_tool ' +
    '.terragrunt-cache bower_components jspm_packages obj bin-debug DerivedData Pods storybook-static .docusaurus playwright-report test-results ' +
    'cmake-build-debug cmake-build-release .ipynb_checkpoints .hypothesis .stack-work elm-stuff _build deps dist-newstyle .serverless .webpack .rollup.cache ' +
    '.eslintcache .swc .yarn generated gen release debug Debug Release artifacts logs _site public site site-packages wheelhouse .wrangler .astro .cargo-target vendor'
  ).split(' '),
)

/** Names that are disposable even outside the workspace. */
const alwaysDisposable = new Set(
  'node_modules __pycache__ .pytest_cache .mypy_cache .ruff_cache .next .turbo .parcel-cache .nyc_output DerivedData _cacache .cache Caches .tox'.split(
    ' ',
  ),
)

/** Neither the workspace nor a folder that this person keeps things in, or nobody knows which: anybody may have put there what lies there. */
export function isForeignPlace(unfolded: string, env: Environment, analysis: Analysis): boolean {
  const kind = kindOf(unfolded, false, env, analysis)
  if (kind !== 'outside') return kind === 'temporary' || kind === 'unknown'
  const { home } = bases(analysis)
  const path = fold(unfolded, analysis.host)
  return !path.startsWith(`${home}/`) || path.startsWith(`${home}/${fold('Downloads', analysis.host)}/`)
}

export function kindOf(absolute: string, glob: boolean, env: Environment, analysis: Analysis): PlaceKind {
  const { host } = analysis
  if (isQuietDevice(absolute)) return 'device'
  const holeAt = absolute.indexOf(HOLE)
  if (holeAt >= 0) return unknownKind(absolute, holeAt, env, analysis)
  let path = absolute
  let everything = false
  if (glob) {
    while (
      /\/(?:\*{1,2}|\.\*|\.\[!\.\]\*|\.\?\*|\.\.\?\*|\[!\.\]\*|\*\.\*|\{?[.,*]+\}?)$/.test(path) &&
      /\*/.test(path.slice(path.lastIndexOf('/')))
    ) {
      path = path.slice(0, path.lastIndexOf('/')) || '/'
      everything = true
    }
    if (/[*?[]/.test(path)) return patternKind(path, everything, analysis)
  }
  return plainKind(path, everything, host, analysis)
}

function plainKind(unfolded: string, everything: boolean, host: Host, analysis: Analysis): PlaceKind {
  const { home, roots } = bases(analysis)
  const path = fold(unfolded, host)
  if (path === '/' || /^[A-Z]:\/?$/i.test(path)) return 'root'
  for (const root of roots) {
    if (root === '/' || root === home) continue
    if (path === root) return 'workspace'
    if (path.startsWith(`${root}/`)) {
      const rest = path.slice(root.length + 1)
      const first = rest.split('/', 2)
      if (first.includes('.git') && rest !== '.git/index.lock' && !rest.endsWith('.lock')) return 'repository'
      return hasSegment(rest, foldedSet(disposable, host)) ? 'disposable' : 'inside'
    }
  }
  // A home or a workspace under the temporary folder (containers, tests) is still a home or a workspace.
  if (path === home) return 'home'
  if (home.startsWith(`${path}/`)) return 'root'
  for (const root of roots) if (root.startsWith(`${path}/`)) return 'workspace'
  if (isTemporary(path, host, everything)) return 'temporary'
  if (path.startsWith(`${home}/`)) {
    const rest = path.slice(home.length + 1)
    if (
      hasSegment(rest, foldedSet(alwaysDisposable, host)) ||
      says(
        /^(?:\.npm|\.gradle\/caches|\.cargo\/registry|\.m2\/repository|go\/pkg|\.bun\/install\/cache|\.local\/share\/Trash)(?:\/|$)/,
        rest,
        host,
      )
    )
      return 'disposable'
    if (foldedSet(homeFolders, host).has(rest)) return 'home'
    return roots.includes(home) ? 'inside' : 'outside'
  }
  return systemKind(path, host)
}

/** The path is folded. */
function systemKind(path: string, host: Host): PlaceKind {
  if (
    /^[A-Z]:\/(?:windows|program files(?: \(x86\))?|programdata|\$recycle\.bin|system volume information|boot|users)(?:\/|$)/i.test(
      path,
    )
  ) {
    return /^[A-Z]:\/users\/./i.test(path) ? (path.split('/').length === 3 ? 'home' : 'outside') : 'root'
  }
  const segments = path.replace(/^[A-Z]:/i, '').split('/')
  const first = segments[1] ?? ''
  const system = foldedSet(systemFolders, host).has(first)
  if (segments.length <= 2) return system || foldedSet(topFolders, host).has(first) ? 'root' : 'outside'
  if (system) return /^\/usr\/local\/[^/]+\/./.test(path) ? 'outside' : 'root'
  if (first === 'var') {
    if (/^\/var\/(?:lib\/apt\/lists|cache)\/?/.test(path)) return 'disposable'
    return segments.length === 3 && varFolders.has(segments[2] ?? '') ? 'root' : 'outside'
  }
  if (says(/^(?:home|Users)$/, first, host) && segments.length === 3) return 'home'
  if (hasSegment(path, foldedSet(alwaysDisposable, host))) return 'disposable'
  return 'outside'
}

const important = new WeakMap<Analysis, readonly (readonly [string, PlaceKind])[]>()

function importantTo(analysis: Analysis): readonly (readonly [string, PlaceKind])[] {
  const known = important.get(analysis)
  if (known !== undefined) return known
  const { host } = analysis
  const { home, roots } = bases(analysis)
  const found = [
    [home, 'home'] as const,
    ...[...foldedSet(homeFolders, host)].map(name => [`${home}/${name}`, 'home'] as const),
    ...roots.flatMap(root => [[root, 'workspace'] as const, [`${root}/.git`, 'repository'] as const]),
    ...[...foldedSet(systemFolders, host), ...foldedSet(topFolders, host)].map(name => [`/${name}`, 'root'] as const),
  ]
  important.set(analysis, found)
  return found
}

/** A pattern in the middle of a path: dangerous when it can stand for an important place. */
function patternKind(unfolded: string, everything: boolean, analysis: Analysis): PlaceKind {
  const { host } = analysis
  const { roots } = bases(analysis)
  const pattern = fold(unfolded, host)
  const end = pattern.lastIndexOf('/')
  if (/^\.(?:\*|\[|\?)/.test(pattern.slice(end + 1)) && roots.includes(pattern.slice(0, end))) return 'repository'
  for (const [path, kind] of importantTo(analysis)) if (matches(pattern, path)) return kind
  const cut = pattern.search(/[*?[]/)
  const parent = pattern.slice(0, pattern.lastIndexOf('/', cut))
  const last = pattern.slice(pattern.lastIndexOf('/') + 1)
  const kind = plainKind(parent === '' ? '/' : parent, false, host, analysis)
  const output = foldedSet(disposable, host)
  const cache = foldedSet(alwaysDisposable, host)
  if (kind === 'workspace') return roots.includes(parent) ? (output.has(last) ? 'disposable' : 'inside') : 'outside'
  if (kind === 'inside' && (output.has(last) || everything)) return 'disposable'
  if (kind === 'home') return cache.has(last) ? 'disposable' : 'outside'
  if (kind === 'root')
    return pattern.split('/').length > 3 && !foldedSet(systemFolders, host).has(pattern.split('/')[1] ?? '') ? 'outside' : 'root'
  if (kind === 'outside' && cache.has(last)) return 'disposable'
  return parent === '/tmp' || parent === '/var/tmp' ? 'temporary' : kind
}

function unknownKind(absolute: string, holeAt: number, env: Environment, analysis: Analysis): PlaceKind {
  const after = absolute.slice(absolute.lastIndexOf(HOLE) + 1)
  if (
    after.includes('/') &&
    hasSegment(fold(after.slice(after.indexOf('/') + 1), analysis.host), foldedSet(disposable, analysis.host))
  )
    return 'disposable'
  if (env.cwd === undefined && absolute.startsWith(`${HOLE}/`) && absolute.lastIndexOf(HOLE) === 0) {
    // A named place in an unknown directory is taken for part of the workspace; "everything here" is not.
    return /^\/?(?:\*|\.|\.git)?$/.test(after) ? 'unknown' : 'inside'
  }
  const parent = absolute.slice(0, absolute.lastIndexOf('/', holeAt))
  const segment = absolute.slice(absolute.lastIndexOf('/', holeAt) + 1, holeAt)
  if (parent === '' && segment === '') return 'unknown'
  const kind = plainKind(parent === '' ? '/' : parent, false, analysis.host, analysis)
  if (kind === 'temporary' || /^\/(?:private\/)?(?:var\/)?tmp$/.test(parent)) return 'temporary'
  if (kind === 'disposable' || kind === 'inside') return kind
  if (kind === 'workspace')
    return bases(analysis).roots.includes(fold(parent, analysis.host)) && segment !== '' ? 'inside' : 'unknown'
  if (kind === 'repository') return kind
  return segment === '' || kind === 'root' || kind === 'home' ? 'unknown' : 'outside'
}

export function remoteKind(absolute: string, glob: boolean, analysis: Analysis): PlaceKind {
  if (isQuietDevice(absolute)) return 'device'
  if (absolute.startsWith(HOLE)) return absolute.length > 1 && absolute[1] === '/' ? 'inside' : 'unknown'
  const path = glob ? absolute.replace(/\/\*$/, '') || '/' : absolute
  if (path.includes(HOLE)) return path.indexOf(HOLE) <= 1 ? 'unknown' : 'outside'
  if (path === '/') return 'root'
  if (isTemporary(path, analysis.host, true)) return 'temporary'
  if (hasSegment(path, disposable)) return 'disposable'
  return systemKind(fold(path, analysis.host), analysis.host)
}

/** TMPDIR comes from the environment: it must not turn the home directory into a temporary one. */
function ownTemporary(host: Host): string {
  const folder = host.env('TMPDIR') ?? ''
  return `${host.home}/`.startsWith(folder.endsWith('/') ? folder : `${folder}/`) ? '' : folder
}

const within = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)

/** Whether something is below a temporary folder, where anybody may put a program, and not in the home or a workspace. */
export function isUnownedTemporary(written: string, analysis: Analysis): boolean {
  const { host } = analysis
  const path = baseOf(written, host)
  const { home, roots } = bases(analysis)
  return isTemporary(path, host, true) && ![home, ...roots].some(base => within(path, base))
}

function isTemporary(unfolded: string, host: Host, everything: boolean): boolean {
  const path = fold(unfolded, host)
  const home = baseOf(host.home, host)
  for (const folder of [
    '/tmp',
    '/var/tmp',
    '/private/tmp',
    '/private/var/tmp',
    '/dev/shm',
    '/var/folders',
    '/private/var/folders',
    ownTemporary(host),
  ]) {
    const base = folder === '' ? '' : fold(normalise(folder), host)
    // What is below a home that is itself below it is of that home.
    if (
      base !== '' &&
      !(within(path, home) && within(home, base)) &&
      (path.startsWith(`${base}/`) || (everything && path === base))
    )
      return true
  }
  if (host.platform !== 'win32') return false
  return /\/(?:AppData\/Local\/Temp|Windows\/Temp)\/./i.test(within(path, home) ? path.slice(home.length) : path)
}

function hasSegment(path: string, names: ReadonlySet<string>): boolean {
  for (const segment of path.split('/')) if (names.has(segment) || segment.endsWith('.egg-info')) return true
  return false
}

function isQuietDevice(path: string): boolean {
  return /^\/dev\/(?:null|zero|stdin|stdout|stderr|tty|full|u?random|fd\/\d+|ptmx|pts\/\d+)$/.test(path)
}
