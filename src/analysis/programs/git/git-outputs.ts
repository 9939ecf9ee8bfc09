/** git's own ways to write a file: the options and words that name one. */

import { overwritten } from '../../effects/file-effects.ts'
import type { Call } from '../../values/analysis.ts'
import type { Value } from '../../values/value.ts'

const writers =
  /^(?:diff|diff-tree|diff-index|diff-files|log|show|reflog|stash|whatchanged|range-diff|shortlog|rev-list|format-patch|archive|bundle)$/

/** `--output=FILE`, `-o FILE` of an archive, `-o FOLDER` of patches, `bundle create FILE`. */
export function outputs(verb: string, call: Call): void {
  if (!writers.test(verb)) return
  const { args } = call
  if (verb === 'bundle' && args[0]?.text === 'create') {
    const file = args.slice(1).find(word => word.text[0] !== '-')
    if (file !== undefined) written(file, call)
  }
  const short = verb === 'archive' || verb === 'format-patch'
  for (const [index, word] of args.entries()) {
    if (word.text === '--') return
    const [, name, equals, joined] = /^(--outp?u?t?(?:-di?r?e?c?t?o?r?y?)?|-o)(=?)([\s\S]*)$/.exec(word.text) ?? []
    if (name === undefined || (name === '-o' && !short) || (name !== '-o' && equals === '' && joined !== '')) continue
    const file = joined === '' && equals === '' ? args[index + 1] : { ...word, text: joined as string }
    if (file !== undefined) written(verb === 'format-patch' ? { ...file, text: `${file.text}/0001-change.patch` } : file, call)
  }
}

function written(file: Value, { env, analysis, invocation }: Call): void {
  if (file.text !== '-') overwritten(file, 'replace', env, analysis, invocation)
}
