/** `@truefoundry/tfy-hook/engine`: what other programs may use of the engine. docs/extend/library.md says what stays as it is. */

import { uncaged } from '../core/degrade.ts'
import type { NormalizedHookEvent } from '../core/event.ts'
import { ok, type Result } from '../core/failure.ts'
import type { Verdict } from '../core/verdict.ts'
import type { Host } from '../engine/matching/host.ts'
import { evaluate } from '../engine/policy/evaluate.ts'
import { parsePolicy } from '../engine/policy/language/load.ts'
import type { LayerName, PolicyFile } from '../engine/policy/rules/types.ts'
import { eventOf } from '../engine/policy/testing/case.ts'

export type { Category, NormalizedHookEvent, Subject, ToolType } from '../core/event.ts'
export type { Failure, FailureKind, Result } from '../core/failure.ts'
export type { JsonObject, JsonValue } from '../core/json.ts'
export type { Certainty, Decision, Ruling, Verdict } from '../core/verdict.ts'
export type { Host, LayerName, PolicyFile }

/** One action of an agent. Exactly one of `shell` to `agent` says what it is. */
export interface Action {
  readonly shell?: string
  readonly read?: string
  readonly write?: string
  /** With `write`: what is written. */
  readonly content?: string
  readonly mcp?: { readonly server: string; readonly tool: string; readonly args?: Readonly<Record<string, unknown>> }
  readonly web?: string
  readonly prompt?: string
  readonly output?: string
  readonly agent?: string
  /** A person is there to answer a question; true when absent. */
  readonly attended?: boolean
}

/** An action as the event that a client would have sent, in a folder that is the workspace as well. */
export const eventFor = ({ mcp, ...action }: Action, folder: string): NormalizedHookEvent =>
  eventOf(
    {
      ...action,
      ...(mcp && { mcp: { server: mcp.server, tool: mcp.tool, args: JSON.parse(JSON.stringify(mcp.args ?? {})) } }),
      expect: 'allow',
    },
    { cwd: folder, workspaceRoots: [folder] },
  )

/** The verdict on an event, by these policies together; `today` is a date as `2026-11-26`, for rules that end. What a rule would contain is asked, or what else it says. */
export const judge = async (
  event: NormalizedHookEvent,
  policies: readonly PolicyFile[],
  host: Host,
  today?: string,
): Promise<Result<Verdict>> => {
  const judged = await evaluate(event, policies, host, today)
  return judged.ok ? ok(uncaged(judged.value)) : judged
}

/** A policy file's text. What is wrong with it is a failure that says where. */
export const policyFrom = (text: string, file = 'policy.yaml', layer: LayerName = 'user'): Promise<Result<PolicyFile>> =>
  parsePolicy(text, file, layer)

/** This machine's files, for an engine that runs where the agent does. `home` is what `~` stands for in the commands that are judged. */
export const machine = async (home: string): Promise<Host> => {
  const { hostFor } = await import('../hook/sources/offline.ts')
  const { guarded: _, ...host } = hostFor({ home, managed: [], user: [], redirected: [], state: '', bundle: '' }, process.env)
  return host
}
