/** The compiled forms of managed files, which stand beside these: a call of any account reads them as it reads a form of its own. */

import { ok, type Result } from '../../../core/failure.ts'
import { parsePolicy } from '../../../engine/policy/language/load.ts'
import { formOf, placeOf } from '../../../hook/config/compiled.ts'
import { parseConfig } from '../../../hook/config/parse.ts'

export interface Text {
  readonly file: string
  readonly text: string
}

/** `config.yaml` or `policy.yaml` of a managed directory, by its place on the machine that it is for. */
export const compiledForm = async ({ file, text }: Text): Promise<Result<Text>> => {
  const isPolicy = file.endsWith('/policy.yaml')
  const parsed = isPolicy ? await parsePolicy(text, file, 'managed') : await parseConfig(text, file)
  if (!parsed.ok) return parsed
  return ok({ file: placeOf(file), text: await formOf({ file, layer: isPolicy ? 'managed' : 'config' }, text, parsed.value) })
}
