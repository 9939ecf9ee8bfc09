/** `tfy-hook man`: the manual page, from the command line itself and a few paragraphs that it cannot say. */

import type { Command } from 'commander'
import { writeAll } from '../../../hook/io.ts'
import { commandsIn, type Flag, type Node, treeOf, type Value } from './command-tree.ts'

export const man = (program: Command): number => {
  writeAll(1, manPage(program))
  return 0
}

export const manPage = (program: Command): string => {
  const root = treeOf(program)
  const commands = commandsIn(root)
  return [
    '.\\" Made from the command line by tfy-hook man. Do not edit.',
    `.TH TFY\\-HOOK 1 "" "tfy\\-hook ${escaped(program.version() ?? '')}" "User Commands"`,
    '.SH NAME',
    'tfy\\-hook \\- hook for AI coding agents, with verdicts on what they are about to do',
    '.SH SYNOPSIS',
    '.B tfy\\-hook',
    `${escaped('[--client ID] [--event NAME] [--fail-closed | --fail-open] [...] < payload')}`,
    '.PP',
    '.B tfy\\-hook',
    '.I command',
    escaped('[...]'),
    '.SH DESCRIPTION',
    escaped(root.description),
    '.PP',
    escaped(
      'Without a command it is the hook: a coding agent runs it, one event as JSON stands on standard input, and the answer is the exit code, ' +
        'standard output and standard error, in the form that this client obeys. Everything below COMMANDS is for people.',
    ),
    '.SH OPTIONS OF THE HOOK',
    ...root.flags.flatMap(flagLines),
    '.SH COMMANDS',
    ...commands.flatMap(commandLines),
    ...ending,
    '',
  ].join('\n')
}

/** Roff reads backslashes everywhere, a dot or an apostrophe at the start of a line, and some printers a plain minus as a hyphen. */
const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll("'", '\\(aq')
    .replace(/[\u0080-\uffff]/g, letter => `\\[u${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`)
    .replace(/^\./gm, '\\&.')

/** An argument of a macro: its own quotes are doubled. */
const bold = (text: string): string => `.B "${escaped(text).replaceAll('"', '""')}"`

const shown = (value: Value): string => value.name.toUpperCase()

const flagLines = ({ names, description, value, variadic, preset }: Flag): readonly string[] => {
  const takes = value === undefined ? '' : ` \\fI${escaped(shown(value))}\\fR${variadic ? '...' : ''}`
  const words = value?.kind === 'words' ? `: ${value.words.join(', ')}` : ''
  const otherwise = preset === undefined ? '' : ` (${preset})`
  return [
    '.TP',
    `${names.map(name => `\\fB${escaped(name)}\\fR`).join(', ')}${takes}`,
    escaped(`${description.replace(/^hook mode: /, '')}${words}${otherwise}`),
  ]
}

const commandLines = ({ path, description, flags, positionals, examples }: Node): readonly string[] => {
  const places = positionals.map(({ value, variadic, required }) => {
    const name = value.kind === 'words' ? value.words.join('|') : `${shown(value)}${variadic ? '...' : ''}`
    return required ? name : `[${name}]`
  })
  const own = flags.filter(({ names }) => !names.includes('--help'))
  return [
    `.SS "${escaped(['tfy-hook', ...path, ...places].join(' '))}"`,
    escaped(`${description.charAt(0).toUpperCase()}${description.slice(1)}.`),
    ...own.flatMap(flagLines),
    ...(examples.length === 0
      ? []
      : ['.PP', 'For example:', '.PP', '.nf', ...examples.map(line => `.RS 4\n${escaped(line)}\n.RE`), '.fi']),
  ]
}

const listed = (rows: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(rows).flatMap(([term, text]) => ['.TP', bold(term), escaped(text)])

const ending: readonly string[] = [
  '.SH EXIT STATUS',
  escaped('Of a command:'),
  ...listed({ 0: 'Yes, or fine.', 1: 'It ran, and the answer is no.', 2: 'It could not run.' }),
  '.PP',
  escaped('Of the hook: what the client takes for its verdict, 2 for a denial with most of them.'),
  '.SH ENVIRONMENT',
  escaped('These fill in what no file of the administrator or of the user says. What one says they can tighten, not loosen.'),
  ...listed({
    TFY_GATEWAY_URL: 'Address of the gateway.',
    TFY_API_KEY: 'Key for it.',
    TFY_HOOK_SOURCE: 'As --source.',
    TFY_HOOK_FAIL: 'open or closed.',
    TFY_HOOK_TIMEOUT_MS: 'As --timeout-ms.',
    TFY_HOOK_LOG: 'off writes no audit lines.',
    NO_COLOR: 'Without colours.',
  }),
  '.SH FILES',
  ...listed({
    '$XDG_CONFIG_HOME/tfy-hook/policy.yaml': 'Rules of the user; ~/.config when the variable is unset.',
    '$XDG_CONFIG_HOME/tfy-hook/config.yaml': 'Source, gateway, fail mode.',
    '$XDG_STATE_HOME/tfy-hook/': 'Audit log and state; ~/.local/state when the variable is unset.',
    '.tfy-hook/policy.yaml': 'Rules of a project, which can only tighten.',
  }),
]
