/** Programs known for what they print alone: of a file that they are given, nothing is known. Where another family knows one, it speaks first. */

import type { Programs } from '../../calls/form.ts'
import { records } from './printers.gen.ts'
import { asUnknown } from './unknown-resources.ts'

export const printers: Programs = Object.fromEntries(
  Object.entries(records).map(([names, program]) => [names, { ...program, also: asUnknown }]),
)
