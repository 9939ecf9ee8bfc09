/** Programs that run or install what an address holds, besides those whose families say so. */

import type { Programs } from '../../calls/form.ts'
import { handedSecrets } from '../../calls/unknown-call.ts'
import { records } from './fetchers.gen.ts'

export const fetchers: Programs = records({ handedSecrets })
