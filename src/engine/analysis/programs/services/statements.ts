/** Clients of hosted and local databases that nothing else is known of. */

import { runEmbeddedStatements } from '../../calls/embedded-commands.ts'
import type { Programs } from '../../calls/form.ts'
import { isRehearsal } from '../../calls/rehearsal.ts'
import type { Call } from '../../values/analysis.ts'

/** Anything among their words may be a statement. */
const clients =
  'aws gcloud az wrangler turso supabase neonctl neon pscale databricks dolt edgedb gel mysqlsh litecli iredis cbq impala-shell presto sqlite-utils osqueryi sqlline sqlline.py dbt drizzle-kit doctl exo ddev lando psqlrc rqlite bendsql arangosh pgcli isql osql isql-fb fisql bsql turso-cli ysqlsh ycqlsh cqlsh-expansion'

export const statements: Programs = { [clients]: runStatements }

function runStatements(call: Call): undefined {
  if (!isRehearsal(call)) runEmbeddedStatements(call)
}
