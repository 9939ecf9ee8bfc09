/** Prints or writes the bridge plugin of a host: the embedded path is that of the program that is running. */

import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { writeAll } from '../../hook/io.ts'
import { bridgeFiles, bridgeText, type Host, longestMs } from './registration/bridge-files.ts'
import { ownCommand } from './registration/own-program.ts'
import { ConfigError } from './terminal/errors.ts'

interface BridgeFlags {
  readonly print?: boolean
  readonly out?: string
  readonly failOpen?: boolean
  readonly failClosed?: boolean
  readonly timeoutMs?: string
}

const shortestMs = 50

export const bridge = (host: Host, flags: BridgeFlags): number => {
  if (flags.failOpen === true && flags.failClosed === true)
    throw new ConfigError('--fail-open and --fail-closed exclude each other')
  const timeoutMs = flags.timeoutMs === undefined ? longestMs : Number(flags.timeoutMs)
  if (!Number.isInteger(timeoutMs) || timeoutMs < shortestMs || timeoutMs > longestMs)
    throw new ConfigError(`--timeout-ms is a whole number of milliseconds from ${shortestMs} to ${longestMs}`)
  const settings = { command: ownCommand(), failClosed: flags.failOpen !== true, timeoutMs }
  const { out, print } = flags
  if (out === undefined || print === true) writeAll(1, bridgeText(host, settings))
  if (out === undefined) return 0
  const folder = resolve(out)
  try {
    mkdirSync(folder, { recursive: true })
    for (const [name, text] of Object.entries(bridgeFiles(host, settings))) {
      const path = join(folder, name)
      writeFileSync(`${path}.new`, text)
      renameSync(`${path}.new`, path)
      writeAll(2, `wrote ${path}\n`)
    }
  } catch (cause) {
    throw new ConfigError(`the files cannot be written to ${folder}`, { cause })
  }
  return 0
}
