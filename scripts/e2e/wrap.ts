/** Programs around the hook. They bear its name: what reads a registration looks for it. */

import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Around {
  readonly around?: 'noisy' | 'hanging'
  /** A folder for copies of what the hook is asked. */
  readonly record?: string | undefined
}

/** The program to register: the executable itself when nothing stands around it. */
export const wrap = (program: string, { around, record }: Around, folder: string): string => {
  if (around === undefined && record === undefined) return program
  const path = join(folder, 'tfy-hook')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path, script(program, around, record))
  chmodSync(path, 0o755)
  return path
}

const script = (program: string, around: Around['around'], record: string | undefined): string => {
  const lines = ['#!/bin/sh']
  // The client kills the group or only this process; nobody waits for the sleep.
  if (around === 'hanging') lines.push('exec sleep 30')
  if (around === 'noisy') lines.push('echo "Welcome back. You have {3} new messages."')
  lines.push(record === undefined ? `exec '${program}' "$@"` : recording(program, record))
  return `${lines.join('\n')}\n`
}

/** Only the hook itself: `bridge` and other commands speak on stdin for longer than one event. */
const recording = (program: string, folder: string): string => `case "$1" in
  ''|-*) copy=$(mktemp '${folder}/payload-XXXXXXXX') && cat > "$copy" && printf '%s\\n' "$@" > "$copy.args" && exec '${program}' "$@" < "$copy" ;;
esac
exec '${program}' "$@"`
