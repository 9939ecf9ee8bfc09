/** Services met rarely, by what their command lines end there: rows of data. */

import type { Program, Programs } from '../../calls/form.ts'
import { find } from '../../values/analysis.ts'
import { records } from './rare-services.gen.ts'

const tables: Readonly<Record<string, Program>> = {
  ...records,
  nsupdate: {
    also: call => {
      if (/^[^\S\n]*(?:update[^\S\n]+)?del(?:ete)?[^\S\n]/m.test(call.stdin.text ?? '')) find(call, 'cloud.destroy')
      return undefined
    },
  },
}

export const rareServices: Programs = tables
