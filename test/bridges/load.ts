/** Printed plugins as files, and the executables they may find. */

import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BridgeSettings, bridgeFiles } from '../../src/cli/commands/registration/bridge-files.ts'
import { folder } from '../blackbox/call.ts'
import type { HostName } from './hosts.ts'

/** Where the plugin of these settings was written to. */
export const printed = (host: HostName, settings: BridgeSettings): string => {
  const files = bridgeFiles(host, settings)
  return join(folder(files), Object.keys(files)[0] ?? '')
}

export const loaded = async (path: string): Promise<unknown> =>
  ((await import(/* @vite-ignore */ pathToFileURL(path).href)) as { readonly default: unknown }).default

/** A program for `sh`; `name` may be anything a folder can be called. */
export const program = (script: string, name = 'tfy-hook'): string => {
  const path = join(folder({ [`${name}/keep`]: '' }), name, 'run')
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return path
}

const deny = `printf '{"verdict":"deny","reason":"why"}'`

/** Programs that give no verdict, each in its own way. `pid` is a file for the number of a process that must not be left behind. */
export const broken = (pid: string): Readonly<Record<string, string>> => ({
  hangs: program(`sleep 60 & echo $! > '${pid}'; wait`),
  'hangs after a deny': program(`${deny}; sleep 60 & echo $! > '${pid}'; wait`),
  'crashes with 1': program(`${deny}; exit 1`),
  'crashes with 3': program('exit 3'),
  'is killed': program(`${deny}; kill -9 $$`),
  'says nothing': program('cat > /dev/null'),
  'says garbage': program(`echo 'Segmentation fault'`),
  'says half of it': program(`printf '{"verdict":"deny","rea'`),
  'says something after it': program(`${deny}; echo ' done'`),
  'says {}': program(`echo '{}'`),
  'says null': program('echo null'),
  'says a list': program(`echo '[{"verdict":"deny","reason":"why"}]'`),
  'speaks another dialect': program(`echo '{"decision":"block","permission":"deny","reason":"why"}'`),
  'denies without a reason': program(`echo '{"verdict":"deny"}'`),
  'gives a verdict nobody knows': program(`echo '{"verdict":"maybe","reason":"why"}'`),
  'changes the arguments into a text': program(`echo '{"verdict":"allow","args":"ls"}'`),
  'says megabytes': program(`cat > /dev/null; head -c 40000000 /dev/zero | tr '\\0' 'x'`),
  'says a verdict and megabytes': program(
    `printf '{"verdict":"deny","reason":"why","message":"'; head -c 20000000 /dev/zero | tr '\\0' 'x'; printf '"}'`,
  ),
  'never stops talking': program('yes x'),
  'is not there': '/nonexistent/tfy-hook',
  'is no program': join(folder({ 'tfy-hook': 'text' }), 'tfy-hook'),
})

export const refuses = (): string => program(`echo 'tfy-hook [tfy.internal] No verdict.' >&2; exit 2`)
export const answers = (answer: unknown): string =>
  program(`cat > /dev/null; printf '%s' '${JSON.stringify(answer).replaceAll("'", "'\\''")}'`)
/** Writes what it was given beside itself, and allows. */
export const records = (file: string): string =>
  program(`cat > '${file}'; printf '%s\\n' "$@" > '${file}.args'; env > '${file}.env'; echo '{"verdict":"allow"}'`)
