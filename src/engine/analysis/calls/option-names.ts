/** What the names of options and variables say about their values, whichever program they are for. */

import { isOneOf, wordsOf } from '../../matching/words.ts'

const setOf = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Behind one of these stands code that is loaded, or a program that is run. */
const code = setOf(
  'require import loader loaders preload prepend plugin plugins extension extensions addon addons hook hooks callback callbacks bootstrap runner renderer linker backend compiler preprocessor processor shell exec executable interpreter launcher wrapper helper askpass pager editor speller driver drivers engine jar jars classpath processorpath modulepath toolchain invoke setup process command program binary tunnel tunnels',
)
/** Of those, behind which an address is one of code, too: that of a driver or a backend is where it answers. */
const fetched = setOf(
  'require import loader loaders preload prepend plugin plugins extension extensions addon addons hook hooks bootstrap setup jar jars classpath processorpath modulepath toolchain recipe checks',
)
/** With one of these it is where something goes. */
const put = setOf('out output outfile outdir dest destination report reports log logs cache dump history save backup export')

/** Where packages, compilers and other programs come from. */
const origin = setOf('registry registries mirror mirrors hosted dist distribution')
const origins: readonly (readonly [string, string])[] = [
  ['index', 'url'],
  ['download', 'host'],
  ['download', 'url'],
  ['download', 'base'],
  ['storage', 'base'],
  ['binary', 'sources'],
  ['binary', 'host'],
  ['install', 'binary'],
  ['binary', 'mirror'],
  ['setup', 'info'],
]
/** What is kept there is no program. */
const other = setOf('schema image docker container')

export const namesCode = (name: string): boolean => {
  const words = wordsOf(name)
  // A command by itself is read as one.
  return name.toLowerCase() !== 'command' && words.some(word => code.has(word)) && !words.some(word => put.has(word))
}

/** Whether a program writes what stands behind it. */
export const namesOutput = (name: string): boolean =>
  wordsOf(name).some(
    word =>
      put.has(word) ||
      isOneOf(
        ' junit junitxml xml html csv sarif coverprofile outputfile logfile target result results artifact artifacts ',
        word,
      ),
  )

export const namesFetchedCode = (name: string): boolean => wordsOf(name).some(word => fetched.has(word))

export const namesOrigin = (name: string): boolean => {
  const words = wordsOf(name)
  return (
    (words.some(word => origin.has(word)) || origins.some(pair => pair.every(word => words.includes(word)))) &&
    !words.some(word => other.has(word))
  )
}

/** Each option or variable among some words with what stands behind it: `--name=value`, `--name value`, `NAME=value`. */
export function valuesGiven(words: readonly string[]): readonly (readonly [name: string, value: string])[] {
  return words.flatMap((text, at) => {
    const [, name = '', joined] = /^(--?[\w.:-]*[\w.-]|[A-Za-z][\w.:-]*\w):*(?:=([\s\S]*))?$/.exec(text) ?? []
    // An operand is a name of its own only where nobody would take it for anything else: `credential_process`.
    if (name === '' || (joined === undefined && name[0] !== '-' && !/[a-z]_[a-z]/.test(name))) return []
    // A sentence may begin like an assignment, unless a setting is expected.
    if (name[0] !== '-' && /\s/.test(joined ?? '') && !/^-[ocCDd]$|^--?[\w-]*(?:config|option|set)/.test(words[at - 1] ?? ''))
      return []
    return [[name.replace(/^-+/, ''), joined ?? words[at + 1] ?? ''] as const]
  })
}
