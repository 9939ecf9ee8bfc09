/** Registers the hook with a client: its files, and the commands of its page. */

import { copyFileSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { isJson } from '../../src/setup/prove/model/script.ts'
import type { E2eClient, Files, Hook, Place, Start } from './client.ts'
import { writeAll } from './files.ts'
import { finish, start } from './sandbox.ts'
import { type Around, wrap } from './wrap.ts'

/** No command of a page takes longer. */
const limitMs = 60_000

/** The answer is to be called when the model is asked first. */
export const register = async (
  client: E2eClient,
  place: Place,
  hook: Hook,
  program: string,
  around: Around,
  env: Readonly<Record<string, string>>,
): Promise<() => void> => {
  writeAll(configured(client, place, hook))
  const steps = client.setup?.(place, hook) ?? []
  const wrapped = hook.program !== program
  // What the executable writes names the place at which it stands, so it stands there first.
  if (wrapped && steps.length > 0) copyTo(program, hook.program)
  await perform(steps, place, env)
  const trouble = (): void => {
    if (wrapped) wrap(program, around, hook.program)
  }
  // A bridge asks about every moment. Those before the ones of the scenario go well, or nothing would come to those.
  if (steps.length > 0 && around.around !== undefined && !hook.moments.includes('prompt')) return trouble
  trouble()
  return () => {}
}

/** Commands that a page or a note tells, one after the other. */
export const perform = async (
  steps: readonly Start[],
  { project }: Place,
  env: Readonly<Record<string, string>>,
): Promise<void> => {
  for (const step of steps) {
    const { code, stderr } = await finish(start(step, project, env), limitMs)
    if (code !== 0) throw new Error(`${step.command} ${step.args.join(' ')}\n${stderr}\nended with ${code}`)
  }
}

const configured = (client: E2eClient, place: Place, hook: Hook): Files => {
  const files: Record<string, Files[string]> = { ...client.settings(place) }
  for (const [path, added] of Object.entries(client.hooks(place, hook))) {
    const own = files[path]
    files[path] = isJson(own) && isJson(added) ? { ...own, ...added } : added
  }
  return files
}

const copyTo = (program: string, path: string): void => {
  mkdirSync(dirname(path), { recursive: true })
  copyFileSync(program, path)
}
