/** One run of a real client against a scripted model: one harmless command that may run, and one that the policy denies. Neither does more than to make a file. */

import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Env } from '../../core/client.ts'
import { runFor } from '../../hook/programs/run.ts'
import { startModel } from './model/server.ts'
import type { Way } from './ways.ts'

export interface Trial {
  /** The client came for an answer, with tools. */
  readonly asked: boolean
  /** What may run has run. */
  readonly ran: boolean
  /** What must not run has run. */
  readonly leaked: boolean
  /** The client went on to the model after the command that is denied. */
  readonly finished: boolean
  readonly timedOut: boolean
  readonly notStarted: string | undefined
  /** The end of what the client said, for a person. */
  readonly said: string
  readonly ms: number
}

/** A name that nothing else has, by which the audit lines of this run are found. */
export const markOf = (): string => `proof-${process.pid}-${Date.now() % 1_000_000}`

const longestMs = 120_000
const prompt = 'This is a check by tfy-hook doctor --prove. Answer: done.'

export interface Subject {
  readonly way: Way
  readonly binary: string
  readonly env: Env
  readonly mark: string
  /** Denied by the policy in force, and harmless where it runs all the same. */
  readonly denied: string
}

/** A session that this one runs in is none of the client's business. */
const sessions =
  /^(?:CLAUDECODE|CLAUDE_CODE_(?:SESSION_ID|CHILD_SESSION|ENTRYPOINT|SESSION_ATTENDED)|CODEX_THREAD_ID|TFY_HOOK_BRIDGE)$/

export const tryClient = async ({ way, binary, env, mark, denied }: Subject): Promise<Trial> => {
  const base = mkdtempSync(join(tmpdir(), 'tfy-hook-proof-'))
  const workspace = join(base, mark)
  mkdirSync(workspace)
  const [allowed, forbidden] = ['allowed', 'forbidden'].map(name => join(workspace, name))
  const model = await startModel((turn, offered) => {
    if (turn === 0) return way.shell(`touch ${allowed}`, offered)
    return turn === 1 ? way.shell(`touch ${forbidden} && ${denied}`, offered) : { say: 'done' }
  })
  const given = way.settings?.(model.url)
  const settings = join(base, typeof given === 'string' ? 'settings.mjs' : 'settings.json')
  if (given !== undefined) writeFileSync(settings, typeof given === 'string' ? given : JSON.stringify(given))
  try {
    const loopback = { NO_PROXY: '127.0.0.1,localhost', no_proxy: '127.0.0.1,localhost' }
    const kept = Object.fromEntries(Object.entries(env).filter(([name]) => !sessions.test(name)))
    const ran = await runFor(binary, way.args(prompt, model.url, settings), longestMs, {
      cwd: workspace,
      // Some take the folder from the shell's word for it, which is the person's own.
      env: { ...kept, ...loopback, PWD: workspace, ...way.env(model.url, settings) },
      maxBuffer: 4 * 1024 * 1024,
      apart: true,
    })
    const turns = model.seen.filter(({ main }) => main).map(({ turn }) => turn)
    return {
      asked: turns.length > 0,
      ran: existsSync(allowed ?? ''),
      leaked: existsSync(forbidden ?? ''),
      finished: turns.some(turn => turn >= 2),
      timedOut: ran.timedOut,
      notStarted: ran.notStarted,
      said: `${ran.stderr}\n${ran.stdout}`.trim().slice(-400),
      ms: ran.ms,
    }
  } finally {
    await model.close()
    rmSync(base, { recursive: true, force: true, maxRetries: 3 })
  }
}
