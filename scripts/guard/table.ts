/** The page of switches: what `init`, `doctor` and `status` said when each was thrown. */

import { loadAll } from '../../src/hook/recognise.ts'
import { allRecorded, figuresOf } from '../e2e/liveness/figures.ts'
import { table } from '../gen/docs.ts'
import { declared, fixturesIn, type Thrown } from './fixtures.ts'
import { type Said, say } from './machine.ts'

const found = /^(?:registration\.(?:off|refused|unknown)|client\.old)$/

/** `not guarded, 1`: the answer and the exit code. */
const cells = ({ init, doctor, status, guard }: Said): readonly string[] => {
  const [worst] = doctor
    .filter(({ id }) => found.test(id))
    .sort((a, b) => Number(b.severity === 'bad') - Number(a.severity === 'bad'))
  const heartbeat = guard.answer === 'cannot be known' && worst === undefined ? 'warn `heartbeat`' : '–'
  return [
    init.state,
    worst === undefined ? heartbeat : `${worst.severity} \`${worst.id}\``,
    `${guard.answer}, ${status.exitCode}`,
  ]
}

/** What running clients did, as `npm run e2e -- --liveness` recorded it. */
const played = (titles: ReadonlyMap<string, string>): string =>
  table(
    ['client', 'ways', 'not seen', 'unguarded', 'of these: not guarded', 'cannot be known', 'guarded', 'guarded, before'],
    allRecorded().map(recorded => {
      const { ways, unseen, unguarded, off, unknown, guarded } = figuresOf(recorded)
      const { before } = recorded
      return [
        `${titles.get(recorded.client) ?? recorded.client} ${recorded.version}`,
        ...[ways, unseen, unguarded, off, unknown, guarded].map(String),
        before === undefined ? '–' : `${before.wrong} of ${before.unguarded}`,
      ]
    }),
  )

const escaped = (text: string): string => text.replaceAll('|', '\\|')

export const switchesPage = async (): Promise<string> => {
  const titles = new Map((await loadAll()).map(({ id, title }) => [id, title]))
  const says = await declared()
  const byClient = new Map<string, Thrown[]>()
  for (const thrown of fixturesIn()) byClient.set(thrown.client, [...(byClient.get(thrown.client) ?? []), thrown])
  const rows: string[] = []
  let neighbours = 0
  for (const [client, all] of [...byClient].sort(([a], [b]) => (a < b ? -1 : 1))) {
    for (const { id, fixture } of all) {
      const said = await say(client, fixture)
      neighbours += fixture.neighbours.length
      rows.push(
        `| ${titles.get(client) ?? client} | \`${escaped(says.get(`${client}/${id}`) ?? id)}\` | ${cells(said).join(' | ')} |`,
      )
    }
  }
  return `# Switches

What keeps a client from running a hook that is registered, and what \`init\`, \`doctor\` and \`status\` say about it
([ADR 0013](../adr/0013-one-answer-to-is-it-guarded.md)). This page is generated: the three commands run over each fixture in \`fixtures/guard\`.
\`npx vitest run test/guard/\` does the same, with ${neighbours} neighbours that differ in one thing, most of which must still be called guarded.

| client | switch | \`init\` says | \`doctor\` finds | \`status\`: answer, exit code |
|---|---|---|---|---|
${rows.join('\n')}

Where \`init\` says \`registered\` and \`status\` says \`cannot be known\`, a person has to trust the folder or the hook in the client; \`init\` lists
that under "Left for you". Where \`init\` says \`registered\` and \`status\` says \`not guarded\`, running \`init\` again repairs it.

Command lines leave nothing to read: \`claude --bare\`, \`codex --disable hooks\` and the like are denied by the pack \`self\` where an agent types them,
and not seen where a person does.

## On running clients

\`npm run e2e -- --liveness\` changes files and variables around real clients (2026-11). *Unguarded*: a denied command ran; then, what \`doctor\` and
\`status\` said. *Not seen*: the client withheld the tool. *Before*: revision 3cccb9fa, which believed files. Where a client obeyed, the answer was
\`cannot be known\` until it had called.

${played(titles)}`
}
