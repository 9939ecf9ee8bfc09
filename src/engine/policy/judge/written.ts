/** The texts that one event puts into files, whatever tool does it. */

import type { NormalizedHookEvent } from '../../../core/event.ts'
import type { JsonValue } from '../../../core/json.ts'
import { newTextsOf, oldTextsOf } from '../../../core/tool.ts'
import { mayOpen, opensBy } from '../../analysis/places/open-settings.ts'
import {
  instructsAgents,
  isPage,
  isRunLater,
  isSettings,
  mayGiveHost,
  mayHide,
  mayRunLater,
  mayTurn,
  namesSource,
  opensTasks,
  pinsDownloads,
  setsDownloads,
} from '../../analysis/places/read-later.ts'
import type { Effect, ShellFacts, WrittenFile } from '../../analysis/values/facts.ts'
import type { Equivalents } from '../../analysis/values/tool-call.ts'
import { detect } from '../../detect/detect.ts'
import type { Detection } from '../../detect/detection.ts'
import { absolute, type Ground } from '../../matching/path-views.ts'

/** Files that somebody reads later and acts on, with what each gets. */
export const readLater = (
  event: NormalizedHookEvent,
  { writes, patched, commands }: Equivalents,
  shell: ShellFacts | undefined,
  ground: Ground,
): readonly WrittenFile[] => {
  const told = [...patched, ...(shell?.written ?? [])]
  const shown = new Set(told.map(({ path }) => path))
  const files = told.filter(isActedOn)
  const before = event.subject === 'file-write' ? oldTextsOf(event.structuredInput).join('\n') : ''
  for (const path of writes)
    if (!shown.has(path))
      for (const text of (isWatched(path) || event.content.startsWith('#!')) && !isProse(path, event) ? textsOf(event) : [])
        files.push({ path, text, ...(before !== '' && { before }) })
  // A command that changes settings and does not show their text: what is put there is in the command.
  for (const { path } of shell?.writes ?? [])
    if (path !== undefined && !shown.has(path) && isSettings(path))
      files.push(...[...commands.map(({ text }) => text), runsOf(shell)].map(text => ({ path, text, isCommand: true as const })))
  // `sed -i s/old/new/`: as an edit of the one to the other.
  for (const { path } of shell?.writes ?? [])
    if (path !== undefined && mayOpen(path)) for (const [before, text] of substitutions(shell)) files.push({ path, text, before })
  return files.filter(isActedOn).map(file => ({ ...file, path: absolute(file.path, ground) }))
}

/** What the command puts in the place of what: `s/a/b/` of whatever edits with it, `sd a b`. */
const substitutions = (shell: ShellFacts | undefined): readonly (readonly [before: string, text: string])[] =>
  (shell?.invocations ?? []).flatMap(({ program, argv }) => {
    const said = argv.filter(word => word !== undefined)
    const sides = said.flatMap(word =>
      [...word.matchAll(substitution)].map(([, , ...found]) => found.filter(side => side !== undefined)),
    )
    if (program === 'sd') sides.push(said.filter(word => word[0] !== '-').slice(0, 2))
    return sides.map(([a = '', b = '']): readonly [string, string] => [a.replace(/\\(.)/g, '$1'), b.replace(/\\(.)/g, '$1')])
  })
const substitution =
  /(?<![\w\\])s(?:([^\w\s\\{<[])((?:\\.|(?!\1)[^\\])*)\1((?:\\.|(?!\1)[^\\])*)\1|\{((?:\\.|[^\\{}])*)\}\s*\{((?:\\.|[^\\{}])*)\}|\[((?:\\.|[^\\[\]])*)\]\s*\[((?:\\.|[^\\[\]])*)\]|<((?:\\.|[^\\<>])*)>\s*<((?:\\.|[^\\<>])*)>)/g

/** What runs, a line each, in the words that the shell makes of variables and quotes. */
const runsOf = (shell: ShellFacts | undefined): string =>
  (shell?.invocations ?? []).map(({ program = '', argv }) => [program, ...argv].join(' ').replaceAll('\n', ' ')).join('\n')

/** A cell of a notebook that is no code. */
const isProse = (path: string, { structuredInput }: NormalizedHookEvent): boolean =>
  path.endsWith('.ipynb') && structuredInput.cell_type === 'markdown'

const isWatched = (path: string): boolean =>
  mayRunLater(path) || isSettings(path) || /\.ya?ml$/.test(path) || isPage(path) || mayOpen(path) || namesSource(path, 'http:')

const isActedOn = ({ path, text, before }: WrittenFile): boolean =>
  isRunLater(path, text) ||
  setsDownloads.test(path) ||
  pinsDownloads.test(path) ||
  opensTasks.test(path) ||
  instructsAgents.test(path) ||
  mayTurn(path, text) ||
  mayGiveHost(path, text) ||
  mayHide(path, text) ||
  namesSource(path, text) ||
  opensBy(path, text, before) !== undefined

/** The texts of a call that is no command, each by itself: a quote in one must not swallow the next. */
const textsOf = ({ subject, content, paths, structuredInput }: NormalizedHookEvent): readonly string[] => {
  if (subject === 'file-write' && content !== paths.join('\n')) return [newTextsOf(structuredInput).join('\n') || content]
  const texts: string[] = []
  const visit = (value: JsonValue): void => {
    if (typeof value === 'string') {
      if (/[\s=:]/.test(value)) texts.push(value)
    } else if (typeof value === 'object' && value !== null)
      // What is replaced is no part of what is written.
      for (const [key, inner] of Object.entries(value)) if (!/^old_?(?:str|string|text)$/i.test(key)) visit(inner)
  }
  visit(structuredInput)
  return texts.length > 16 ? [texts.join('\n')] : texts
}

/** A live credential in what is written; `known` are those in the event's own text. */
export const credentialsIn = (
  { subject }: NormalizedHookEvent,
  { writes, patched }: Equivalents,
  shell: ShellFacts | undefined,
  known: () => readonly Detection[],
): readonly Effect[] => {
  const writing = subject === 'file-write' || writes.length + patched.length > 0
  const path =
    writing && known().length > 0
      ? (writes[0] ?? patched[0]?.path ?? '')
      : shell?.written?.find(({ text }) => detect(text, 'secret').length > 0)?.path
  if (path === undefined) return []
  const targets = path === '' ? [] : [{ path, written: path, many: false }]
  return [{ kind: 'overwrite', finding: 'secrets.in-write', certainty: 'proved-dangerous', targets, hosts: [] }]
}
