/** Payloads that a client sent to the hook: those that no adapter understands become candidates for fixtures. */

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject, type JsonObject, readObject } from '../../src/core/json.ts'
import { loadAll, recognise } from '../../src/hook/recognise.ts'

await loadAll()

interface Recorded {
  readonly name: string
  readonly text: string
  readonly args: readonly string[]
}

export const candidates = (
  id: string,
  version: string,
  folder: string,
  target: string,
): { readonly total: number; readonly written: readonly string[] } => {
  const recorded = readRecorded(folder)
  const written: string[] = []
  for (const each of recorded) {
    const problem = problemOf(each)
    if (problem === undefined) continue
    mkdirSync(target, { recursive: true })
    const path = join(target, `${id}.${each.name}.json`)
    const note = `From the end-to-end run: ${problem}.`
    const fixture = { note, captured: `${id} ${version}`, env: {}, args: each.args, stdin: objectIn(each.text) ?? each.text }
    writeFileSync(path, `${JSON.stringify(fixture, null, 2)}\n`)
    written.push(path)
  }
  return { total: recorded.length, written }
}

const readRecorded = (folder: string): readonly Recorded[] =>
  readdirSync(folder)
    .filter(name => !name.endsWith('.args'))
    .map(name => {
      const args = join(folder, `${name}.args`)
      const lines = existsSync(args) ? readFileSync(args, 'utf8').trim().split('\n') : []
      return { name, text: readFileSync(join(folder, name), 'utf8'), args: lines.filter(line => line !== '') }
    })

/** Why no adapter understands it, or nothing. */
const problemOf = ({ text, args }: Recorded): string | undefined => {
  const payload = objectIn(text)
  if (payload === undefined) return 'not a JSON object'
  const said = (flag: string): string | undefined => (args.includes(flag) ? args[args.indexOf(flag) + 1] : undefined)
  const [client, event] = [said('--client'), said('--event')]
  const hints = { ...(client === undefined ? {} : { client }), ...(event === undefined ? {} : { event }) }
  const found = recognise(payload, { env: {}, hints })
  if (!found.ok) return found.failure.kind
  const normalised = found.value.normalise(payload, {}, hints)
  return normalised.ok ? undefined : normalised.failure.kind
}

const objectIn = (text: string): JsonObject | undefined => {
  const read = readObject(text)
  return isObject(read) ? read : undefined
}
