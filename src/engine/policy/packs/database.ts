import { once } from '../../analysis/values/once.ts'
import type { Pack } from '../rules/pack.ts'

export default {
  id: 'database',
  title: 'Databases',
  recommended: 'ask',
  strict: 'on',
  answers: once(() => [
    {
      id: 'database.destroy',
      severity: 'high',
      reason: 'This drops or empties tables or databases.',
      instead: 'Look first, for example `psql -c "select count(*) from orders"`, and let the person do it.',
    },
    {
      id: 'database.mass-change',
      severity: 'high',
      reason: 'This changes or deletes all rows of a table.',
      instead: 'Add a WHERE clause and count first: `psql -c "select count(*) from orders where id = 7"`.',
    },
    {
      id: 'database.migrate-reset',
      severity: 'high',
      reason: 'This resets a database by its migration tool.',
      instead: 'Look at the state, for example `npx prisma migrate status`, and let the person reset it.',
    },
  ]),
} as const satisfies Pack
