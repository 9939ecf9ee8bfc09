/** `npm run new-client -- --id x`: the two places a client lives in, and a test that fails until they are filled. */

import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { at, must, say, stop, tool } from './project/project.ts'

const { values } = parseArgs({ options: { id: { type: 'string' }, title: { type: 'string' } } })
const id = values.id ?? stop('Which client? npm run new-client -- --id <id> [--title <title>]')
if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id))
  stop(`"${id}" is not an id: small letters, digits and single dashes, a letter first`)

const title =
  values.title ?? id.replace(/(^|-)(.)/g, (_, dash: string, letter: string) => `${dash && ' '}${letter.toUpperCase()}`)
const source = `src/adapters/clients/${id}.ts`
const fixture = `fixtures/clients/${id}/example.json`
for (const path of [source, fixture]) if (existsSync(at(path))) stop(`${path} exists already`)

await writeFile(
  at(source),
  `import type { ClientSignature } from '../../core/client.ts'

export default {
  id: '${id}',
  title: ${JSON.stringify(title).replaceAll("'", "\\'").replace(/^"|"$/g, "'")},
  // Answer 'strong' for what no other client sends, 'weak' for the usual shape, and note where each was seen.
  // When the client's answers are known too, grow this into a ClientAdapter: claude-code.ts shows the order.
  detect: () => 'no',
} satisfies ClientSignature
`,
)
await mkdir(at(`fixtures/clients/${id}`), { recursive: true })
const example = {
  note: `Not a payload yet: put one recorded from ${title} under "stdin", and say how it was recorded.`,
  captured: 'no',
  stdin: { hook_event_name: 'example' },
  want: { client: id, event: 'example' },
}
await writeFile(at(fixture), `${JSON.stringify(example, null, 2)}\n`)
must(tool('bun'), ['scripts/gen.ts'])

say(`${source}
${fixture}

1. Record a real payload of ${title} and put it into the fixture as "stdin".
2. Write "detect" until "npx vitest run test/clients" passes: now it fails, since nothing detects the fixture.
3. Give it an adapter when you know what it obeys, then "npm run gen" for its table in docs/clients/${id}.md.`)
