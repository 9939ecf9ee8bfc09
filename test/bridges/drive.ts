/** The same fake hosts in another runtime: `bun drive.ts <host> <jobs as JSON>`, one line of JSON for each job. */

import { type Came, type Deed, does, type HostName } from './hosts.ts'

export interface Job {
  readonly file: string
  readonly deed: Deed
  readonly folder: string
}

const [host, jobs] = process.argv.slice(2)
for (const { file, deed, folder } of JSON.parse(jobs ?? '[]') as readonly Job[]) {
  const plugin = ((await import(file)) as { readonly default: unknown }).default
  const came: Came = await does(host as HostName, plugin, deed, { folder })
  console.log(JSON.stringify(came))
}
process.exit(0)
