/** Which registrations are ours: those that run tfy-hook, that carry our mark, or that ask a server of ours. */

import { isObject, type JsonObject, type JsonValue } from '../../core/json.ts'
import { isOurAddress } from './address.ts'

/** Header of HTTP registrations that `init` writes. */
export const mark = 'x-tfy-hook'

/** Keys under which clients keep the program of an entry. */
const programKeys = ['command', 'bash', 'powershell', 'exec', 'windows', 'linux', 'osx', 'commandWindows', 'script']

// Also under the names that releases have.
const name = String.raw`tfy-hook(?:-node|-door)?(?:-(?:linux|darwin|windows)(?:-[a-z0-9]+)+)?(?:\.exe|\.mjs|\.cmd|\.ps1)?`

const runs = new RegExp(String.raw`(?:^|[\s"'&;(=/\\])${name}(?=$|[\s"';)])`)

/** Whether a text runs us anywhere: for files that are wholly ours. */
export const runsUs = (text: string): boolean => runs.test(text)

const program = String.raw`(?:"(?:[^"]*[\\/])?${name}"|'(?:[^']*[\\/])?${name}'|(?:[^\s"'\`;&|()<>=]*[\\/])?${name}(?=$|[\s"';&|)<>]))`

/** Where a shell looks for a program: in front, behind an operator, or behind what starts another. */
const place = String.raw`(?:^|[;&|({\n\`]|=\S*\s|-l?c\s+["']|\b(?:exec|command|env|nohup|sudo|time|timeout\s+\S+|if|then|else|do)\s|\b(?:node|bun)(?:\.exe)?["']?\s)\s*`

const starts = new RegExp(place + program)

// A folder can have our name, and a sentence can say it; our flags behind it cannot be meant for another.
const asked = new RegExp(String.raw`${name}["']*\s+["']?--(?:client|event|fail-open|fail-closed|timeout-ms)\b`)

/** Whether a client's command runs us, and does not only name us. */
const startsUs = (command: string): boolean => runs.test(command) && (starts.test(command) || asked.test(command))

/** The script in a folder of hooks, as we write it; with a line more it is somebody's own. */
export const isOwnScript = (text: string): boolean =>
  /^(?:#!\/bin\/sh\n(?:unset(?: [A-Za-z_]+)+\n)?exec [^\n]*\n|\$OutputEncoding = [^\n]*\n\$input \| [^\n]*\n)$/.test(text)

/** Whether a file is wholly ours: it has our name, or is a script that does nothing else. */
export const whollyOurs = (file: string, text: string): boolean =>
  runsUs(text) && (/[\\/]tfy-hook(?:[\\/.]|$)/.test(file) || isOwnScript(text))

/** An entry that runs us itself. A group of several is looked into by whoever knows its shape. */
export const entryRunsUs = (entry: JsonValue | undefined): boolean => {
  if (!isObject(entry)) return false
  const words: readonly unknown[] = Array.isArray(entry.args) ? entry.args : []
  if (programKeys.some(key => typeof entry[key] === 'string' && startsUs([entry[key], ...words].join(' ')))) return true
  if (words.some(word => typeof word === 'string' && /\s/.test(word) && startsUs(word))) return true
  if (isObject(entry.headers) && Object.keys(entry.headers).some(name => name.toLowerCase() === mark)) return true
  if (typeof entry.url === 'string' && isOurAddress(entry.url)) return true
  // One client keeps its command one level down.
  return isObject(entry.action) && entryRunsUs(entry.action as JsonObject)
}
