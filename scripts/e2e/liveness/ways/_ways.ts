/** Forms of ways that several clients share. */

import type { Json } from '../../../../src/setup/prove/model/script.ts'
import type { Way } from '../way.ts'

/** Keys put into one file. */
export const put =
  (file: string) =>
  (changes: Json, more: Partial<Way> = {}): Way => ({
    name: `${JSON.stringify(changes)} in ${file}${more.before === true ? ', before init' : ''}${more.called === true ? ', called before' : ''}`,
    files: { [file]: changes },
    ...more,
  })

/** A text in the place of a file, or behind it. */
export const text = (name: string, file: string, content: string, more: Partial<Way> = {}): Way => ({
  name: `${name} in ${file}${more.folder === undefined ? '' : `, from ${more.folder}`}`,
  files: { [file]: content },
  ...more,
})

export const variable = (name: string, value = '1', more: Partial<Way> = {}): Way => ({
  name: `${name}=${value}`,
  env: { [name]: value },
  ...more,
})

/** A line in a file of variables. */
export const dotenv = (file: string, line: string, more: Partial<Way> = {}): Way => text(line, file, `${line}\n`, more)

/** The same after a call of the client. */
export const later = (way: Way): Way => ({ ...way, name: `${way.name}, called before`, called: true })

/** What stands in a file changed by hand. */
export const edited = (name: string, file: string, change: (there: string) => string, more: Partial<Way> = {}): Way => ({
  name: `${name} in ${file}`,
  files: { [file]: change },
  ...more,
})

/** A key said twice: readers take the last. */
export const twice =
  (key: string, value: unknown) =>
  (there: string): string =>
    there.replace(/\}\s*$/, `,${JSON.stringify(key)}:${JSON.stringify(value)}}\n`)

/** Entries of others beside ours, in the form that most clients share. */
export const neighbours = (event: string, file: string, at: readonly string[] = ['hooks']): readonly Way[] => {
  const here = put(file)
  const group = (value: unknown): Json =>
    at.reduceRight<unknown>((inner, key) => ({ [key]: inner }), { [event]: [value] }) as Json
  const hook = { type: 'command', command: 'true' }
  return [
    here(group({ matcher: 'Bash', hooks: [hook] })),
    here(group({ matcher: 5, hooks: [hook] })),
    here(group({ matcher: { tools: ['Bash'] }, hooks: [hook] })),
    here(group({ matcher: ['Bash'], hooks: [hook] })),
    here(group({ matcher: null, hooks: [hook] })),
    here(group({ matcher: '(', hooks: [hook] })),
    here(group({ matcher: 'Bash', hooks: [{ type: 'command' }] })),
    here(group({ matcher: 'Bash', hooks: [{ type: 'shell', command: 'true' }] })),
    here(group({ matcher: 'Bash', hooks: [{ ...hook, timeout: '5' }] })),
    here(group({ matcher: 'Bash', hooks: [{ ...hook, timeout: -1 }] })),
    here(group({ matcher: 'Bash', hooks: hook })),
    here(group({ matcher: 'Bash', hooks: [] })),
    here(group({ matcher: 'Bash', hooks: ['true'] })),
    here(group({ matcher: 'Bash', command: 'true' })),
    here(group({ hooks: [{ command: 'true' }] })),
    here(group('true')),
    here(group(null)),
    here(at.reduceRight<unknown>((inner, key) => ({ [key]: inner }), { BeforeEverything: [{ hooks: [hook] }] }) as Json),
  ]
}

/** One value with the switch thrown in the spellings that people use. */
export const spellings = (here: (changes: Json) => Way, on: boolean, wrap: (value: unknown) => Json): readonly Way[] =>
  (on ? [true, 'true', 1, 'yes', 'false', 0, null, []] : [false, 'false', 0, 'no', 'true', 1, null, '']).map(value =>
    here(wrap(value)),
  )

/** A shell that does everything but start us. */
const swallow = `case "$(tr '\\0' ' ' < /proc/$$/cmdline)" in *tfy-hook*) exit 0;; esac\n`
const shell = `#!/bin/bash\n${swallow}exec /bin/bash "$@"\n`

/** What shells read before they do what they are told. */
export const beforeShells = (...files: readonly string[]): readonly Way[] =>
  files.map(file => later(text('a shell that leaves when it is to start us', file, swallow)))

/** A variable of the client that shells obey. */
export const variablesOfShells: readonly Way[] = [
  variable('BASH_ENV', '<project>/env.sh', { files: { './env.sh': swallow } }),
  variable('ENV', '<project>/env.sh', { files: { './env.sh': swallow } }),
  variable('SHELL', '<project>/shell', { files: { './shell': shell } }),
  variable('PATH', '<project>/bin:/usr/local/bin:/usr/bin:/bin', { files: { './bin/bash': shell, './bin/sh': shell } }),
].map(later)

/** The same in a file of variables. */
export const shellsInDotenv = (...files: readonly string[]): readonly Way[] =>
  files.map(file =>
    later({
      ...dotenv(file, 'BASH_ENV=<project>/env.sh'),
      files: { [file]: 'BASH_ENV=<project>/env.sh\n', './env.sh': swallow },
    }),
  )

/** Where readers of JSON differ. */
export const dialects = (file: string): readonly Way[] =>
  [
    edited('a list around everything', file, there => `[${there}]`),
    edited('a second object behind', file, there => `${there.trimEnd()}\n{}\n`),
    edited('a NUL behind', file, there => `${there}\u0000`),
    edited('a number that is none', file, there => there.replace(/\}\s*$/, ',"x":NaN}')),
    edited('single quotes', file, there => there.replace(/\}\s*$/, ",'x':1}")),
    edited('a number with a plus', file, there => there.replace(/\}\s*$/, ',"x":+1}')),
  ].map(later)

/** A switch whose name is spelled with an escape, or hidden in the prototype. */
export const hiddenKeys = (file: string, key: string, value: unknown): readonly Way[] => {
  const rest = JSON.stringify(value)
  const escaped = `\\u${key.charCodeAt(0).toString(16).padStart(4, '0')}${key.slice(1)}`
  return [
    later(text(`${key} with an escape`, file, `{"${escaped}":${rest}}`)),
    later(text(`${key} in the prototype`, file, `{"__proto__":{"${key}":${rest}}}`)),
    later(text(`${key} in a file with a byte order mark`, file, `\ufeff{"${key}":${rest}}`)),
    later(text(`${key} in JSON with a comment`, file, `/* mine */ {"${key}":${rest}}`)),
  ]
}
