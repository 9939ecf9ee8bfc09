/** What a page cannot have of the engine: programs that rules ask. */

import { join } from 'node:path'

const stub = join(import.meta.dirname, 'no-check.ts')

export const withoutPrograms = {
  name: 'without-programs',
  enforce: 'pre' as const,
  resolveId: (source: string) => (source.endsWith('/judge/check.ts') ? stub : undefined),
}
