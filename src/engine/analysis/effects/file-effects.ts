/** What reading, writing and deleting a place means. Every program that touches files ends here. */

import { fold } from '../../matching/path-identity.ts'
import { matches } from '../../matching/shell-globs.ts'
import { holdsGuard, holdsGuardKeys, isGuardPath, isRegistrationFolder, mayHoldGuard } from '../places/guard-places.ts'
import { isLocal, shareOf } from '../places/hosts.ts'
import { type Form, forms } from '../places/links.ts'
import { mayOpen } from '../places/open-settings.ts'
import type { Place } from '../places/paths.ts'
import { isForeignPlace, kindOf, type PlaceKind } from '../places/place-kinds.ts'
import { asSource } from '../places/read-later.ts'
import { bases } from '../places/roots.ts'
import { runnableAt } from '../places/runnable-files.ts'
import { heldIn, isHistoryOrLog, isSecretPath } from '../places/secret-places.ts'
import { persistence } from '../places/startup-places.ts'
import { stateAt, tellsOfMachine } from '../places/system-places.ts'
import { type Analysis, bounds, type EffectDetails, type Environment, record } from '../values/analysis.ts'
import type { Invocation, PathTarget } from '../values/facts.ts'
import type { FindingId } from '../values/findings.ts'
import { inLines } from '../values/streams.ts'
import { HOLE, nothing, type Stream, silent, taint, type Value } from '../values/value.ts'
import { programOf, put } from './file-copies.ts'

/** Puts a place on a list for path rules. One list holds so many; what is more could not be told. */
function remember(list: PathTarget[], form: Form, analysis: Analysis): void {
  if (list.length >= bounds.effects) analysis.exhausted = true
  else if (form.unsure === undefined) list.push(form)
}

function detailOf(form: Form): EffectDetails {
  return { targets: [form], ...(form.unsure !== undefined && { unknown: form.unsure }) }
}

/** Reading a file: remembered for path rules, a finding when it holds credentials. */
export function readPath(text: Value, env: Environment, analysis: Analysis, invocation?: Invocation): Stream {
  if (text.stream !== undefined) return text.stream
  if (text.text === '-' || text.text === '') return nothing
  // Of all that lies in a folder something is read: that is told of the folder.
  if (text.search === true && !text.glob) return { text: undefined, taint: taint.file, from: [text] }
  let whole = 0
  for (const folder of env.remote ? [] : (text.below ?? []))
    for (const form of forms(folder, env, analysis)) {
      remember(analysis.reads, form, analysis)
      if (folder.search !== true && isWhole(form)) whole = taint.sources
    }
  let stream: Stream | undefined
  for (const form of forms(text, env, analysis)) {
    const read = readForm(form, text, env, analysis, invocation)
    const more =
      (read.taint & taint.secret) !== 0 || ((read.taint & taint.holder) !== 0 && (stream?.taint ?? 0 & taint.secret) === 0)
    const program = stream?.program ?? read.program
    if (stream === undefined || more) stream = read
    if (program !== undefined && stream.program === undefined) stream = { ...stream, program }
  }
  if (whole !== 0) return { ...(stream ?? nothing), text: undefined, taint: (stream?.taint ?? 0) | whole }
  return stream ?? nothing
}

function readForm(target: Form, text: Value, env: Environment, analysis: Analysis, invocation: Invocation | undefined): Stream {
  // The folders that it comes from are told instead.
  const { partly, ...rest } = target
  remember(analysis.reads, text.below === undefined ? target : rest, analysis)
  const share = shareOf(target.absolute)
  if (share !== undefined && !isLocal(share) && !analysis.hosts.includes(share)) analysis.hosts.push(share)
  const written = target.path === undefined ? undefined : analysis.files.get(target.path)
  if (!env.remote && holdsGuardKeys(target.absolute, analysis)) record(analysis, 'self.tamper', detailOf(target), invocation)
  if (target.blind || isSecretPath(target.absolute, text.glob, analysis.host)) {
    record(analysis, 'secrets.read-credentials', detailOf(target), invocation)
    // Of what a pattern may stand for nobody knows whether it is among what was read.
    const held = target.unsure !== undefined && target.blind !== true && text.glob ? taint.holder : taint.secret
    return { text: undefined, taint: held | taint.file, from: [text] }
  }
  if (written !== undefined) {
    // A copy of credentials, or a link to them, under another name.
    if ((written.taint & taint.secret) !== 0) record(analysis, 'secrets.read-credentials', detailOf(target), invocation)
    return written.earlier === undefined ? inLines(written) : { ...written, taint: written.taint | taint.file, from: [text] }
  }
  if (target.absolute === '/dev/null') return silent
  const program = programOf(target.absolute, analysis)
  const neverEnds = target.kind === 'device' && /^\/dev\/(?:zero|u?random)$/.test(target.absolute)
  if (neverEnds && env.outlives === true && !/^(?:head|dd|undefined)$/.test(`${invocation?.program}`))
    record(analysis, 'process.exhaust', {}, invocation)
  return {
    text: undefined,
    taint:
      target.kind === 'device'
        ? neverEnds
          ? taint.endless
          : 0
        : taint.file |
          (tellsOfMachine(target.absolute) || target.kind === 'home' ? taint.system : 0) |
          (isWhole(target) && !env.remote ? taint.sources : 0) |
          (isForeignPlace(target.absolute, env, analysis) ? taint.foreign : 0) |
          (env.remote ? 0 : heldIn(target.absolute, analysis)),
    from: [text],
    ...(program === undefined ? {} : { program }),
  }
}

/** The workspace, or all of its history. */
const isWhole = ({ kind, absolute }: Form): boolean =>
  kind === 'workspace' || (kind === 'repository' && absolute.endsWith('/.git'))

/** Emptying a file loses what it held, and of many files it is a deletion. Credentials are lost inside the workspace too. */
export function emptied(text: Value, env: Environment, analysis: Analysis, invocation?: Invocation): void {
  if (text.text === '') return
  for (const form of forms(text, env, analysis, 'through')) {
    const { absolute, kind, many } = form
    const secret = isSecretPath(absolute, text.glob, analysis.host)
    if (!secret && (env.remote || stateLost(form, 'replace', analysis, invocation))) continue
    if (!secret && (many || kind === 'home' || kind === 'workspace' || kind === 'repository'))
      placeDeleted(form, text, true, env, analysis, invocation)
    else {
      const own = !secret && kind !== 'outside' && !isInHome(absolute, env, analysis)
      const lost = own || (!secret && isOutput.test(absolute)) ? '' : analysis.host.readText(absolute, 1)
      const unknown = secret || lost === undefined ? { unknown: 'what the file held' } : {}
      if (secret || lost !== '') record(analysis, 'filesystem.truncate-outside', { ...detailOf(form), ...unknown }, invocation)
    }
  }
}

/** Whether a path that nobody knows lies in the home directory or one of its main folders. */
function isInHome(absolute: string, env: Environment, analysis: Analysis): boolean {
  return absolute.includes(HOLE) && kindOf(absolute.slice(0, absolute.lastIndexOf('/')), false, env, analysis) === 'home'
}

/** Files that are emptied to begin anew, and those that are empty by their nature. */
const isOutput = /\.(?:log|out|err|lock|pid|tmp|typed)$|\/logs?\/[^/]*$|\/(?:__init__\.py|\.(?:git)?keep|\.\w+ignore|\.nojekyll)$/

/** Folders from which a client loads what lies there as a plugin, without an entry anywhere. */
const loadsPlugins = /\/\.claude\/skills(?:\/[^/]+)?\/?$/

/** Who does something, and where. */
export interface By {
  readonly env: Environment
  readonly analysis: Analysis
  readonly invocation?: Invocation | undefined
}

/** A folder that gets whatever another folder or an archive holds. */
export function filled(folder: Value, { env, analysis, invocation }: By): void {
  for (const form of forms(folder, env, analysis, 'through')) {
    const detail = { ...detailOf(form), unknown: 'what is put there' }
    if (
      isRegistrationFolder(form.absolute) ||
      loadsPlugins.test(form.absolute) ||
      (!env.remote && holdsGuard(form.absolute, analysis))
    )
      record(analysis, 'self.tamper', detail, invocation)
    const isHome = fold(form.absolute, analysis.host) === bases(analysis).home
    for (const name of ['authorized_keys', 'pre-commit', 'x.desktop', ...(isHome ? ['.bashrc'] : [])]) {
      const persists = env.remote ? undefined : persistence(`${form.absolute}/${name}`, analysis)
      if (persists !== undefined) record(analysis, persists, detail, invocation)
    }
  }
}

/** `rewrite`: replaced by a client's own tool, which shows the text to the person and keeps the old one. */
export type Writing = 'replace' | 'rewrite' | 'append' | 'edit' | 'create' | 'permissions' | 'link'

/** Writing to a place, and what it gets where that is told at once. */
export function overwritten(
  text: Value,
  how: Writing,
  env: Environment,
  analysis: Analysis,
  invocation?: Invocation,
  content?: Stream,
): Place {
  const [first, ...others] = forms(text, env, analysis, how === 'link' ? 'itself' : how === 'permissions' ? 'led' : 'through')
  for (const form of others) writeForm(form, how, env, analysis, invocation)
  // One of the files that a list named.
  for (const folder of text.below ?? []) {
    const isOne = folder.glob || folder.search === true
    const name = isOne ? folder : { ...folder, text: `${folder.text.replace(/(.)\/$/, '$1')}/*`, glob: true }
    for (const form of forms(name, env, analysis)) writeForm(form, how, env, analysis, invocation)
  }
  const place = writeForm(first, how, env, analysis, invocation)
  // To whom a pattern names it, it is an option: `--checkpoint-action=exec=sh x`.
  if (/\/--?[a-z][^/]*$/i.test(first.absolute) && /^(?:create|replace|append)$/.test(how))
    record(analysis, 'execution.preload', { unknown: 'which program takes this name for an option' }, invocation)
  if (how === 'edit' || (how === 'replace' && text.glob)) editedAtLarge(first, env, analysis, invocation)
  if (how === 'edit' && content === undefined && !env.remote)
    edited([first, ...others, ...(text.below ?? []).flatMap(folder => forms(folder, env, analysis))], analysis)
  if (content === undefined) return place
  if (content.text === '' && (how === 'replace' || (how === 'rewrite' && place.kind !== 'workspace')))
    emptied(text, env, analysis, invocation)
  put(place.path, content, analysis, how === 'append')
  if (place.path === undefined) putSomewhere(text, content, env, analysis)
  return place
}

/** What the command itself has written there is no longer known: a pattern, or a name that nobody knows, is any of them. */
function edited(places: readonly Form[], { files }: Analysis): void {
  for (const { absolute, path: known } of places) {
    // At any depth, for who searches.
    const [folder = '', name] = known?.split('/**/') ?? []
    const is = (path: string): boolean =>
      known === undefined
        ? path.startsWith(absolute.slice(0, Math.max(0, absolute.indexOf(HOLE))))
        : name === undefined
          ? path === known || matches(known, path)
          : path.startsWith(`${folder}/`) && matches(name, path.slice(path.lastIndexOf('/') + 1))
    for (const [path, held] of files)
      if (held.text !== undefined && is(path)) files.set(path, { ...held, taint: held.taint | taint.edited })
  }
}

/** A file in a folder that nobody knows: its name says who runs it, wherever it lies. */
export function putSomewhere({ text }: Value, content: Stream, env: Environment, { patched, host }: Analysis): void {
  const name = text.slice(text.lastIndexOf('/') + 1)
  if (
    content.text === undefined ||
    env.remote ||
    name.includes(HOLE) ||
    (runnableAt(asSource(name, content.text)) === undefined && !mayOpen(name))
  )
    return
  if (patched.length < bounds.files)
    patched.push({ path: `${host.home}/.unknown/${name}`, text: content.text.split(HOLE).join('$UNKNOWN_PART') })
}

/** Folders of a desktop, in which people keep what nobody makes again. */
const personal = /^\/[^/]+\/[^/]+\/(?:Documents|Pictures|Music|Videos|Movies|Desktop)\//

/** Files all over the home directory, changed by one program. */
function editedAtLarge(target: Form, env: Environment, analysis: Analysis, invocation: Invocation | undefined): void {
  const { absolute, many } = target
  const wild = absolute.search(/[*?[]/)
  const folder = many ? absolute.slice(0, absolute.lastIndexOf('/', wild < 0 ? undefined : wild)) : absolute
  const isPersonal = many && personal.test(folder) && folder.startsWith(`${analysis.host.home}/`)
  if (!env.remote && (isPersonal || kindOf(folder, false, env, analysis) === 'home'))
    record(analysis, 'filesystem.truncate-outside', { ...detailOf(target), unknown: 'what the files held' }, invocation)
}

function writeForm(target: Form, how: Writing, env: Environment, analysis: Analysis, invocation: Invocation | undefined): Place {
  if (how !== 'permissions') remember(analysis.writes, target, analysis)
  // What changes a file from within has read it.
  if (how === 'edit') remember(analysis.reads, target, analysis)
  const path = target.absolute
  const detail = detailOf(target)
  if (target.blind || isGuardPath(path, analysis, how === 'link')) record(analysis, 'self.tamper', detail, invocation)
  if (env.remote && target.kind !== 'root') {
    if (/\/\.ssh\/(?:authorized_keys2?|rc)$/.test(path)) record(analysis, 'persistence.authorized-keys', detail, invocation)
    return target
  }
  if (/^\/dev\/(?:sd|hd|vd|xvd|nvme|mmcblk|disk|rdisk|mapper\/|md|loop|dm-)/.test(path)) {
    record(analysis, 'disk.raw-write', detail, invocation)
    return target
  }
  if (how === 'permissions') return target
  if (/^\/proc\/sysrq-trigger$|^\/proc\/sys\/|^\/sys\//.test(path)) {
    record(analysis, 'process.kernel', detail, invocation)
    return target
  }
  const persists = persistence(path, analysis)
  const isPassing =
    persists === 'persistence.git-hook' && [...(analysis.begun?.keys() ?? [])].some(made => path.startsWith(`${made}/.git/`))
  if (persists !== undefined && !isPassing) record(analysis, persists, detail, invocation)
  else if (isHistoryOrLog(path, analysis) && how !== 'append') record(analysis, 'persistence.history-erase', detail, invocation)
  else if (target.kind === 'root' && !isQuietSystem(path)) record(analysis, 'filesystem.overwrite-system', detail, invocation)
  else if (stateLost(target, how, analysis, invocation)) return target
  else if ((how === 'replace' || how === 'rewrite') && (target.kind === 'outside' || target.kind === 'home')) {
    // Creating a file of one's own elsewhere is common; whether one is lost cannot be seen without the file system.
    const lost = analysis.host.readText(path, 1)
    const secret = isSecretPath(path, false, analysis.host)
    if (lost !== undefined && lost !== '' && (secret || how === 'replace'))
      record(analysis, 'filesystem.truncate-outside', detail, invocation)
    else if (lost === undefined && secret)
      record(analysis, 'filesystem.truncate-outside', { ...detail, unknown: 'what the file held' }, invocation)
  }
  return target
}

/** Data of a service that is emptied or put over. What is only put there may be new. */
function stateLost(target: Form, how: Writing, analysis: Analysis, invocation: Invocation | undefined): boolean {
  const replaces = how === 'replace' || how === 'rewrite'
  const state = replaces || how === 'create' ? stateAt(target.absolute) : undefined
  if (state === undefined || (how === 'create' && state !== 'data')) return false
  const sure = replaces && state === 'data'
  const detail = detailOf(target)
  record(analysis, 'filesystem.truncate-outside', sure ? detail : { ...detail, unknown: 'what the file held' }, invocation)
  return true
}

function isQuietSystem(path: string): boolean {
  return (
    path.startsWith('/dev/') ||
    /^\/usr\/local(?:\/(?:s?bin|etc|games|include|lib|man|opt|share|src))?$/.test(path) ||
    path.startsWith('/dev')
  )
}

const deletions: Readonly<Record<PlaceKind, FindingId | undefined>> = {
  root: 'filesystem.delete-root',
  home: 'filesystem.delete-home',
  workspace: 'filesystem.delete-workspace',
  repository: 'filesystem.delete-workspace',
  outside: 'filesystem.delete-outside',
  inside: undefined,
  disposable: undefined,
  temporary: undefined,
  device: undefined,
  unknown: undefined,
}

/** Deleting a place. `recursive` is true when folders go with everything in them. */
export function deleted(text: Value, recursive: boolean, env: Environment, analysis: Analysis, invocation?: Invocation): void {
  for (const [name, form] of listed(text, env, analysis)) deleteForm(form, name, true, env, analysis, invocation)
  const [first, ...others] = forms(text, env, analysis, 'itself')
  deleteForm(first, text, recursive, env, analysis, invocation)
  // When all of a home goes, what a pattern may stand for in it goes without saying.
  const whole = ['root', 'home', 'workspace'].includes(first.kind)
  for (const form of others)
    if (!whole || form.unsure === undefined) deleteForm(form, text, recursive, env, analysis, invocation)
    else if (isGuardPath(form.absolute, analysis, recursive)) record(analysis, 'self.tamper', detailOf(form), invocation)
}

/** What folders hold, of which somebody listed the names: a part of them may be left out where a variable has one after the other. */
const listed = (text: Value, env: Environment, analysis: Analysis): readonly (readonly [Value, Form])[] =>
  (text.below ?? []).flatMap(folder => {
    const name = { ...folder, text: `${folder.text.replace(/(.)\/$/, '$1')}/*`, glob: true }
    const [form] = forms(name, env, analysis, 'itself')
    const unsure = form.unsure ?? (/^["']?\$[\w{]/.test(text.written) ? 'which of the files in it' : undefined)
    return [[name, unsure === undefined ? form : { ...form, unsure }]]
  })

/** Whether a pattern stands for what a folder holds and never for the folder. */
function isContents({ many, absolute }: Form): boolean {
  return many && /\/[*.?!{},[\]]+$/.test(absolute)
}

const isInWorkspace = ({ absolute }: Form, analysis: Analysis): boolean =>
  bases(analysis).roots.some(root => fold(absolute, analysis.host).startsWith(`${root}/`))

/** Records the loss of the workspace, or of the folder in which the session runs: there the client starts this guard. */
function workspaceLost(target: Form, analysis: Analysis, invocation: Invocation | undefined): void {
  // In a temporary folder or in build output a session only passes through; home and the system have rules of their own.
  const own = target.kind === 'inside' || target.kind === 'outside' ? holdsSession(target, analysis) : target.kind === 'workspace'
  if (own && !isContents(target)) record(analysis, 'filesystem.delete-workspace', detailOf(target), invocation)
}

/** Whether this is the folder in which the session runs, or one above it. */
function holdsSession({ absolute, many }: Form, analysis: Analysis): boolean {
  const { folder, host } = analysis
  if (folder === undefined) return false
  const path = fold(absolute, host)
  const own = fold(folder, host)
  if (!many) return path !== '/' && (own === path || own.startsWith(`${path}/`))
  const depth = path.split('/').length
  return matches(path, own.split('/').slice(0, depth).join('/'))
}

/** A folder that goes away with everything in it, where only the loss of the workspace matters. */
export function goneFrom(text: Value, env: Environment, analysis: Analysis, invocation?: Invocation): void {
  if (env.remote) return
  for (const form of forms(text, env, analysis, 'itself'))
    if (form.kind === 'root' && holdsSession(form, analysis))
      record(analysis, 'filesystem.delete-workspace', detailOf(form), invocation)
    else workspaceLost(form, analysis, invocation)
}

function deleteForm(
  target: Form,
  text: Value,
  recursive: boolean,
  env: Environment,
  analysis: Analysis,
  invocation: Invocation | undefined,
): void {
  remember(analysis.deletes, target, analysis)
  placeDeleted(target, text, recursive, env, analysis, invocation)
  // After the place: of a whole home, its loss is the reason to be told, not that we were in it. What a cache has is made anew.
  const cache = `${bases(analysis).home}/.cache/`
  const isCached =
    target.unsure !== undefined &&
    target.absolute.startsWith(`${cache}tfy-hook`) &&
    analysis.host.guarded?.some(place => place.startsWith(cache)) !== true
  if (target.blind || (!isCached && isGuardPath(target.absolute, analysis, recursive)))
    record(analysis, 'self.tamper', detailOf(target), invocation)
}

function placeDeleted(
  target: Form,
  text: Value,
  recursive: boolean,
  env: Environment,
  analysis: Analysis,
  invocation: Invocation | undefined,
): void {
  const detail = detailOf(target)
  if (isHistoryOrLog(target.absolute, analysis)) record(analysis, 'persistence.history-erase', detail, invocation)
  const finding = deletions[target.kind]
  if (target.kind === 'unknown') {
    if (recursive) record(analysis, 'filesystem.delete-unknown', { ...detail, unknown: text.unknown ?? 'the target' }, invocation)
    return
  }
  if (target.kind !== 'workspace' && !env.remote) workspaceLost(target, analysis, invocation)
  if (finding === undefined) {
    if (recursive && target.kind === 'inside')
      record(analysis, 'filesystem.delete-source', { ...detail, certainty: 'proved-ordinary' }, invocation)
    return
  }
  // What git puts there as an example runs nothing.
  if (/\/\.git\/hooks\/[^/]*\.sample$/.test(target.absolute)) return
  // `rm *` takes the files of the workspace and leaves its folders; what lies above it is of somebody else.
  if (!recursive && target.kind === 'workspace' && isContents(target) && isInWorkspace(target, analysis)) return
  if (!recursive && target.kind === 'repository' && /\.lock$/.test(target.absolute)) return
  if (env.remote && target.kind === 'outside' && !recursive) return
  record(analysis, finding, detail, invocation)
}

/** Taking something away from where it was: ordinary inside the workspace. */
export function movedAway(text: Value, env: Environment, analysis: Analysis, invocation?: Invocation): void {
  for (const [, form] of listed(text, env, analysis))
    if (form.kind === 'root' || form.kind === 'home') record(analysis, 'filesystem.move-outside', detailOf(form), invocation)
  for (const target of forms(text, env, analysis, 'itself')) {
    const detail = detailOf(target)
    remember(analysis.deletes, target, analysis)
    if (target.blind || isGuardPath(target.absolute, analysis, true)) record(analysis, 'self.tamper', detail, invocation)
    else if (!env.remote && target.kind !== 'temporary' && mayHoldGuard(target.absolute, analysis))
      record(analysis, 'self.tamper', { ...detail, unknown: 'whether the guard lies there' }, invocation)
    if (['root', 'home', 'workspace', 'repository'].includes(target.kind))
      record(analysis, 'filesystem.move-outside', detail, invocation)
    if (!env.remote) workspaceLost(target, analysis, invocation)
  }
}
