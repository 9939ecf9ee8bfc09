/** Flags in any spelling: `-rf`, `-fr`, `-r -f`, `--recursive --force`, `--force=true`, and unambiguous abbreviations. */

import type { Invocation } from '../../analysis/values/facts.ts'

/** Long names of short flags, for programs whose flags policies name. From their manuals, checked 2026-11. */
const longNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  rm: { r: 'recursive', R: 'recursive', f: 'force', i: 'interactive', d: 'dir', v: 'verbose' },
  cp: { r: 'recursive', R: 'recursive', f: 'force', a: 'archive' },
  mv: { f: 'force', n: 'no-clobber' },
  ln: { s: 'symbolic', f: 'force' },
  chmod: { R: 'recursive', f: 'silent' },
  chown: { R: 'recursive', f: 'silent' },
  chgrp: { R: 'recursive', f: 'silent' },
  grep: { r: 'recursive', R: 'dereference-recursive', i: 'ignore-case', v: 'invert-match' },
  git: { f: 'force', d: 'delete', n: 'dry-run', a: 'all', m: 'message', u: 'set-upstream', p: 'patch' },
  docker: { f: 'force', v: 'volumes', a: 'all', d: 'detach' },
  kubectl: { f: 'filename', n: 'namespace', A: 'all-namespaces' },
  helm: { n: 'namespace' },
  curl: { k: 'insecure', d: 'data', T: 'upload-file', F: 'form', o: 'output', X: 'request', L: 'location', H: 'header' },
  npm: { g: 'global', f: 'force', D: 'save-dev', S: 'save' },
  pip: { U: 'upgrade', r: 'requirement', e: 'editable' },
  terraform: {},
  tar: { x: 'extract', c: 'create', f: 'file', z: 'gzip', v: 'verbose' },
  rsync: { a: 'archive', r: 'recursive', n: 'dry-run', v: 'verbose' },
  sed: { i: 'in-place', n: 'quiet', e: 'expression' },
}

/** Every wanted flag is given to this invocation. */
export const flagsHold = (wanted: readonly string[], invocation: Invocation): boolean => {
  const given = new Set<string>()
  for (const flag of [...invocation.flags, ...invocation.argv])
    if (flag?.startsWith('-')) for (const name of namesOf(flag, invocation.program)) given.add(name)
  return wanted.every(flag => {
    if (given.has(flag)) return true
    const names = namesOf(flag, invocation.program)
    // A bundle such as `-rf` needs all its letters.
    const letters = names.filter(name => name.startsWith('-') && !name.startsWith('--') && name.length === 2)
    if (isBundle(flag)) return letters.every(letter => namesOf(letter, invocation.program).some(name => given.has(name)))
    return names.some(name => given.has(name)) || abbreviated(flag, given)
  })
}

const isBundle = (flag: string): boolean => /^-[A-Za-z]{2,}$/.test(flag)

/** All names of a flag as written: itself, without its value, its letters, their long names. */
const namesOf = (flag: string, program: string | undefined): string[] => {
  const bare = flag.replace(/=.*$/s, '')
  const long = (program !== undefined && Object.hasOwn(longNames, program) ? longNames[program] : undefined) ?? {}
  if (bare.startsWith('--')) {
    const shorts = Object.entries(long).flatMap(([letter, name]) => (`--${name}` === bare ? [`-${letter}`] : []))
    return [bare, ...shorts]
  }
  const letters = /^-[A-Za-z]+/.exec(bare)?.[0].slice(1) ?? ''
  return [bare, ...[...letters].flatMap(letter => [`-${letter}`, ...(Object.hasOwn(long, letter) ? [`--${long[letter]}`] : [])])]
}

/** GNU programs take any unambiguous start of a long name; four letters are enough to be one here. */
const abbreviated = (flag: string, given: ReadonlySet<string>): boolean =>
  flag.startsWith('--') && [...given].some(name => name.length >= 6 && name.startsWith('--') && flag.startsWith(name))
