/** Conditions that cannot hold, whatever the call is. */

import { secrets } from '../../../core/redact.ts'
import { hiddenCharacters } from '../../analysis/expansion/confusable-names.ts'
import { covers, familiesOf } from '../../detect/detect.ts'
import { optIn, piiKinds } from '../../detect/pii.ts'
import { textGlob } from '../../matching/glob.ts'
import type { WrittenRule } from '../language/schema.ts'
import { nearest } from '../language/suggest.ts'
import { isNot, listOf, type WrittenWhen } from '../language/written-when.ts'
import type { RuleSubject } from '../rules/types.ts'
import { lintFlags } from './flags.ts'
import { hostNote } from './hosts.ts'
import { type Note, quoted, same, values } from './note.ts'
import { lintPatterns } from './patterns.ts'

const commands: readonly RuleSubject[] = ['shell', 'mcp', 'tool']
const files: readonly RuleSubject[] = ['shell', 'file-read', 'file-write', 'mcp', 'tool']
const acting: readonly RuleSubject[] = [...files, 'web']

/** Of which events a condition can hold; of all where nothing is said. */
const subjectsOf: Readonly<Partial<Record<keyof WrittenWhen, readonly RuleSubject[]>>> = {
  program: commands,
  args: commands,
  flags: commands,
  operands: commands,
  packages: commands,
  branch: commands,
  remote: commands,
  effect: acting,
  reads: files,
  writes: files,
  deletes: files,
  outside: files,
  host: ['shell', 'web', 'mcp', 'tool'],
  server: ['mcp', 'tool', 'output'],
  tool: [...acting, 'agent', 'output'],
  certainty: acting,
}

/** Of `when` below `path`, in a rule about these events. */
export const lintConditions = (when: WrittenWhen | undefined, path: readonly PropertyKey[], on: WrittenRule['on']): Note[] =>
  when === undefined ? [] : lint(when, [...path, 'when'], listOf(on))

/** `around` is what the conditions say of the program that these stand in. */
const lint = (
  when: WrittenWhen,
  path: readonly PropertyKey[],
  on: readonly RuleSubject[],
  around?: WrittenWhen['program'],
): Note[] => {
  const program = when.program ?? around
  const notes: Note[] = [...lintFlags(when, path), ...lintPatterns(when, path)]
  const add = (key: keyof WrittenWhen, wrong: string, instead: string, severity: Note['severity'] = 'error'): void => {
    notes.push({ path: [...path, key], code: severity === 'error' ? 'never-holds' : 'misread', severity, wrong, instead })
  }
  for (const key of Object.keys(when) as (keyof WrittenWhen)[]) {
    const subjects = subjectsOf[key]
    if (subjects === undefined || on.includes('any') || on.some(subject => subjects.includes(subject))) continue
    const fits = subjects[0] as RuleSubject
    add(key, `${key} can never hold with on: ${on.join(', ')}`, `write on: ${fits}, or remove it`)
  }
  const asksRun = when.program !== undefined || when.args !== undefined || when.flags !== undefined
  if (asksRun && on.every(subject => subject === 'mcp') && when.server === undefined && when.tool === undefined)
    add(
      'program',
      'with on: mcp this holds only for tools that run commands',
      'for tools by name write server and tool',
      'warning',
    )
  for (const name of values(when.program)) programNote(name, add)
  for (const arg of when.args === undefined ? [] : listOf(when.args)) {
    if (/^-+\w/.test(arg))
      add('args', `${quoted(arg)} is a flag, and args are what is left without flags`, `write flags: [${quoted(arg)}]`)
    else if (/\s/.test(arg))
      add(
        'args',
        `${quoted(arg)} is one argument with a space in it`,
        `write [${arg.split(/\s+/).join(', ')}] for several`,
        'warning',
      )
  }
  for (const host of values(when.host)) {
    const note = hostNote(host)
    if (note !== undefined) add('host', ...note)
  }
  const packages = when.packages === undefined ? [] : isOnly(when.packages) ? listOf(when.packages.only) : listOf(when.packages)
  for (const name of packages) {
    const [, bare] = /^(@?[^@=<>~!:]+)(?:@|[=<>~!]=)/.exec(name) ?? []
    if (bare !== undefined)
      add('packages', `${quoted(name)} has a version, and a package is compared without it`, `write ${bare}`)
  }
  for (const name of values(when.server))
    if (/^mcp__/.test(name)) add('server', `${quoted(name)} is the name of a tool`, `write server: ${name.split('__')[1] ?? ''}`)
  for (const name of values(when.detects))
    if (familiesOf(name).length > 0 && !kinds.some(kind => covers(name, kind))) {
      const near = nearest(name, kinds) ?? kinds.find(kind => name.includes(kind.slice(kind.lastIndexOf('.') + 1)))
      add(
        'detects',
        `no detector is called ${quoted(name)}`,
        near === undefined ? 'the page on detectors lists them' : `did you mean ${near}`,
      )
    }
  const programs = program === undefined || isNot(program) ? [] : values(program)
  for (const key of ['branch', 'remote'] as const) {
    if (when[key] !== undefined && programs.length > 0 && !programs.some(name => mayBeGit(name)))
      add(key, `${key} is about git, and ${programs.join(', ')} has none`, 'write program: git, or remove it')
    for (const name of values(when[key])) {
      const [, remote, branch] = /^(origin|upstream)\/(.+)/.exec(name) ?? []
      if (/\s/.test(name))
        add(key, `${quoted(name)} has a space, which no ${key} can have`, 'write one name for each entry of a list')
      else if (key === 'branch' && remote !== undefined)
        add(
          key,
          `${quoted(name)} has a remote, and a branch is compared without it`,
          `write branch: ${branch}, remote: ${remote}`,
          'warning',
        )
    }
  }
  for (const key of globs)
    for (const glob of values(when[key])) {
      const note = globNote(key, glob)
      if (note !== undefined) add(key, ...note, 'warning')
    }
  for (const key of places)
    for (const glob of values(when[key])) {
      if (/^https?:/.test(glob)) add(key, `${quoted(glob)} is an address, and this is a path`, 'write host for addresses')
      else if (/^!?(?:\.\/)?\.\.(?:\/|$)/.test(glob))
        add(key, `${quoted(glob)} leads out of the workspace, where it begins`, 'write it from / or ~/')
    }
  for (const key of places)
    if (when[key] !== undefined && on.every(subject => subject === (key === 'reads' ? 'file-write' : 'file-read')))
      add(
        key,
        `a tool that ${key === 'reads' ? 'writes a file reads' : 'reads a file changes'} none`,
        `write ${key === 'reads' ? 'writes' : 'reads'}, or on: ${key === 'reads' ? 'file-read' : 'file-write'}`,
      )
  for (const key of ['any', 'all'] as const)
    for (const [i, inner] of (when[key] ?? []).entries()) notes.push(...lint(inner, [...path, key, i], on, program))
  if (when.not !== undefined) {
    notes.push(...lint(when.not, [...path, 'not'], on, program))
    if (Object.entries(when.not).every(([key, value]) => same(when[key as keyof WrittenWhen], value)))
      add('not', 'not takes back what the conditions beside it ask for', 'remove one of them')
  }
  return notes
}

const isOnly = (packages: NonNullable<WrittenWhen['packages']>): packages is { only: string | string[] } =>
  typeof packages === 'object' && 'only' in packages

const kinds: readonly string[] = [...piiKinds, ...optIn, ...secrets.map(([kind]) => `secret.${kind}`), 'hidden-text', 'injection']

const escaped = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`

const places = ['reads', 'writes', 'deletes'] as const
const globs = [...places, 'program', 'branch', 'remote', 'host', 'server', 'tool', 'agent', 'mode', 'folder'] as const

/** What stands for itself in a glob, and was hardly meant so. */
const globNote = (key: (typeof globs)[number], glob: string): readonly [wrong: string, instead: string] | undefined => {
  if (glob[0] === '!' && key !== 'folder' && !(places as readonly string[]).includes(key))
    return [`${quoted(glob)} begins with a !, which is part of the name here`, `write ${key}: { not: ${glob.slice(1)} }`]
  if (/\\(?![.dwsDWSb(){}[\]$^+?*|])/.test(glob) || /^[A-Za-z]:\\/.test(glob))
    return [`${quoted(glob)} has backslashes`, `write ${quoted(glob.replaceAll(/\\+/g, '/'))}`]
  if (/^\^|\\|\(\?|[^[*]\$$|^[^/]+\|[^/]+$/.test(glob))
    return [
      `${quoted(glob)} looks like a regular expression, and this is a glob`,
      `write a glob such as ${(places as readonly string[]).includes(key) ? '"**/*.env"' : '"dev-*"'}, or a list for several`,
    ]
  if (hiddenCharacters(glob))
    return [
      `${quoted(glob).replace(/[^ -~]/g, escaped)} has characters that nobody sees, or that only look Latin`,
      'type it anew',
    ]
  if (/^[“”„‘’‚«»]/.test(glob)) return [`${quoted(glob)} has typographic quotes, which belong to the name`, 'write straight ones']
  return glob.split('{').length === glob.split('}').length
    ? undefined
    : [`${quoted(glob)} has a brace without its other half`, 'write {a,b}']
}

/** By its own name or by a glob. */
/** `gh api` changes branches as well. */
const mayBeGit = (name: string): boolean => ['git', 'gh', 'hub'].some(known => textGlob(name, known, true))

const programNote = (
  name: string,
  add: (key: 'program', wrong: string, instead: string, severity?: Note['severity']) => void,
): void => {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  if (rest.length > 0) {
    const flags = rest.filter(word => word.startsWith('-'))
    const args = rest.filter(word => !word.startsWith('-'))
    const parts = [
      ...(args.length > 0 ? [`args: [${args.join(', ')}]`] : []),
      ...(flags.length > 0 ? [`flags: ["${flags.join('", "')}"]`] : []),
    ]
    add('program', `${quoted(name)} is a command, and program is one name`, `write program: ${first}, ${parts.join(', ')}`)
  } else if (/[/\\]/.test(name))
    add(
      'program',
      `${quoted(name)} is a path, and a program is known by its name`,
      `write program: ${name.split(/[/\\]/).at(-1)}`,
    )
  else if (/\.(?:exe|cmd|bat|com)$/i.test(name))
    add(
      'program',
      `${quoted(name)} has an ending, and names are compared without it`,
      `write program: ${name.replace(/\.\w+$/, '')}`,
    )
  else if (name.startsWith('-')) add('program', `${quoted(name)} is a flag`, 'write flags, and the program beside it')
}
