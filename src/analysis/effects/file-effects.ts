/** What reading, writing and deleting a place means. Every program that touches files ends here. */

import { fold } from '../../matching/path-identity.ts'
import { matches } from '../../matching/shell-globs.ts'
import { isGuardPath, isRegistrationFolder } from '../places/guard-places.ts'
import { type Form, forms } from '../places/links.ts'
import type { Place } from '../places/paths.ts'
import type { PlaceKind } from '../places/place-kinds.ts'
import { isHistoryOrLog, isSecretPath } from '../places/secret-places.ts'
import { persistence } from '../places/startup-places.ts'
import { stateAt, tellsOfMachine } from '../places/system-places.ts'
import type { Invocation, PathTarget } from '../values/facts.ts'
import type { FindingId } from '../values/findings.ts'
import { type EffectDetails, record, type Scope, type Session } from '../values/session.ts'
import { nothing, type Stream, type Text, taint } from '../values/text.ts'
import { programAt, put } from './file-copies.ts'

const listed = 500

/** Puts a place on a list for path rules. One list holds so many; what is more could not be told. */
function remember(list: PathTarget[], form: Form, session: Session): void {
  if (list.length >= listed) session.exhausted = true
  else if (form.unsure === undefined) list.push(form)
}

function detailOf(form: Form): EffectDetails {
  return { targets: [form], ...(form.unsure !== undefined && { unknown: form.unsure }) }
}

/** Reading a file: remembered for path rules, a finding when it holds credentials. */
export function readPath(text: Text, scope: Scope, session: Session, invocation?: Invocation): Stream {
  if (text.stream !== undefined) return text.stream
  if (text.text === '-' || text.text === '') return nothing
  let stream: Stream | undefined
  for (const form of forms(text, scope, session)) {
    const read = readForm(form, text, session, invocation)
    if (stream === undefined || (read.taint & taint.secret) !== 0) stream = read
  }
  return stream ?? nothing
}

function readForm(target: Form, text: Text, session: Session, invocation: Invocation | undefined): Stream {
  remember(session.reads, target, session)
  const written = target.path === undefined ? undefined : session.files.get(target.path)
  if (target.blind || isSecretPath(target.absolute, text.glob, session.host)) {
    record(session, 'secrets.read-credentials', detailOf(target), invocation)
    return { text: undefined, taint: taint.secret | taint.file, from: [text] }
  }
  if (written !== undefined) {
    // A copy of credentials, or a link to them, under another name.
    if ((written.taint & taint.secret) !== 0) record(session, 'secrets.read-credentials', detailOf(target), invocation)
    return written
  }
  const program = programAt(target.absolute)
  return {
    text: undefined,
    taint:
      target.kind === 'device'
        ? /^\/dev\/(?:zero|u?random)$/.test(target.absolute)
          ? taint.endless
          : 0
        : taint.file | (tellsOfMachine(target.absolute) ? taint.system : 0),
    from: [text],
    ...(program === undefined ? {} : { program }),
  }
}

/** Emptying a file of credentials loses them, whether it lies inside the workspace or not. */
export function emptied(text: Text, scope: Scope, session: Session, invocation?: Invocation): void {
  for (const form of forms(text, scope, session, 'through'))
    if (isSecretPath(form.absolute, text.glob, session.host))
      record(session, 'filesystem.truncate-outside', { ...detailOf(form), unknown: 'what the file held' }, invocation)
    else if (!scope.remote) stateLost(form, 'replace', session, invocation)
}

/** Folders from which a client loads what lies there as a plugin, without an entry anywhere. */
const loadsPlugins = /\/\.claude\/skills(?:\/[^/]+)?\/?$/

/** Who does something, and where. */
export interface By {
  readonly scope: Scope
  readonly session: Session
  readonly invocation?: Invocation | undefined
}

/** A folder that gets whatever another folder or an archive holds. */
export function filled(folder: Text, { scope, session, invocation }: By): void {
  for (const form of forms(folder, scope, session, 'through'))
    if (isRegistrationFolder(form.absolute) || loadsPlugins.test(form.absolute))
      record(session, 'self.tamper', { ...detailOf(form), unknown: 'what is put there' }, invocation)
}

/** `rewrite`: replaced by a client's own tool, which shows the text to the person and keeps the old one. */
export type Writing = 'replace' | 'rewrite' | 'append' | 'edit' | 'create' | 'permissions' | 'link'

/** Writing to a place, and what it gets where that is told at once. */
export function overwritten(
  text: Text,
  how: Writing,
  scope: Scope,
  session: Session,
  invocation?: Invocation,
  content?: Stream,
): Place {
  const [first, ...others] = forms(text, scope, session, how === 'link' ? 'itself' : how === 'permissions' ? 'led' : 'through')
  for (const form of others) writeForm(form, how, scope, session, invocation)
  const place = writeForm(first, how, scope, session, invocation)
  if (content === undefined) return place
  if (content.text === '' && (how === 'replace' || how === 'rewrite')) emptied(text, scope, session, invocation)
  put(place.path, content, session, how === 'append')
  return place
}

function writeForm(target: Form, how: Writing, scope: Scope, session: Session, invocation: Invocation | undefined): Place {
  if (how !== 'permissions') remember(session.writes, target, session)
  const path = target.absolute
  const detail = detailOf(target)
  if (target.blind || isGuardPath(path, session, how === 'link')) record(session, 'self.tamper', detail, invocation)
  if (scope.remote && target.kind !== 'root') return target
  if (/^\/dev\/(?:sd|hd|vd|xvd|nvme|mmcblk|disk|rdisk|mapper\/|md|loop|dm-)/.test(path)) {
    record(session, 'disk.raw-write', detail, invocation)
    return target
  }
  if (how === 'permissions') return target
  if (/^\/proc\/sysrq-trigger$|^\/proc\/sys\/|^\/sys\//.test(path)) {
    record(session, 'process.kernel', detail, invocation)
    return target
  }
  const persists = persistence(path, session)
  if (persists !== undefined) record(session, persists, detail, invocation)
  else if (isHistoryOrLog(path, session) && how !== 'append') record(session, 'persistence.history-erase', detail, invocation)
  else if (target.kind === 'root' && !isQuietSystem(path)) record(session, 'filesystem.overwrite-system', detail, invocation)
  else if (stateLost(target, how, session, invocation)) return target
  else if ((how === 'replace' || how === 'rewrite') && (target.kind === 'outside' || target.kind === 'home')) {
    // Creating a file of one's own elsewhere is common; whether one is lost cannot be seen without the file system.
    const lost = session.host.readText(path, 1)
    const secret = isSecretPath(path, false, session.host)
    if (lost !== undefined && lost !== '' && (secret || how === 'replace'))
      record(session, 'filesystem.truncate-outside', detail, invocation)
    else if (lost === undefined && secret)
      record(session, 'filesystem.truncate-outside', { ...detail, unknown: 'what the file held' }, invocation)
  }
  return target
}

/** Data of a service that is emptied or put over. What is only put there may be new. */
function stateLost(target: Form, how: Writing, session: Session, invocation: Invocation | undefined): boolean {
  const replaces = how === 'replace' || how === 'rewrite'
  const state = replaces || how === 'create' ? stateAt(target.absolute) : undefined
  if (state === undefined || (how === 'create' && state !== 'data')) return false
  const sure = replaces && state === 'data'
  const detail = detailOf(target)
  record(session, 'filesystem.truncate-outside', sure ? detail : { ...detail, unknown: 'what the file held' }, invocation)
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
export function deleted(text: Text, recursive: boolean, scope: Scope, session: Session, invocation?: Invocation): void {
  for (const form of forms(text, scope, session, 'itself')) deleteForm(form, text, recursive, scope, session, invocation)
}

/** Whether a pattern stands for what a folder holds and never for the folder. */
function isContents({ many, absolute }: Form): boolean {
  return many && /\/[*.?!{},[\]]+$/.test(absolute)
}

/** Records the loss of the workspace, or of the folder in which the session runs: there the client starts this guard. */
function workspaceLost(target: Form, session: Session, invocation: Invocation | undefined): void {
  // In a temporary folder or in build output a session only passes through; home and the system have rules of their own.
  const own = target.kind === 'inside' || target.kind === 'outside' ? holdsSession(target, session) : target.kind === 'workspace'
  if (own && !isContents(target)) record(session, 'filesystem.delete-workspace', detailOf(target), invocation)
}

/** Whether this is the folder in which the session runs, or one above it. */
function holdsSession({ absolute, many }: Form, session: Session): boolean {
  const { folder, host } = session
  if (folder === undefined) return false
  const path = fold(absolute, host)
  const own = fold(folder, host)
  if (!many) return path !== '/' && (own === path || own.startsWith(`${path}/`))
  const depth = path.split('/').length
  return matches(path, own.split('/').slice(0, depth).join('/'))
}

/** A folder that goes away with everything in it, where only the loss of the workspace matters. */
export function goneFrom(text: Text, scope: Scope, session: Session, invocation?: Invocation): void {
  if (scope.remote) return
  for (const form of forms(text, scope, session, 'itself')) workspaceLost(form, session, invocation)
}

function deleteForm(
  target: Form,
  text: Text,
  recursive: boolean,
  scope: Scope,
  session: Session,
  invocation: Invocation | undefined,
): void {
  remember(session.deletes, target, session)
  placeDeleted(target, text, recursive, scope, session, invocation)
  // After the place: of a whole home, its loss is the reason to be told, not that we were in it.
  if (target.blind || isGuardPath(target.absolute, session, recursive))
    record(session, 'self.tamper', detailOf(target), invocation)
}

function placeDeleted(
  target: Form,
  text: Text,
  recursive: boolean,
  scope: Scope,
  session: Session,
  invocation: Invocation | undefined,
): void {
  const detail = detailOf(target)
  if (isHistoryOrLog(target.absolute, session)) record(session, 'persistence.history-erase', detail, invocation)
  const finding = deletions[target.kind]
  if (target.kind === 'unknown') {
    if (recursive) record(session, 'filesystem.delete-unknown', { ...detail, unknown: text.unknown ?? 'the target' }, invocation)
    return
  }
  if (target.kind !== 'workspace' && !scope.remote) workspaceLost(target, session, invocation)
  if (finding === undefined) {
    if (recursive && target.kind === 'inside')
      record(session, 'filesystem.delete-source', { ...detail, certainty: 'proved-ordinary' }, invocation)
    return
  }
  // What git puts there as an example runs nothing.
  if (/\/\.git\/hooks\/[^/]*\.sample$/.test(target.absolute)) return
  // `rm *` takes the files of a folder and leaves the folder.
  if (!recursive && target.kind === 'workspace' && isContents(target)) return
  if (!recursive && target.kind === 'repository' && /\.lock$/.test(target.absolute)) return
  if (scope.remote && target.kind === 'outside' && !recursive) return
  record(session, finding, detail, invocation)
}

/** Taking something away from where it was: ordinary inside the workspace. */
export function movedAway(text: Text, scope: Scope, session: Session, invocation?: Invocation): void {
  for (const target of forms(text, scope, session, 'itself')) {
    const detail = detailOf(target)
    remember(session.deletes, target, session)
    if (target.blind || isGuardPath(target.absolute, session, true)) record(session, 'self.tamper', detail, invocation)
    if (['root', 'home', 'workspace', 'repository'].includes(target.kind))
      record(session, 'filesystem.move-outside', detail, invocation)
    if (!scope.remote) workspaceLost(target, session, invocation)
  }
}
