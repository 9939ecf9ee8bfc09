/** What is known of programming languages: interpreters, compilers, consoles and the code they are given. */

import { awks } from '../code/awk.ts'
import { compilers } from '../code/compiled.ts'
import { interpret } from '../code/interpreters.ts'
import { recipes } from '../code/just.ts'
import { publishing } from '../code/publishing.ts'
import { vims } from '../code/vim.ts'
import { consolePrograms as consoles } from '../services/consoles.ts'

export { interpreterOf } from '../code/interpreters.ts'
export { runsWritten } from '../code/written-code.ts'

export const families = { publishing, awks, vims, recipes, compilers, interpret, consoles }
