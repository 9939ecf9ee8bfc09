/** Platforms that host applications and databases: rows of data. */

import type { Programs } from '../../calls/form.ts'
import type { Options } from '../../calls/options.ts'
import { isSecretVariable } from '../../places/secret-names.ts'
import { type Call, find } from '../../values/analysis.ts'
import { HOLE } from '../../values/value.ts'
import { records } from './hosting.gen.ts'

/** `config:get NAME`: a setting, or a secret by its name. */
function named(call: Call, { positional: [verb, ...names] }: Options): undefined {
  if (
    /^(?:config|env):get$/.test(verb?.text ?? '') &&
    names.some(name => isSecretVariable(name.text) || name.text.includes(HOLE))
  )
    find(call, 'secrets.print-token')
}

export const hosting: Programs = records({ named })
