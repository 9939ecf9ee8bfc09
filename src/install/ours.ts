/** Which registrations are ours: those that run tfy-hook, or that carry our mark. */

import { isObject, type JsonObject, type JsonValue } from '../core/json.ts'

/** Header of HTTP registrations that `init` writes. */
export const mark = 'x-tfy-hook'

/** Keys under which clients keep the program of an entry. */
const programKeys = ['command', 'bash', 'powershell', 'exec', 'windows', 'linux', 'osx', 'commandWindows', 'script']

/** Whether a text runs us anywhere: for files that are wholly ours. */
export const runsUs = (text: string): boolean => runs.test(text)

// Also under the names that releases have.
const runs =
  /(?:^|[\s"'&;(=/\\])tfy-hook(?:-node)?(?:-(?:linux|darwin|windows)(?:-[a-z0-9]+)+)?(?:\.exe|\.mjs|\.cmd|\.ps1)?(?=$|[\s"';)])/

/** An entry that runs us itself. A group of several is looked into by whoever knows its shape. */
export const entryRunsUs = (entry: JsonValue | undefined): boolean => {
  if (!isObject(entry)) return false
  if (programKeys.some(key => typeof entry[key] === 'string' && runs.test(entry[key]))) return true
  if (Array.isArray(entry.args) && entry.args.some(word => typeof word === 'string' && runs.test(word))) return true
  if (isObject(entry.headers) && Object.keys(entry.headers).some(name => name.toLowerCase() === mark)) return true
  // One client keeps its command one level down.
  return isObject(entry.action) && entryRunsUs(entry.action as JsonObject)
}
