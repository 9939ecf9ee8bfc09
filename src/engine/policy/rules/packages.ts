/** Which packages a command installs, for `packages` of a condition. Loaded when a policy names some. */

import type { Invocation } from '../../analysis/values/facts.ts'
import { textGlob } from '../../matching/glob.ts'
import { namesOf } from './subcommands.ts'
import type { PackageTest } from './types.ts'

/** What objects holds if one of them may be meant; what permits holds if each of them surely is. */
export const packagesHold = ({ any, only }: PackageTest, invocation: Invocation, every: boolean): boolean => {
  const found = installedBy(invocation)
  if (found === undefined) return any === undefined
  const among = (list: readonly string[], one: string | undefined): boolean | undefined =>
    one === undefined ? undefined : list.some(pattern => textGlob(pattern, one))
  if (any !== undefined) {
    const answers = found.map(one => among(any, one))
    return every ? answers.length > 0 && answers.every(answer => answer === true) : answers.some(answer => answer !== false)
  }
  return found.every(one => among(only ?? [], one) === true)
}

interface Manager {
  /** Commands that install, each with the words that follow it. */
  readonly commands: readonly string[]
  /** Flags that name a file of packages, or another place to take them from: nobody knows what comes. */
  readonly unknown: readonly string[]
  readonly name: (word: string) => string
}

/** Without what follows an `@`; the first letter begins a scope. */
const unversioned = (word: string): string => word.slice(0, 1) + word.slice(1).split('@', 1).join('')

const npmName = (word: string): string => {
  const said = /^(?:@[^/]+\/)?[^@/:]+@(.*[/:].*)$/s.exec(word)?.[1] ?? word
  // Behind the name may stand where it comes from: whatever lies there is installed by that name.
  if (said !== word && !/^(?:npm|workspace|catalog):/.test(said)) return said
  const real = said.startsWith('npm:') ? said.slice(4) : word
  if (/^[a-z+]+:|^[./~]|^[^@/]+\/[^@/]+/i.test(real)) return real
  return unversioned(real)
}

/** What `npm init x` fetches and runs: `create-x`. */
const createName = (word: string): string =>
  npmName(word).replace(/^(?!.*:)(?:(@[^/]+)(?:\/|$))?([^@/]*)$/, (_, scope = '', name = '') =>
    [scope, `create${name === '' ? '' : `-${name}`}`].filter(part => part !== '').join('/'),
  )

const pipName = (word: string): string => {
  const url = /^[\w.-]+(?:\[[^\]]*\])?\s*@\s*(.+)$/.exec(word)?.[1]
  if (url !== undefined) return url
  return /^[a-z+]+:\/\/|^[./~]/i.test(word)
    ? word
    : word
        .split(/[\s[<>=!~;(]/, 1)
        .join('')
        .toLowerCase()
        .replace(/[-_.]+/g, '-')
}

const node = (commands: readonly string[]): Manager => ({ commands, unknown: ['--registry'], name: npmName })
const python = (commands: readonly string[]): Manager => ({
  commands,
  unknown: [
    '-r',
    '--requirement',
    '--requirements',
    '-e',
    '--editable',
    '-c',
    '-i',
    '--index-url',
    '--index',
    '--extra-index-url',
    '-f',
    '--find-links',
  ],
  name: pipName,
})
const plain =
  (name: (word: string) => string) =>
  (commands: readonly string[], ...unknown: readonly string[]): Manager => ({ commands, unknown, name })
const versioned = plain(word => (/^[a-z+]+:\/\//i.test(word) ? word : unversioned(word)))

const managers: Readonly<Record<string, Manager>> = {
  npm: node(['install', 'install-test', 'exec', 'link', 'update', 'init']),
  npx: node(['']),
  pnpm: node(['add', 'install', 'dlx', 'update', 'link', 'create']),
  pnpx: node(['']),
  yarn: node(['add', 'global add', 'dlx', 'upgrade', 'create']),
  bun: node(['add', 'install', 'x', 'update', 'create']),
  bunx: node(['']),
  pip: python(['install', 'download', 'wheel']),
  pipx: python(['install', 'run', 'inject']),
  uv: python(['add', 'pip install', 'tool install', 'tool run']),
  uvx: python(['']),
  poetry: python(['add']),
  cargo: versioned(['add', 'install', 'binstall'], '--git', '--path', '--registry', '--index'),
  go: versioned(['get', 'install']),
  gem: plain(word => word.split(':', 1).join(''))(['install'], '-s', '--source', '-g', '--file'),
}

/** Undefined where it installs none; an unknown one is undefined. */
const installedBy = ({ program = '', args, argv, flags }: Invocation): readonly (string | undefined)[] | undefined => {
  const manager = Object.hasOwn(managers, plainName(program)) ? managers[plainName(program)] : undefined
  if (manager === undefined) return undefined
  const run = packageRun(program, argv)
  if (run !== undefined) return [run.name]
  const at = manager.commands.flatMap(command => {
    const words = command === '' ? [] : command.split(' ')
    const start =
      words.length === 0 ? 0 : args.findIndex((_, i) => words.every((word, j) => isCalled(program, args[i + j], word)))
    return start < 0 ? [] : [start + words.length]
  })
  const from = Math.max(-1, ...at)
  // A command that cannot be known may install as well.
  if (from < 0) return args[0] === undefined && args.length > 0 ? [undefined] : undefined
  const isOpen = manager.unknown.some(
    flag => flags.includes(flag) || (flag.length === 2 && flags.some(one => one.startsWith(flag))),
  )
  // What follows the first is its own.
  const creates = isCalled(program, args[from - 1], program === 'npm' ? 'init' : 'create')
  const name = creates && manager.name === npmName ? createName : manager.name
  const named = args.slice(from, creates ? from + 1 : undefined).map(word => (word === undefined ? undefined : name(word)))
  const joined = argv.some((word, i) => word === undefined && !args.includes(undefined) && i >= from)
  return isOpen || joined ? [...named, undefined] : named
}

const plainName = (program: string): string => (/^pip[\d.]*$/.test(program) ? 'pip' : program)

const isCalled = (program: string, word: string | undefined, command: string): boolean =>
  word !== undefined && namesOf(program, word).includes(command)

/** Commands that take one package and hand on what follows; `isLast` where no flag behind it is theirs. */
const runners: readonly (readonly [words: string, name: (word: string) => string, isLast: boolean])[] = [
  ['npx', npmName, true],
  ['bunx', npmName, true],
  ['bun x', npmName, true],
  ['pnpx', npmName, false],
  ['pnpm dlx', npmName, false],
  ['npm exec', npmName, false],
  ['yarn dlx', npmName, false],
  ['uvx', pipName, true],
  ['uv tool run', pipName, true],
  ['pipx run', pipName, false],
]

const quiet = new Set(['-y', '--yes', '-q', '--quiet', '--silent', '--no-install', '--offline', '--prefer-offline'])

/** Flags that name another package, or another place to take it from. */
const others = /^--?(?:p|package|registry|from|with[\w-]*|index|index-url|spec|c|call)(?:=|$)/

/** The package that such a command runs, by no name where that cannot be known. */
export const packageRun = (
  program: string,
  argv: readonly (string | undefined)[],
): { readonly name: string | undefined } | undefined => {
  for (const [words, name, isLast] of runners) {
    const [first, ...more] = words.split(' ')
    if (program !== first || !more.every((word, i) => isCalled(program, argv[i], word))) continue
    let at = more.length
    while (quiet.has(argv[at] ?? '')) at++
    const isBehind = argv[at] === '--'
    const word = argv[isBehind ? at + 1 : at]
    if (word === undefined || word.startsWith('-')) return { name: undefined }
    const rest = argv.slice(at + 1)
    const end = rest.indexOf('--')
    const own = isLast || isBehind ? [] : rest.slice(0, end < 0 ? rest.length : end)
    return { name: own.some(each => each === undefined || others.test(each)) ? undefined : name(word) }
  }
  return undefined
}
