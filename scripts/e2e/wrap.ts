/** Programs around the hook. They bear its name: what reads a registration looks for it. */

import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface Around {
  /** The last three are what a bridge can meet. */
  readonly around?: 'noisy' | 'hanging' | 'unstartable' | 'missing' | 'crashing' | 'babbling'
  /** A folder for copies of what the hook is asked. */
  readonly record?: string | undefined
}

/** Where the program to register stands: the executable itself when nothing is around it. */
export const placeOf = (program: string, { around, record }: Around, folder: string): string =>
  around === undefined && record === undefined ? program : join(folder, 'tfy-hook')

/** Puts it there. */
export const wrap = (program: string, { around, record }: Around, path: string): void => {
  mkdirSync(dirname(path), { recursive: true })
  rmSync(path, { force: true })
  if (around === 'missing') return
  writeFileSync(path, around === 'unstartable' ? foreign : script(program, around, record))
  chmodSync(path, 0o755)
}

/** The head of a program for another machine: neither this one nor a shell can run it. */
const foreign = Buffer.from('7f454c460201010000000000000000000200f3000100000000000000000000', 'hex')

const script = (program: string, around: Around['around'], record: string | undefined): string => {
  const lines = ['#!/bin/sh']
  // The client kills the group or only this process; nobody waits for the sleep.
  if (around === 'hanging') lines.push('exec sleep 300')
  if (around === 'crashing') lines.push('kill -SEGV $$')
  if (around === 'babbling') lines.push(`echo '{"verdict":"allowed"}'`, 'exit 0')
  if (around === 'noisy') lines.push('echo "Welcome back. You have {3} new messages."')
  lines.push(record === undefined ? `exec '${program}' "$@"` : recording(program, record))
  return `${lines.join('\n')}\n`
}

/** Only the hook itself: `bridge` and other commands speak on stdin for longer than one event. */
const recording = (program: string, folder: string): string => `case "$1" in
  ''|-*) copy=$(mktemp '${folder}/payload-XXXXXXXX') && cat > "$copy" && printf '%s\\n' "$@" > "$copy.args" && exec '${program}' "$@" < "$copy" ;;
esac
exec '${program}' "$@"`
