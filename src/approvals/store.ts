/** Approvals as files: one for each call, named by its digest, in a folder that only its owner can read. Whoever removes it has it. */

import { lstatSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs'
import { uptime } from 'node:os'
import { isObject, numberAt, readObject, stringAt, stringsAt } from '../core/json.ts'
import { type Decision, decisions, type Ruling, rank } from '../core/verdict.ts'
import { read, remove, save } from '../sources/machine/private-file.ts'

/** How long a permitted call may take to come. */
export const lastsMs = 10 * 60_000

export interface Approval {
  readonly digest: string
  /** The refused call. */
  readonly call: string
  readonly by: string
  /** What was refused by then; anything stricter is refused again. */
  readonly rules: readonly string[]
  readonly decision: Decision
  readonly at: number
  /** Seconds since the machine was started, which nobody turns back. */
  readonly since: number
}

export const folderIn = (state: string): string => `${state}/approvals`

const fileIn = (state: string, digest: string): string => `${folderIn(state)}/${digest}`

/** False when it could not be written. */
export const put = (state: string, approval: Omit<Approval, 'at' | 'since'>, now = Date.now()): boolean => {
  const text = JSON.stringify({ v: 1, ...approval, at: now, since: uptime() })
  const file = fileIn(state, approval.digest)
  // The folder goes with its last file, which may be between two of our steps.
  for (let tries = 0; tries < 3; tries++) {
    save(file, text)
    if (isOurs(folderIn(state)) && read(file, most, 0o077) === text) return true
  }
  return false
}

/** The approval that covers this refusal, which is nobody else's any more. Undefined where there is none, or not for this. */
export const take = (state: string, digest: string, ruling: Ruling, now = Date.now()): Approval | undefined => {
  try {
    const folder = folderIn(state)
    const approval = waiting(state, digest, now)
    if (approval === undefined || !covers(approval, ruling)) {
      sweep(folder, now)
      return undefined
    }
    // Of many processes one can remove it.
    unlinkSync(fileIn(state, digest))
    leave(folder)
    return approval
  } catch {
    return undefined
  }
}

/** What is waiting to be used, by digest. */
export const waiting = (state: string, digest: string, now = Date.now()): Approval | undefined => {
  const approval = isOurs(folderIn(state)) ? approvalIn(read(fileIn(state, digest), most, 0o077) ?? '') : undefined
  return approval !== undefined && approval.digest === digest && isFresh(approval, now) ? approval : undefined
}

/** No rule that was not there then, and no stricter answer. */
export const covers = ({ rules, decision }: Approval, ruling: Ruling): boolean =>
  ruling.decision !== 'allow' &&
  ruling.permit?.may === true &&
  ruling.permit.rules.every(id => rules.includes(id)) &&
  rank(ruling.decision) <= rank(decision)

/** By both clocks: the one can be set, the other begins anew with the machine. */
const isFresh = ({ at, since }: Approval, now: number): boolean => {
  const age = now - at
  const awake = (uptime() - since) * 1_000
  return age >= 0 && age <= lastsMs && awake >= -1_000 && awake <= lastsMs
}

const most = 16_384

const approvalIn = (text: string): Approval | undefined => {
  const found = readObject(text)
  if (!isObject(found) || found.v !== 1 || Object.keys(found).some(key => !keys.includes(key))) return undefined
  const [digest, call, by] = [stringAt(found, 'digest'), stringAt(found, 'call'), stringAt(found, 'by')]
  const [at, since] = [numberAt(found, 'at'), numberAt(found, 'since')]
  const decision = decisions.find(one => one === found.decision)
  if (!digest || !call || !by || at === undefined || since === undefined || decision === undefined) return undefined
  return { digest, call, by, at, since, decision, rules: stringsAt(found, 'rules') }
}

const keys: readonly string[] = ['v', 'digest', 'call', 'by', 'rules', 'decision', 'at', 'since']

/** A folder itself, no link to one, in which nobody else can look or write. */
const isOurs = (folder: string): boolean => {
  const stat = lstatSync(folder, { throwIfNoEntry: false })
  return (
    stat?.isDirectory() === true && (process.getuid === undefined || (stat.uid === process.getuid() && (stat.mode & 0o077) === 0))
  )
}

/** What nobody has used in time, so that refusals need not look any more. */
const sweep = (folder: string, now: number): void => {
  if (!isOurs(folder)) return
  for (const name of readdirSync(folder).slice(0, 500)) {
    const stat = lstatSync(`${folder}/${name}`, { throwIfNoEntry: false })
    if (stat !== undefined && Math.abs(now - stat.mtimeMs) > 2 * lastsMs) remove(`${folder}/${name}`)
  }
  leave(folder)
}

const leave = (folder: string): void => {
  try {
    rmdirSync(folder)
  } catch {
    // Others are waiting there.
  }
}
