/** Cells of notebooks: code of a language, with a notebook's own ways to run a shell in it. */

import { isObject } from '../../../core/json.ts'
import { textOf } from '../../../core/tool.ts'

/** `!command`, `%pip install x`, `%%bash`, `%system command`, `get_ipython().system('command')`. */
export const shellIn = (code: string): readonly string[] => [
  ...[...code.matchAll(/^[^\S\n]*(?:!|%(?:system|sx)\b)([^\n]+)/gm)].map(([, command = '']) => command.replace(/^!/, '')),
  ...[...code.matchAll(/^[^\S\n]*%((?:pip3?|conda|mamba|micromamba|uv)[ \t][^\n]+)/gm)].map(([, command = '']) => command),
  ...[...code.matchAll(/^[^\S\n]*%%(?:bash|sh|script|system)\b[^\n]*\n/gm)].map(({ 0: head, index }) =>
    code.slice(index + head.length),
  ),
  ...[...code.matchAll(/get_ipython\(\)\.(?:system|getoutput)\(\s*[fr]?["']+([^"'\n]+)/g)].map(([, command = '']) => command),
]

/** The code of a whole notebook, or of the one cell that a text is. */
export const cellsOf = (text: string): readonly string[] => {
  if (!/^\s*\{/.test(text)) return [text]
  try {
    const { cells } = JSON.parse(text) as { cells?: unknown }
    if (!Array.isArray(cells)) return [text]
    return cells.flatMap(cell =>
      isObject(cell) && cell.cell_type === 'code' ? [textOf(cell.source).replace(/\n\n/g, '\n')] : [],
    )
  } catch {
    return [text]
  }
}
