/** A machine with a home and a state directory of its own, and calls of one session to be judged there. */

import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { callId } from '../../src/core/call-id.ts'
import type { JsonObject } from '../../src/core/json.ts'
import { mayPermit } from '../../src/core/verdict.ts'
import { digestOf } from '../../src/hook/approvals/digest.ts'
import { appendAudit } from '../../src/hook/audit/append.ts'
import { auditRecord } from '../../src/hook/audit/record.ts'
import { callFor, permitting } from '../../src/hook/call.ts'
import { placesFor } from '../../src/hook/config/places.ts'
import { type Config, readConfig } from '../../src/hook/config.ts'
import { type Decided, decide } from '../../src/hook/decide.ts'
import { hasher } from '../../src/hook/io.ts'

export interface Machine {
  readonly config: Config
  readonly state: string
  /** One call, judged and recorded as a hook does it; the process is a new one each time. */
  readonly call: (payload: JsonObject) => Promise<Decided>
}

/** Files by their path below a scratch folder, `managed/`, `.config/tfy-hook/` and `shop/` among them. */
export const machine = async (files: Readonly<Record<string, string>> = {}): Promise<Machine> => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'tfy-approvals-')))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name)), { recursive: true })
    writeFileSync(join(home, name), text)
  }
  mkdirSync(join(home, 'shop'), { recursive: true })
  const env = { HOME: home }
  const places = { ...placesFor('linux', env, home), managed: [join(home, 'managed')] }
  const config = await readConfig({ hints: {}, bare: false }, env, places)
  const call = async (payload: JsonObject): Promise<Decided> => {
    const made = callFor(config, { client: 'claude-code' }, env, () => performance.now() + 10_000)
    const id = callId(Date.now(), process.pid)
    const decided = await decide(
      { ok: true, value: { cwd: join(home, 'shop'), ...payload } },
      { ...made, id, sources: permitting(made.sources, config) },
    )
    const hash = await hasher()
    const { event, verdict } = decided
    const line = auditRecord({
      time: new Date().toISOString(),
      version: 'test',
      ...decided,
      exitCode: decided.answer.exitCode,
      ms: 1,
      digest: hash(event?.content ?? ''),
      ...(event && mayPermit(verdict) && { callDigest: digestOf(event, hash) }),
      ignored: [],
    })
    await appendAudit(config.places.state, line, hash)
    return decided
  }
  return { config, state: config.places.state, call }
}

export const bash = (command: string, more: JsonObject = {}): JsonObject => ({
  hook_event_name: 'PreToolUse',
  session_id: '5b0c3f1e-0000-4000-8000-000000000001',
  tool_name: 'Bash',
  tool_input: { command, description: 'Do it' },
  ...more,
})
