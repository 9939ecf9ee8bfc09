/** The engine of another revision, beside ours: checked out into a temporary folder, and loaded from there. */

import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { evaluate } from '../../src/engine/policy/evaluate.ts'
import { at, must, run, stop } from '../project/project.ts'

export type Engine = typeof evaluate

export const ours: Engine = evaluate

/** Where the engine's door has been, newest first. */
const doors = ['src/engine/policy/evaluate.ts']

export interface Other {
  readonly engine: Engine
  readonly commit: string
  readonly close: () => void
}

/** Uses the packages that are installed here: a revision with other ones is judged with ours. */
export const engineAt = async (revision: string): Promise<Other> => {
  const commit = run('git', ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`]).stdout.trim()
  if (commit === '') stop(`There is no revision "${revision}".`)
  const folder = join(mkdtempSync(join(tmpdir(), 'tfy-verdicts-')), 'tree')
  must('git', ['worktree', 'add', '--detach', '--quiet', folder, commit])
  const close = (): void => {
    must('git', ['worktree', 'remove', '--force', folder])
    rmSync(join(folder, '..'), { recursive: true, force: true })
  }
  symlinkSync(at('node_modules'), join(folder, 'node_modules'))
  const door = doors.map(path => join(folder, path)).find(existsSync)
  if (door === undefined) {
    close()
    return stop(`${commit.slice(0, 8)} has no engine at ${doors.join(' or ')}.`)
  }
  const { evaluate: engine } = (await import(door)) as { evaluate: Engine }
  return { engine, commit: commit.slice(0, 8), close }
}
