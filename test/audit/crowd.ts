/** One of a crowd of hooks: appends lines as fast as it can. Arguments: state directory, lines, bytes at which the log is rotated, a name. */

import { appendAudit } from '../../src/hook/audit/append.ts'
import { hash, record } from './log.ts'

const [state = '', lines = '', maxBytes = '', name = ''] = process.argv.slice(2)
// All of a crowd begin together.
while (Date.now() % 500 > 5);
for (let n = 0; n < Number(lines); n++)
  await appendAudit(state, record(n, { session: `${name}-${n}`, text: 'x'.repeat((n * 977) % 6_000) }), hash, {
    maxBytes: Number(maxBytes),
    keepFiles: 10_000,
  })
