/** What reading, writing and deleting a place means. Every program that touches files ends here. */

import type { Invocation, PathTarget } from '../types.ts'
import type { FindingId } from './findings.ts'
import { type Place, type PlaceKind, place } from './paths.ts'
import { isGuardPath, isHistoryOrLog, isSecretPath, persistence } from './places.ts'
import { record, type Scope, type Session } from './session.ts'
import { HOLE, nothing, type Stream, type Text, taint } from './text.ts'

const listed = 500

/** Reading a file: remembered for path rules, a finding when it holds credentials. */
export function readPath(text: Text, scope: Scope, session: Session, invocation?: Invocation): Stream {
  if (text.stream !== undefined) return text.stream
  if (text.text === '-' || text.text === '') return nothing
  const target = place(text, scope, session)
  if (session.reads.length < listed) session.reads.push(target)
  const written = target.path === undefined ? undefined : session.files.get(target.path)
  if (isSecretPath(target.absolute, text.glob, session.host)) {
    record(session, 'secrets.read-credentials', { targets: [target] }, invocation)
    return { text: undefined, taint: taint.secret | taint.file, from: [text] }
  }
  if (written !== undefined) {
    // A copy of credentials, or a link to them, under another name.
    if ((written.taint & taint.secret) !== 0) record(session, 'secrets.read-credentials', { targets: [target] }, invocation)
    return written
  }
  return {
    text: undefined,
    taint: target.kind === 'device' ? (/^\/dev\/(?:zero|u?random)$/.test(target.absolute) ? taint.endless : 0) : taint.file,
    from: [text],
  }
}

export type Writing = 'replace' | 'append' | 'edit' | 'create' | 'permissions' | 'move-away' | 'link'

/** Writing to a place. */
export function overwritten(text: Text, how: Writing, scope: Scope, session: Session, invocation?: Invocation): Place {
  const target = place(text, scope, session)
  if (how !== 'permissions' && session.writes.length < listed) session.writes.push(target)
  const path = target.absolute
  const detail = { targets: [target] }
  if (isGuardPath(path, session)) record(session, 'self.tamper', detail, invocation)
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
  else if (how === 'replace' && (target.kind === 'outside' || target.kind === 'home')) {
    // Creating a file of one's own elsewhere is common; whether one is lost cannot be seen without the file system.
    const lost = session.host.readText(path, 1)
    if (lost !== undefined && lost !== '') record(session, 'filesystem.truncate-outside', detail, invocation)
  }
  return target
}

function isQuietSystem(path: string): boolean {
  return path.startsWith('/dev/') || path === '/usr/local' || path.startsWith('/dev')
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
  const target = place(text, scope, session)
  if (session.deletes.length < listed) session.deletes.push(target)
  const detail = { targets: [target as PathTarget] }
  if (isGuardPath(target.absolute, session, recursive)) record(session, 'self.tamper', detail, invocation)
  if (isHistoryOrLog(target.absolute, session)) record(session, 'persistence.history-erase', detail, invocation)
  const finding = deletions[target.kind]
  if (target.kind === 'unknown') {
    if (recursive) record(session, 'filesystem.delete-unknown', { ...detail, unknown: text.unknown ?? 'the target' }, invocation)
    return
  }
  if (finding === undefined) {
    if (recursive && target.kind === 'inside')
      record(session, 'filesystem.delete-source', { ...detail, certainty: 'proved-ordinary' }, invocation)
    return
  }
  if (!recursive && (target.kind === 'workspace' || (target.kind === 'repository' && /\.lock$/.test(target.absolute)))) return
  if (scope.remote && target.kind === 'outside' && !recursive) return
  record(session, finding, detail, invocation)
}

/** Taking something away from where it was: ordinary inside the workspace. */
export function movedAway(text: Text, scope: Scope, session: Session, invocation?: Invocation): void {
  const target = place(text, scope, session)
  if (isGuardPath(target.absolute, session)) record(session, 'self.tamper', { targets: [target] }, invocation)
  if (['root', 'home', 'workspace', 'repository'].includes(target.kind))
    record(session, 'filesystem.move-outside', { targets: [target] }, invocation)
}

export function unknownPart(text: Text): string {
  return text.unknown ?? text.written.split(HOLE).join('?')
}
