/** Measures calls on another machine, for `managed.ts`: one call for each line of JSON. */

import { createInterface } from 'node:readline'
import { spawn } from './spawn.ts'

for await (const line of createInterface(process.stdin)) {
  const { stdin, ...subject } = JSON.parse(line)
  const { ms, exitCode, stderr } = await spawn({ ...subject, stdin: Buffer.from(stdin) })
  process.stdout.write(`${JSON.stringify({ ms, exitCode, stderr })}\n`)
}
