/** What a person has permitted, until it is used: the same wherever it waits. */

import { isObject, numberAt, readObject, stringAt, stringsAt } from '../../core/json.ts'
import { type Decision, decisions, type Forgery, type Ruling, rank } from '../../core/verdict.ts'

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
  /** What nobody turns back: the seconds since this machine was started, or the process of a Redis. */
  readonly since: number | string
}

/** In the log, before the digest of a call that replicas have in common: nothing on this machine alone lets it through. */
export const sharedMark = 'shared:'

/** Each call has one at most, by its digest. What cannot be read is not there. */
export interface Store {
  /** False when it could not be kept. */
  readonly put: (approval: Omit<Approval, 'since'>) => Promise<boolean>
  /** What is waiting to be used. */
  readonly waiting: (digest: string) => Promise<Approval | undefined>
  /** The same if it fits, and it is nobody else's any more. What lies there without a seal of ours goes, and `forged` is told. */
  readonly take: (
    digest: string,
    fits: (approval: Approval) => boolean,
    forged?: (how: Forgery) => void,
  ) => Promise<Approval | undefined>
}

/** No rule that was not there then, and no stricter answer. */
export const covers = ({ rules, decision }: Approval, ruling: Ruling): boolean =>
  ruling.decision !== 'allow' &&
  ruling.permit?.may === true &&
  ruling.permit.rules.every(id => rules.includes(id)) &&
  rank(ruling.decision) <= rank(decision)

export const textOf = (approval: Approval): string => JSON.stringify({ v: 1, ...approval })

/** Undefined for anything that no console wrote for this call. */
export const approvalIn = (text: string | undefined, of: string): Approval | undefined => {
  const found = readObject(text ?? '')
  if (!isObject(found) || found.v !== 1 || Object.keys(found).some(key => !keys.includes(key))) return undefined
  const [digest, call, by, at] = [
    stringAt(found, 'digest'),
    stringAt(found, 'call'),
    stringAt(found, 'by'),
    numberAt(found, 'at'),
  ]
  const since = numberAt(found, 'since') ?? stringAt(found, 'since')
  const decision = decisions.find(one => one === found.decision)
  if (digest !== of || !call || !by || at === undefined || since === undefined || decision === undefined) return undefined
  return { digest, call, by, at, since, decision, rules: stringsAt(found, 'rules') }
}

const keys: readonly string[] = ['v', 'digest', 'call', 'by', 'rules', 'decision', 'at', 'since']
