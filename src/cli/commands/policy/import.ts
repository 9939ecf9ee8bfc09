/** `policy import`: rules that somebody has written for another tool, as a policy on stdout. */

import { parse } from 'jsonc-parser'
import { stringify } from 'yaml'
import { isSettings, rulesFrom } from '../../../engine/policy/language/claude-settings.ts'
import { writeAll } from '../../../hook/io.ts'
import { ConfigError } from '../terminal/errors.ts'
import { readText } from './files.ts'

export const importSettings = (args: readonly string[]): number => {
  const [, file = '.claude/settings.json'] = args
  const settings: unknown = parse(readText(file))
  if (!isSettings(settings)) throw new ConfigError(`${file} has no permissions.`)
  const { rules, left } = rulesFrom(settings)
  writeAll(1, stringify({ version: 1, extends: 'recommended', rules }, { lineWidth: 0, aliasDuplicateObjects: false }))
  writeAll(2, left.map(what => `not carried over: ${what}\n`).join(''))
  return 0
}
