/** Package managers and publishers that few projects have: rows of data. */

import type { Programs } from '../../calls/form.ts'
import { handedSecrets } from '../../calls/unknown-call.ts'
import { indexed } from './packages.ts'
import { records } from './publishing.gen.ts'

export const publishing: Programs = records({ handedSecrets, indexed })
