/** The tables of docs/operate/failing.md and failing-tables.md: every outcome there is, folded until a person can read it. */

import { describe, type FailureKind } from '../../src/core/failure.ts'
import type { SourceName } from '../../src/core/verdict.ts'
import { remedyFor } from '../../src/setup/doctor/finding.ts'
import type { Reading } from '../../test/clients/oracles/reading.ts'
import { adapters, callers } from '../outcomes/callers.ts'
import { failureKinds, samples } from '../outcomes/failures.ts'
import { asks, modes, type Outcome, outcomeOf, type Part, type Said, situations, sourceNames } from '../outcomes/outcomes.ts'
import { fill, table } from './docs.ts'

/** Puts the tables into the page. */
export const fillFailing = async (page: string): Promise<string> => {
  outcomesOnce ??= allOutcomes()
  const outcomes = await outcomesOnce
  let text = fill(page, 'failures', failuresTable(outcomes))
  text = fill(text, 'said', sourceNames.map(source => saidSection(source, outcomes)).join('\n'))
  text = fill(text, 'heard', adapters.map(({ id, title }) => heardSection(id, title, outcomes)).join('\n'))
  return fill(
    text,
    'count',
    `${outcomes.length.toLocaleString('en')} combinations, of which every one is run by \`test/failing.test.ts\`.\n`,
  )
}

/** The same for each of the pages. */
let outcomesOnce: Promise<readonly Outcome[]> | undefined

const allOutcomes = async (): Promise<readonly Outcome[]> => {
  const found: Outcome[] = []
  for (const situation of situations) {
    for (const mode of modes) {
      for (const caller of callers) {
        const outcome = await outcomeOf(situation, mode, caller)
        if (outcome !== undefined) found.push(outcome)
      }
    }
  }
  return found
}

const code = (word: string): string => `\`${word}\``
const list = (words: readonly string[]): string => words.map(code).join(', ')
const distinct = <T>(items: readonly T[]): readonly T[] => [...new Set(items)]

/** Items with the same key, in the order in which the keys appear. */
const groupBy = <T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> => {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}

const failuresTable = (outcomes: readonly Outcome[]): string =>
  table(
    ['failure', 'what is said', 'arises with', 'what to do'],
    failureKinds.map(kind => [code(kind), describe(samples[kind].failure), arisesWith(kind, outcomes), fixFor(kind)]),
  )

/** As `explain` says it, with what the page has more of. */
const fixFor = (kind: FailureKind): string =>
  `${(remedyFor(kind) ?? '').replace(/(?:--client ID|timeoutMs|gateway\.\w+|config\.yaml|TFY_GATEWAY_URL|tfy-hook (?:doctor|init|policy \w+))/g, code)}${more[kind] ?? ''}`

const more: Partial<Record<FailureKind, string>> = {
  'stdin-invalid': '. What no client sends: [the tables](failing-tables.md#what-is-decided)',
  'policy-invalid': '. The other policy files hold meanwhile',
  'bundle-unusable': '. See [below](#a-policy-bundle-cannot-be-used)',
  'gateway-unreachable': ' ([the words](gateway.md#when-it-does-not-work))',
  'gateway-paused': '. See [below](#the-gateway-is-paused)',
}

const arisesWith = (kind: FailureKind, outcomes: readonly Outcome[]): string => {
  const sources = distinct(outcomes.filter(({ decided }) => decided.failure?.kind === kind).map(({ source }) => source))
  if (sources.length === sourceNames.length) return 'every source'
  const fallback = distinct(outcomes.filter(({ decided }) => decided.verdict.fallback === kind).map(({ source }) => source))
  return [...sources.map(code), ...fallback.map(source => `${code(source)} (the engine answers)`)].join(', ')
}

/** What is decided, before anyone asks how the client is told. */
const saidOf = ({ decided: { verdict } }: Outcome): string => {
  const { ruling, message } = verdict
  if (ruling.decision === 'allow') return message === undefined ? 'goes on' : 'goes on, warned'
  return { contain: 'cage', ask: 'question', defer: 'pause', deny: 'refusal' }[ruling.decision]
}

const order: readonly Said[] = ['grant', 'allow', 'ask', 'defer', 'deny']

/** The strictest of what the sources that were asked do say. */
const knownIn = ({ source, gateway, offline, caller }: Outcome): string => {
  const word = (part: Part): readonly Said[] => ('says' in part ? [part.says] : part.knows === undefined ? [] : [part.knows])
  const online = asks(source, 'gateway') && caller.event.guardrail !== null
  const said = [...(online ? word(gateway) : []), ...(asks(source, 'offline') ? word(offline) : [])]
  return order.findLast(known => said.includes(known)) ?? 'nothing'
}

const notes: Readonly<Record<string, string>> = {
  'internal gateway': ' (in the transport)',
  'stdin-invalid doubt': ' (contrived)',
}

/** One table per source: failures that are answered alike stand in one row. */
const saidSection = (source: SourceName, outcomes: readonly Outcome[]): string => {
  const own = outcomes.filter(outcome => outcome.source === source)
  const names = distinct(own.map(({ kind, stage }) => `${kind} ${stage}`))
  const blocks = names.flatMap(name => {
    const rows = own.filter(({ kind, stage }) => `${kind} ${stage}` === name)
    const [kind = '', stage] = name.split(' ')
    const label = `${code(kind)}${notes[`${kind} ${stage}`] ?? ''}`
    const [guarded, free] = [true, false].map(with_ =>
      answersOf(rows.filter(({ caller }) => (caller.event.guardrail !== null) === with_)),
    )
    if (guarded === undefined || free === undefined) return []
    if (free === '' || free === guarded) return [{ label, events: 'all', answers: guarded }]
    return [
      { label, events: 'with a guardrail', answers: guarded },
      { label, events: 'without', answers: free },
    ]
  })
  const cells = [...groupBy(blocks, ({ events, answers }) => `${events}|${answers}`).values()].flatMap(group => {
    const [{ events = '', answers = '' } = {}] = group
    const kinds = distinct(group.map(({ label }) => label)).join(', ')
    return answers.split('\n').map((line, at) => [at === 0 ? kinds : '', at === 0 ? events : '', ...line.split('|')])
  })
  return `### \`source: ${source}\`\n\n${table(['failure', 'events', 'otherwise known', 'open', 'closed'], cells)}`
}

/** `known|open|closed` per line; what is answered alike stands in one line. */
const answersOf = (rows: readonly Outcome[]): string => {
  const lines = [...groupBy(rows, knownIn)].map(([known, group]) => {
    const said = modes.map(mode => distinct(group.filter(row => row.mode === mode).map(saidOf)).join(' or '))
    return {
      known,
      said: said.join('|'),
      before: group.every(({ decided, stage }) => decided.failure !== undefined && early.has(stage)),
    }
  })
  return [...groupBy(lines, ({ said }) => said)]
    .map(
      ([said, group]) =>
        `${group.every(({ before }) => before) ? '–' : ['nothing', ...order].filter(word => group.some(({ known }) => known === word)).join(', ')}|${said}`,
    )
    .join('\n')
}

/** Where no source was asked yet. */
const early: ReadonlySet<string> = new Set(['stdin', 'call', 'caller', 'event', 'payload'])

/** What the client makes of it: two tables per client, events that behave alike in one row. */
const heardSection = (id: string, title: string, outcomes: readonly Outcome[]): string => {
  const own = outcomes.filter(({ caller }) => caller.adapter.id === id)
  const known = own.filter(({ decided }) => decided.event !== undefined)
  const unread = own.filter(({ decided }) => decided.event === undefined && decided.client === id)
  const nobody = own.filter(({ decided }) => decided.client !== id)
  const by = (rows: readonly Outcome[], said: string, attended?: boolean) =>
    rows.filter(row => saidOf(row) === said && (attended === undefined || row.caller.attended === attended))
  const alone = own.some(({ caller }) => !caller.attended)
  const asked = (rows: readonly Outcome[], attended: boolean): string => {
    if (!attended && !alone) return '–'
    const [question, pause] = ['question', 'pause'].map(said => effectsOf(by(rows, said, attended)))
    return question === pause ? `${question}` : `${question}; a pause: ${pause}`
  }
  const first = eventRows(known, rows => [
    effectsOf(by(rows, 'goes on, warned')),
    asked(rows, true),
    asked(rows, false),
    effectsOf(by(rows, 'refusal')),
  ])
  const second = [
    ...eventRows(unread, rows => [
      'the payload cannot be read',
      effectsOf(by(rows, 'goes on, warned')),
      effectsOf(by(rows, 'refusal')),
    ]),
    ...eventRows(nobody, rows => [
      'the caller is not known',
      effectsOf(by(rows, 'goes on, warned')),
      effectsOf(by(rows, 'refusal')),
    ]),
  ]
  return `### ${title}

${table(['event', 'goes on, warned', 'question, attended', 'question, unattended', 'refusal'], first)}
Before there is an event:

${table(['event', 'because', 'open', 'closed'], second)}`
}

const eventRows = (
  rows: readonly Outcome[],
  cellsOf: (rows: readonly Outcome[]) => readonly string[],
): readonly (readonly string[])[] => {
  const events = [...groupBy(rows, ({ caller }) => caller.eventName)].map(([name, own]) => ({ name, cells: cellsOf(own) }))
  return [...groupBy(events, ({ cells }) => cells.join('|')).values()].map(group => [
    list(group.map(({ name }) => name)),
    ...(group[0]?.cells ?? []),
  ])
}

const effectsOf = (rows: readonly Outcome[]): string => distinct(rows.map(effectOf)).join(' or ') || '–'

const effectOf = (outcome: Outcome): string => {
  const { decided, reading, onWindows } = outcome
  const { exitCode, stderr } = decided.answer
  const windows = does(onWindows) === does(reading) ? [] : [`**on Windows ${does(onWindows)}**`]
  const said = [does(reading), ...windows, ...(exitCode === 0 ? [] : [`exit ${exitCode}`])]
  // The question itself shows the reason.
  if (reading.asks && decided.verdict.ruling.decision !== 'allow') return said.join(', ')
  if (decided.said.ruling.decision === 'defer') return [...said, 'the caller can resume'].join(', ')
  if (reading.rewritten?.of === 'output') return [...said, 'the result is replaced by the reason'].join(', ')
  const [person, model] = [markIn(reading.personTold), markIn(reading.modelTold ?? reading.context)]
  if (person !== undefined && person === model) return [...said, `person and model: ${person}`].join(', ')
  if (person !== undefined || model !== undefined)
    return [
      ...said,
      ...(person === undefined ? [] : [`person: ${person}`]),
      ...(model === undefined ? [] : [`model: ${model}`]),
    ].join(', ')
  const aside = markIn(stderr)
  return [...said, aside === undefined ? 'audit only' : `stderr: ${aside}`].join(', ')
}

const does = ({ asks: asked, goesOn, keepsWorking }: Reading): string =>
  asked ? 'asks' : keepsWorking ? 'goes on working' : goesOn ? 'goes on' : 'stops'

const markIn = (text: string | undefined): string | undefined =>
  text?.includes('tfy-hook [') ? 'reason' : text?.includes('NOT CHECKED') ? 'warning' : undefined
