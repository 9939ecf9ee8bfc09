/** Pages and schemas with what the pipeline itself says. */

import { fillFailing } from './failing.ts'
import { fillGateway } from './gateway.ts'
import { fillLosses } from './gateway-losses.ts'
import { manText } from './man.ts'
import { fillMessages } from './messages.ts'
import { fillReference } from './reference.ts'
import { schemaFiles } from './schemas.ts'

const pages = {
  'docs/tfy-hook.1': manText,
  'docs/operate/switches.md': async () => (await import('../guard/table.ts')).switchesPage(),
  'docs/operate/failing.md': fillFailing,
  'docs/operate/failing-tables.md': fillFailing,
  'docs/operate/gateway.md': fillGateway,
  'docs/operate/gateway-tables.md': fillLosses,
  'docs/operate/messages.md': fillMessages,
  'docs/use/reference.md': fillReference,
  ...schemaFiles,
}

export const outcomes = async (current: (path: string) => Promise<string | undefined>): Promise<ReadonlyMap<string, string>> => {
  const texts = new Map<string, string>()
  for (const [path, textOf] of Object.entries(pages)) texts.set(path, await textOf((await current(path)) ?? ''))
  return texts
}
