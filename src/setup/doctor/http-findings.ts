/** Registrations over HTTP: what the client asks of them beside an address that answers. */

import { parse } from 'jsonc-parser'
import { isObject, stringsAt } from '../../core/json.ts'
import { bad, type Finding, warn } from './finding.ts'
import type { Subject } from './registration-findings.ts'
import type { Registered, Runnable } from './registrations.ts'

type OverHttp = Registered & { readonly run: Extract<Runnable, { kind: 'http' }> }

/** Events at which Claude Code runs no HTTP hooks. */
const skipped = ['SessionStart', 'Setup']

export const httpFindings = ({ adapter, places }: Subject): readonly Finding[] => {
  const mine = places.filter(({ owner }) => owner === undefined)
  const entries = mine.flatMap(({ registered }) => registered).filter((one): one is OverHttp => one.run.kind === 'http')
  if (entries.length === 0) return []
  const found: Finding[] = []
  const doctor = `tfy-hook doctor --client ${adapter.id}`
  for (const file of new Set(entries.map(entry => entry.file))) {
    const here = entries.filter(entry => entry.file === file)
    const open = here.filter(({ event, closed }) => !closed && adapter.events[event]?.can.deny === 'block')
    if (open.length > 0)
      found.push(
        warn(
          'registration.fails',
          `${file} registers ${names(open)} over HTTP without onFailure: "block".`,
          `${adapter.title} lets the action go on when the server does not answer with 2xx in time.`,
          `Add "onFailure": "block" to each, then: ${doctor}`,
        ),
      )
    const never = here.filter(({ event }) => skipped.includes(event))
    if (never.length > 0)
      found.push(
        warn(
          'registration.idle',
          `${file} registers ${names(never)} over HTTP, where ${adapter.title} runs no HTTP hooks.`,
          'That event asks nobody.',
          `Register a command there, then: ${doctor}`,
        ),
      )
  }
  found.push(...lists(mine, entries, doctor))
  return found
}

const names = (entries: readonly Registered[]): string => [...new Set(entries.map(({ event }) => event))].join(', ')

/** Lists in settings that keep the client from asking an address, or from filling a header in. */
const lists = (mine: Subject['places'], entries: readonly OverHttp[], doctor: string): readonly Finding[] => {
  const said = (key: string) =>
    mine.flatMap(({ file, text }) => {
      const read: unknown = parse(text)
      return isObject(read) && Array.isArray(read[key]) ? [{ file, values: stringsAt(read, key) }] : []
    })
  const [urls, variables] = [said('allowedHttpHookUrls'), said('httpHookAllowedEnvVars')]
  const barred = [...new Set(entries.map(({ run }) => run.url))].filter(
    url => urls.length > 0 && !urls.some(({ values }) => values.some(pattern => fits(url, pattern))),
  )
  const unfilled = [...new Set(entries.flatMap(({ run }) => run.variables))].filter(
    name => variables.length > 0 && !variables.some(({ values }) => values.includes(name)),
  )
  return [
    ...barred.map(url =>
      bad(
        'registration.off',
        `${urls.map(({ file }) => file).join(', ')} lists allowedHttpHookUrls, and ${url} is not among them.`,
        'The client does not ask it, whatever the drill shows.',
        `Add ${url} to allowedHttpHookUrls, then: ${doctor}`,
      ),
    ),
    ...unfilled.map(name =>
      bad(
        'registration.off',
        `${variables.map(({ file }) => file).join(', ')} lists httpHookAllowedEnvVars, and ${name} is not among them.`,
        'The client sends the header without its value, and the server refuses it.',
        `Add ${name} to httpHookAllowedEnvVars, then: ${doctor}`,
      ),
    ),
  ]
}

/** `*` stands for anything. */
export const fits = (url: string, pattern: string): boolean =>
  new RegExp(
    `^${pattern
      .split('*')
      .map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
  ).test(url)
