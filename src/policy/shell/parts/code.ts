/** What is known of programming languages: interpreters, compilers, consoles and the code they are given. */

import '../analyse.ts' // All that is shared with it stays in its chunk.
import { compilers } from '../code/compiled.ts'
import { doors } from '../programs/doors.ts'
import { interpret } from '../programs/interpreters.ts'
import { recipes } from '../programs/just.ts'

export { interpreterOf } from '../programs/interpreters.ts'

export const families = { compilers, doors, interpret, recipes }
