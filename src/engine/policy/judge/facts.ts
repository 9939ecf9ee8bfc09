/** What is found in one event, each thing at most once and only when a rule asks. */

import { type Earlier, nothingEarlier } from '../../../core/earlier.ts'
import type { NormalizedHookEvent } from '../../../core/event.ts'
import type { Certainty } from '../../../core/verdict.ts'
import { acts } from '../../analysis/tools/tools.ts'
import type { Effect, PathTarget, ShellFacts, WrittenFile } from '../../analysis/values/facts.ts'
import { type Command, type Equivalents, noEquivalents, type Transfer } from '../../analysis/values/tool-call.ts'
import { detect, type Family } from '../../detect/detect.ts'
import type { Detection } from '../../detect/detection.ts'
import { spelledOut } from '../../detect/spelled-out.ts'
import { hostsOf } from '../../matching/addresses.ts'
import type { Host } from '../../matching/host.ts'
import { once } from '../../matching/once.ts'
import { absolute, type Ground, groundOf, isAbsolute, type Place, placeIn, placeOf } from '../../matching/path-views.ts'
import type { Access } from '../rules/conditions.ts'
import type { Matchers } from './matchers.ts'
import { contentFilter } from './pattern.ts'
import { credentialsIn, readLater } from './written.ts'

export type { Access }

/** How commands are read; injected, so that this file does not pull in the parser. */
export type Analyse = (command: string, dialect: 'posix' | 'bash' | 'powershell' | 'cmd' | undefined, cwd?: string) => ShellFacts

export interface Facts {
  readonly event: NormalizedHookEvent
  readonly ground: Ground
  /** Commands that the event really runs; undefined when it runs none. */
  readonly shell: () => ShellFacts | undefined
  readonly readers: Readers
  readonly matchers: Matchers
  /** Files that somebody reads later, with the text that each gets, by whatever road. */
  readonly written: () => readonly WrittenFile[]
  /** What the event does, file and web tools included, told in terms of commands. */
  readonly effects: () => readonly Effect[]
  readonly certainty: () => Certainty | undefined
  readonly places: (access: Access) => readonly Place[]
  /** Files that get another content, absolute. */
  readonly writtenPaths: () => readonly string[]
  readonly hosts: () => readonly string[]
  readonly detections: (family: Family) => readonly Detection[]
  readonly mayContain: (required: string) => boolean
  readonly earlier: () => Earlier
  /** How often this very call was refused, this time included; none as long as nothing objects to it. */
  refusals: () => number
}

/** What an event needs to be read, loaded before it is judged. */
export interface Readers {
  readonly analyse: Analyse | undefined
  readonly touch: ((equivalents: Equivalents, ground: Ground) => readonly Effect[]) | undefined
  /** What the texts would do that are put into files which somebody reads later. */
  texts: ((files: readonly WrittenFile[], analyse: Analyse | undefined) => readonly Effect[]) | undefined
}

/** What rules can ask of a call, each worked out when the first rule asks for it. */
export const factsOf = (
  event: NormalizedHookEvent,
  equivalents: Equivalents,
  host: Host,
  readers: Readers,
  matchers: Matchers,
  textRules: number,
): Facts => {
  const ground = groundOf(event, host)
  const { analyse, touch } = readers
  const read = (commands: readonly Command[], dialect: Parameters<Analyse>[1]): ShellFacts | undefined =>
    analyse === undefined || commands.length === 0
      ? undefined
      : merge(
          commands.map(({ text, cwd }) => safely(analyse, text, dialect, cwd === undefined ? undefined : absolute(cwd, ground))),
        )
  const shell = once(() => read(equivalents.commands, equivalents.dialect))
  const detections = memo((family: Family) => {
    const found = detect(event.content, family)
    return found.length === 0 && event.subject === 'web' ? detect(spelledOut(event.content), family) : found
  })
  const written = once(() => readLater(event, equivalents, shell(), ground))
  const effects = once(() => [
    ...(shell()?.effects ?? []),
    ...(read(equivalents.possibleCommands, undefined)?.effects ?? []).map(maybe),
    ...(read(
      equivalents.translated.map(text => ({ text, cwd: undefined })),
      undefined,
    )?.effects ?? []),
    ...(touch?.(equivalents, ground) ?? []),
    ...(readers.texts?.(written(), analyse) ?? []),
    ...credentialsIn(event, equivalents, shell(), () => detections('secret')),
    ...behindLinks(shell(), readers, ground),
  ])
  const places = (access: Access): readonly Place[] => {
    const targets: readonly PathTarget[] = shell()?.[access] ?? []
    const whole = access === 'deletes'
    const seen = targets.map(({ written, path, many, partly }) => ({
      ...placeOf(written, path, many, ground, whole || undefined),
      ...(partly !== undefined && { partly }),
    }))
    const searched = access === 'reads' ? equivalents.searches : []
    return [
      ...seen,
      ...[...equivalents[access], ...equivalents.transfers.flatMap(transfer => transferred(transfer, access))].map(path =>
        placeIn(path, ground, whole),
      ),
      ...searched.flatMap(({ folder, glob, namesOnly }) =>
        glob === undefined
          ? namesOnly
            ? []
            : placeIn(folder, ground)
          : placeOf(glob, absolute(isAbsolute(glob) ? glob : `${folder}/${glob}`, ground), true, ground),
      ),
    ]
  }
  return {
    event,
    ground,
    shell,
    readers,
    matchers,
    written,
    effects,
    certainty: once(() => {
      if (!acts.has(event.subject)) return undefined
      const doubted = event.doubt === undefined ? undefined : ('could-not-tell' as const)
      const certainties = [shell()?.certainty, doubted, ...effects().map(effect => effect.certainty)].filter(
        certainty => certainty !== undefined,
      )
      return strictestCertainty(certainties) ?? 'proved-ordinary'
    }),
    places: memo(places),
    writtenPaths: once(() => [
      ...[...equivalents.writes, ...equivalents.patched.map(({ path }) => path)].map(path => absolute(path, ground)),
      ...(shell()?.writes ?? []).flatMap(({ path }) => (path === undefined || path.startsWith('/dev/') ? [] : path)),
    ]),
    hosts: once(() => [...(shell()?.hosts ?? []), ...equivalents.urls.flatMap(url => hostsOf(url))]),
    detections,
    mayContain: lazyFilter(event.content, textRules),
    earlier: () => host.earlier?.() ?? nothingEarlier,
    refusals: () => 0,
  }
}

const transferred = ({ kind, sources, targets }: Transfer, access: Access): readonly string[] =>
  access === 'writes' ? targets : kind === (access === 'reads' ? 'copy' : 'move') ? sources : []

/** Most paths of one command that are followed; what more there is could not be told. */
const maxFollowed = 256

/** The analyser judges paths as written; what a link leads to is judged here. Deleting a link deletes the link. */
const behindLinks = (shell: ShellFacts | undefined, { touch }: Readers, ground: Ground): readonly Effect[] => {
  if (shell === undefined || touch === undefined) return []
  const follow = (targets: readonly PathTarget[]): string[] =>
    targets
      .slice(0, maxFollowed)
      .flatMap(({ written, path, many }) => (many ? [] : placeOf(written, path, many, ground).forms.slice(1)))
  const [reads, writes] = [follow(shell.reads), follow(shell.writes)]
  const led = reads.length + writes.length === 0 ? [] : touch({ ...noEquivalents, reads, writes }, ground)
  return shell.reads.length <= maxFollowed && shell.writes.length <= maxFollowed ? led : [...led, beyond]
}

const beyond: Effect = {
  kind: 'execute-decoded',
  finding: 'execution.unknown-command',
  certainty: 'could-not-tell',
  targets: [],
  hosts: [],
  unknown: 'where the links among this many files lead',
}

/** What a tool would do if it ran what it is given. */
const maybe = (effect: Effect): Effect =>
  effect.certainty === 'proved-dangerous'
    ? { ...effect, certainty: 'could-not-tell', unknown: 'whether this tool runs what it is given' }
    : effect

/** A crash of the analyser is a command that could not be read, never a lost verdict. */
const safely = (analyse: Analyse, command: string, dialect: Parameters<Analyse>[1], cwd: string | undefined): ShellFacts => {
  try {
    return analyse(command, dialect, cwd)
  } catch {
    return { ...noFacts, certainty: 'could-not-tell', unknown: 'the command could not be analysed' }
  }
}

const noFacts: ShellFacts = {
  invocations: [],
  effects: [],
  reads: [],
  writes: [],
  deletes: [],
  hosts: [],
  certainty: 'proved-ordinary',
}

const merge = (all: readonly ShellFacts[]): ShellFacts => {
  const [first, ...rest] = all
  if (first === undefined) return noFacts
  if (rest.length === 0) return first
  const unknown = all.find(facts => facts.unknown !== undefined)?.unknown
  return {
    invocations: all.flatMap(facts => facts.invocations),
    effects: all.flatMap(facts => facts.effects),
    reads: all.flatMap(facts => facts.reads),
    writes: all.flatMap(facts => facts.writes),
    deletes: all.flatMap(facts => facts.deletes),
    hosts: all.flatMap(facts => facts.hosts),
    written: all.flatMap(facts => facts.written ?? []),
    carried: all.flatMap(facts => facts.carried ?? []),
    certainty: strictestCertainty(all.map(facts => facts.certainty)) ?? 'proved-ordinary',
    ...(unknown !== undefined && { unknown }),
  }
}

const certainties = ['proved-ordinary', 'could-not-tell', 'proved-dangerous'] as const

const strictestCertainty = (list: readonly Certainty[]): Certainty | undefined =>
  certainties.findLast(certainty => list.includes(certainty))

const lazyFilter = (content: string, rules: number): ((required: string) => boolean) => {
  const filter = once(() => contentFilter(content, rules))
  return required => filter()(required)
}

const memo = <K, T>(make: (key: K) => T): ((key: K) => T) => {
  const made = new Map<K, T>()
  return key => {
    if (!made.has(key)) made.set(key, make(key))
    return made.get(key) ?? make(key)
  }
}
