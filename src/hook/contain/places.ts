/** Which places a cage hides and which it keeps as they are, by what the engine knows of places. */

import { lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Cage } from '../../core/contain/cage.ts'
import { secretFolders, secretTails } from '../../engine/analysis/places/credential-places.gen.ts'
import { registrationFolders } from '../../engine/analysis/places/guard-list.gen.ts'
import { isGuardPath, isRegistrationFolder } from '../../engine/analysis/places/guard-places.ts'
import { isSettings, opensTasks, pinsDownloads } from '../../engine/analysis/places/read-later.ts'
import { isHistoryOrLog, isSecretPath } from '../../engine/analysis/places/secret-places.ts'
import { persistence } from '../../engine/analysis/places/startup-places.ts'
import type { Analysis } from '../../engine/analysis/values/analysis.ts'
import type { Host } from '../../engine/matching/host.ts'
import { type Rules, type Scan, type Seen, scan } from './scan.ts'

export interface Ground {
  readonly host: Host
  /** Absolute, without links. */
  readonly workspaces: readonly string[]
  readonly cwd: string
}

/** What is done to the file system, in words that any backend understands. Later entries lie over earlier ones. */
export interface Layout {
  /** Fresh and writable: `/tmp`. */
  readonly fresh: readonly string[]
  /** Empty, and nothing can be put there. */
  readonly emptied: readonly string[]
  /** Shown again, as they are, below what is fresh or empty. */
  readonly shown: readonly string[]
  readonly writable: readonly string[]
  /** Mounted on themselves, so that what holds a kept place cannot be moved away. */
  readonly pinned: readonly string[]
  readonly kept: readonly Seen[]
  readonly hidden: readonly Seen[]
  /** To be made before, and kept as well: what is not there cannot be held. */
  readonly missing: readonly string[]
  /** Links that are settings or instructions: watched, not held. */
  readonly links: readonly string[]
  readonly unread: readonly string[]
}

/** The most names that are looked at below a folder. */
const most = { home: 60_000, workspace: 300_000, system: 20_000 }

/** Tool chains and caches below a home: programs, with the places in them that are known by their path. */
const toolChains =
  /^(?:\.cache|\.npm|\.cargo|\.rustup|\.pyenv|\.nvm|\.volta|\.asdf|\.sdkman|\.rbenv|\.bun|\.deno|\.gradle|\.m2|\.dotnet|\.nuget|\.opam|\.ghcup|\.stack|\.local\/(?:lib|share)|go|miniconda3|anaconda3|Library)$/

/** Other people's code, in a workspace. */
const dependencies = /\/(?:node_modules|site-packages|\.venv|venv|__pycache__|\.git\/(?:objects|lfs|logs|refs))$/

/** Caches of package managers, below a home. */
const caches =
  '.npm .cache/pip .cache/uv .cache/yarn .cache/pnpm .cache/go-build .cache/node .cache/typescript .cargo/registry .cargo/git go/pkg .gradle/caches .m2/repository .local/share/pnpm/store .bun/install/cache'.split(
    ' ',
  )

/** Kinds of places that something runs without being told. */
const runsByItself: readonly (string | undefined)[] = ['persistence.git-hook', 'git.config-exec', 'persistence.editor-task']

export const layoutOf = (cage: Cage, ground: Ground): Layout => {
  const { host, workspaces } = ground
  const home = realOf(host.home) ?? host.home
  const analysis = { host, roots: workspaces } as unknown as Analysis
  const agents = cage.write.includes('agents')
  const ownAgents = agents
    ? [...registrationFolders.filter(folder => !folder.startsWith('/etc/')), '/.claude.json'].map(folder => home + folder)
    : []
  const isOwn = (path: string): boolean => ownAgents.some(folder => path === folder || path.startsWith(`${folder}/`))
  const guarded = (host.guarded ?? []).map(place => realOf(place) ?? place)
  const program = guarded.filter(place => isFile(place) && /bin\/|\.mjs$|tfy-hook(?:-door)?$/.test(place))
  const isGuards = (path: string): boolean => guarded.some(place => path === place && !program.includes(place))
  const isSecret = (path: string): boolean =>
    cage.hide === 'secrets' && !isOwn(path) && (isSecretPath(path, false, host) || isHistoryOrLog(path, analysis))
  const kept = keptIn(analysis)
  const hidden = (path: string): boolean => isGuards(path) || isSecret(path)
  const inWorkspace = (path: string): boolean => workspaces.some(root => path === root || path.startsWith(`${root}/`))

  const ofHome: Rules = {
    hidden: path => !inWorkspace(path) && !workspaces.some(root => root.startsWith(`${path}/`)) && hidden(path),
    kept: path => agents && isOwn(path) && isGuardPath(path, analysis),
    skipped: path => workspaces.includes(path) || dependencies.test(path) || toolChains.test(path.slice(home.length + 1)),
  }
  const ofWorkspace: Rules = {
    hidden,
    kept,
    skipped: path => dependencies.test(path),
  }
  const ofSystem: Rules = { hidden, kept: () => false, skipped: () => false }
  const scans: readonly Scan[] = [
    scan(home, ofHome, most.home),
    scan('/etc', ofSystem, most.system),
    ...workspaces.map(root => scan(root, ofWorkspace, most.workspace)),
  ]
  const hiddenPlaces = [
    ...scans.flatMap(one => one.hidden),
    ...[...named(home), ...guarded.filter(isGuards), ...sockets()].flatMap(path => seen(path)).filter(({ path }) => !isOwn(path)),
  ].filter(({ path }) => cage.hide === 'secrets' || isGuards(path) || isSocket(path))
  const write = [
    ...(cage.write.includes('workspace') ? workspaces : []),
    ...(cage.write.includes('caches') ? caches.map(place => `${home}/${place}`) : []),
    ...ownAgents,
    ...cage.write.filter(place => /^[~/]/.test(place)).map(place => place.replace(/^~(?=\/|$)/, home)),
  ].flatMap(path => realOf(path) ?? [])
  const keptPlaces = scans.flatMap(one => one.kept)
  const fresh = ['/tmp', '/var/tmp'].filter(isFolder)
  const emptied = [...['/run', '/var/run'].filter(isFolder), ...otherHomes(home, workspaces)]
  // A program of modules is the folder that holds them.
  const shown = [home, ...workspaces, ground.cwd, ...program.map(file => (file.endsWith('.mjs') ? dirname(file) : file))]
  const within = (path: string, folders: readonly string[]): boolean =>
    folders.some(folder => path === folder || path.startsWith(`${folder}/`))
  const under = (path: string): boolean => within(path, [...fresh, ...emptied])
  const missing = missingFolders(
    workspaces.filter(root => write.includes(root)),
    home,
  )
  return {
    fresh,
    emptied,
    shown: shown.filter(under),
    writable: [...new Set(write)],
    pinned: pinsOf([...keptPlaces, ...hiddenPlaces].map(({ path }) => path).concat(missing), write),
    kept: outermost(keptPlaces),
    missing,
    // Below what is fresh or empty there is nothing to hide.
    hidden: outermost(hiddenPlaces).filter(({ path }) => !under(path) || within(path, shown)),
    links: scans.flatMap(one => one.links),
    unread: scans.flatMap(one => one.unread),
  }
}

/** What lies in a workspace and runs, or is obeyed, without being called: hooks, settings of agents and editors, instructions. */
const keptIn =
  (analysis: Analysis): Rules['kept'] =>
  (path, isFolder) =>
    isFolder
      ? /\/\.git\/hooks$/.test(path) ||
        isRegistrationFolder(path) ||
        opensTasks.test(`${path}/tasks.json`) ||
        runsByItself.includes(persistence(`${path}/mcp.json`, analysis))
      : isGuardPath(path, analysis) ||
        runsByItself.includes(persistence(path, analysis)) ||
        // A file of this name says where the repository is.
        path.endsWith('/.git') ||
        // What a package manager writes as it works is no more than the manifest beside it.
        (isSettings(path) && !/\.(?:conf|in|txt)$/.test(path) && (!pinsDownloads.test(path) || isHookList.test(path)))

/** It says what hooks of git run. */
const isHookList = /pre-commit-config\.ya?ml$/

/** Folders of agents and editors that a command could make, and that are looked at as soon as they are there. */
const missingFolders = (workspaces: readonly string[], home: string): readonly string[] =>
  workspaces.flatMap(root =>
    [
      ...registrationFolders.filter(folder => /^\/\.[^/]+$/.test(folder) && isFolder(home + folder)),
      '/.vscode',
      ...(isFolder(`${root}/.git`) ? ['/.git/hooks'] : []),
    ]
      .map(folder => root + folder)
      .filter(path => statOf(path) === undefined),
  )

/** Caches that nobody has used: what is not there cannot be shown. A folder stands before the one that holds it. */
const missingCaches = (home: string): readonly string[] => {
  const folders = new Set(caches.flatMap(parents).map(name => `${home}/${name}`))
  return [...folders].filter(path => statOf(path) === undefined).sort((a, b) => b.length - a.length)
}

const parents = (place: string): readonly string[] => {
  const names = place.split('/')
  return names.map((_, i) => names.slice(0, names.length - i).join('/'))
}

/** Those that the layout of a cage will miss. */
export const missingIn = ({ write }: Cage, { host, workspaces }: Ground): readonly string[] => {
  const home = realOf(host.home) ?? host.home
  return [
    ...(write.includes('workspace') ? missingFolders(workspaces, home) : []),
    ...(write.includes('caches') ? missingCaches(home) : []),
  ]
}

/** The places of a workspace that are kept, to be compared with those that are there afterwards. */
export const keptNow = ({ host, workspaces }: Ground): readonly string[] => {
  const kept = keptIn({ host, roots: workspaces } as unknown as Analysis)
  const rules: Rules = { hidden: () => false, kept, skipped: path => dependencies.test(path) }
  return workspaces.flatMap(root => {
    const found = scan(root, rules, most.workspace)
    return [...found.kept.map(({ path }) => path), ...found.links]
  })
}

/** The places of credentials that are known by where they are, in a home and on the machine. */
const named = (home: string): readonly string[] => {
  const folders = ['', '/.config', '/.local/share', '/Library/Application Support']
  const of = (tail: string): readonly string[] =>
    /^\/(?:etc|var|run|proc)\//.test(tail) ? [tail] : folders.map(folder => home + folder + tail)
  return [...secretTails, ...secretFolders.map(folder => folder.slice(0, -1))].flatMap(of)
}

/** Homes that are not ours. */
const otherHomes = (home: string, workspaces: readonly string[]): readonly string[] => {
  const all = ['/root', ...listed('/home').map(name => `/home/${name}`)]
  const near = (place: string): boolean => [home, ...workspaces].some(own => own === place || own.startsWith(`${place}/`))
  return all.filter(place => isFolder(place) && !near(place))
}

/** Every socket that some process listens at, by the kernel's own list. */
const sockets = (): readonly string[] => {
  try {
    const lines = readFileSync('/proc/net/unix', 'utf8').split('\n')
    return [...new Set(lines.flatMap(line => / (\/[^\0]+)$/.exec(line)?.[1] ?? []))]
  } catch {
    return []
  }
}

/** Each folder between a writable one and a place in it: a folder that holds a mount can be renamed, one that is a mount cannot. */
const pinsOf = (places: readonly string[], write: readonly string[]): readonly string[] => {
  const pins = new Set<string>()
  for (const place of places) {
    const root = write.filter(folder => place.startsWith(`${folder}/`)).sort((a, b) => b.length - a.length)[0]
    if (root === undefined) continue
    for (let at = place.lastIndexOf('/'); at > root.length; at = place.lastIndexOf('/', at - 1)) pins.add(place.slice(0, at))
  }
  return [...pins].sort()
}

/** Without what lies in another one of them. */
const outermost = (places: readonly Seen[]): readonly Seen[] => {
  const folders = new Set(places.filter(({ isFolder }) => isFolder).map(({ path }) => path))
  const unique = new Map(places.map(place => [place.path, place]))
  return [...unique.values()].filter(({ path }) => {
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1))
      if (folders.has(path.slice(0, at))) return false
    return true
  })
}

/** Most are not there, and an error costs more than a question. */
const seen = (path: string): readonly Seen[] => {
  const real = statOf(path) === undefined ? undefined : realOf(path)
  return real === undefined ? [] : [{ path: real, isFolder: isFolder(real) }]
}

const statOf = (path: string) => {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
const isFolder = (path: string): boolean => statOf(path)?.isDirectory() === true
const isFile = (path: string): boolean => statOf(path)?.isFile() === true
const isSocket = (path: string): boolean => statOf(path)?.isSocket() === true

const listed = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** The folders that count as the workspace: those that are named, or the repository around here. Never what holds the home. */
export const workspacesOf = (named: readonly string[] | undefined, from: string, home: string): Workspaces => {
  const here = realOf(from) ?? from
  const own = realOf(home) ?? home
  const workspaces = (named ?? [repositoryOf(here) ?? here]).map(folder => realOf(folder) ?? folder)
  const wide = workspaces.find(folder => `${own}/`.startsWith(folder === '/' ? '/' : `${folder}/`))
  if (wide !== undefined) return { ok: false, why: `${wide} holds your home` }
  return { ok: true, value: workspaces }
}

export type Workspaces = { readonly ok: true; readonly value: readonly string[] } | { readonly ok: false; readonly why: string }

const repositoryOf = (from: string): string | undefined => {
  for (let at = from; at.length > 1; at = at.slice(0, at.lastIndexOf('/'))) if (realOf(`${at}/.git`) !== undefined) return at
  return undefined
}

/** Undefined where there is nothing. */
export const realOf = (path: string): string | undefined => {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}
