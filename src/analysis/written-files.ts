/** What is written into a file that runs later: workflows, lifecycle scripts, make rules, shell scripts. */

import type { Analyse } from '../policy/judge/facts.ts'
import { checksOutStranger, filled, groovy, runs, sentSecrets } from './pipelines.ts'
import { isRunLater } from './places/read-later.ts'
import type { Effect, WrittenFile } from './values/facts.ts'
import { findings } from './values/findings.ts'
import { settingsIn, switchedIn } from './written-settings.ts'

/** Files of one event, scripts of one file that are read, and characters of them. What lies beyond is not left out in silence. */
const most = { files: 64, scripts: 100, length: 60_000 } as const

type Found = 'ci.secrets-sent' | 'ci.untrusted-checkout' | 'ci.dangerous-step'
type Runner = 'person' | 'package manager' | 'build service'

/** What the new texts of files would do when whoever reads them does so. */
export const effectsOf = (files: readonly WrittenFile[], analyse: Analyse | undefined): readonly Effect[] => [
  ...settingsIn(files),
  ...(analyse === undefined
    ? []
    : [
        ...scriptsIn(
          files.filter(({ path }) => isRunLater(path)),
          analyse,
        ),
        ...switchedIn(files, analyse),
      ]),
]

/** Of those that run. */
const scriptsIn = (files: readonly WrittenFile[], analyse: Analyse): readonly Effect[] => {
  const effects = files.slice(0, most.files).flatMap(file => writtenIn(file)(analyse))
  const long = files.some(({ path, text }) => text.length > most.length && !isBadOnPurpose(path))
  return [
    ...effects,
    ...(files.length > most.files ? [beyond('what this many scripts do')] : []),
    ...(long ? [beyond('the end of a script this long')] : []),
  ]
}

const beyond = (unknown: string): Effect => ({
  kind: findings['execution.unknown-command'].kind,
  finding: 'execution.unknown-command',
  certainty: 'could-not-tell',
  targets: [],
  hosts: [],
  unknown,
})

/** Run by nobody. */
const isBadOnPurpose = (path: string): boolean => /(?:^|[\\/])(?:fixtures?|testdata|__fixtures__)[\\/]/.test(path)

/** What this file's new text would do. */
const writtenIn = ({ path, text: content }: WrittenFile): ((analyse: Analyse) => readonly Effect[]) => {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
  const text = content.slice(0, most.length).replace(/\r\n/g, '\n')
  if (name === 'package.json') return effectsOfScripts(lifecycle(text), [], 'package manager')
  if (isBadOnPurpose(path)) return () => []
  if (/\.(?:sh|bash|zsh)$/.test(name)) return effectsOfScripts([text], [], 'person')
  if (/^(?:GNU)?makefile$|\.mk$/i.test(name)) return effectsOfScripts(recipes(text), [], 'person')
  const steps = /^Jenkinsfile/.test(name) ? groovy(text) : runs(text)
  const found: Found[] = []
  if (sentSecrets(steps)) found.push('ci.secrets-sent')
  if (checksOutStranger(text)) found.push('ci.untrusted-checkout')
  return effectsOfScripts(steps.map(filled), found, 'build service')
}

const effectsOfScripts =
  (scripts: readonly string[], found: readonly Found[], by: Runner) =>
  (analyse: Analyse): readonly Effect[] => {
    const read = scripts.filter(script => mayMatter.test(script))
    const grave = read
      .slice(0, most.scripts)
      .some(script => analyse(script, undefined).effects.some(effect => isGrave(effect, by)))
    const all: readonly Found[] = grave ? [...found, 'ci.dangerous-step'] : found
    const effects = all.map(finding => ({
      kind: findings[finding].kind,
      finding,
      certainty: 'proved-dangerous' as const,
      targets: [],
      hosts: [],
    }))
    return read.length > most.scripts ? [...effects, beyond('what this many scripts do')] : effects
  }

/** Most scripts have nothing of the kind and are not parsed. */
const mayMatter =
  /\b(?:rm|find|dd|mkfs|nc|ncat|netcat|socat|curl|wget|python[\d.]*|perl|ruby|php|node|base64|eval|telnet|openssl|mkfifo|shred|scp|rsync)\b|\/dev\/(?:tcp|udp|[snv])|:\(\)/

const always =
  /^(?:network\.(?:reverse-shell|listener-shell)|exfiltration\.secret-to-network|disk\.raw-write|process\.fork-bomb)$/
const atHome = /^filesystem\.delete-(?:root|home)$/

/** What no project needs from a script. The rest is judged when the script runs. */
const isGrave = ({ finding, certainty }: Effect, by: Runner): boolean => {
  if (certainty !== 'proved-dangerous') return false
  if (always.test(finding)) return true
  // The machine of a build service is thrown away.
  if (by !== 'build service' && atHome.test(finding)) return true
  // Nobody sees it run.
  return by === 'package manager' && /^execution\.(?:download|decoded)-execute$/.test(finding)
}

/** Scripts that a package manager runs by itself. */
const lifecycle = (text: string): string[] => {
  const scripts: string[] = []
  for (const [, quoted = ''] of text.matchAll(
    /"(?:pre|post)?(?:install|prepare|publish|pack)(?:Only)?"\s*:\s*("(?:[^"\\]|\\.)+")/g,
  ))
    try {
      scripts.push(String(JSON.parse(quoted)))
    } catch {
      // No JSON: npm does not run it either.
    }
  return scripts
}

/** The recipe lines of make rules, make's own `$$` turned into the shell's `$`. */
const recipes = (text: string): string[] =>
  text
    .replace(/\\\n\t?/g, ' ')
    .split('\n')
    .flatMap(line => (line[0] === '\t' ? [line.replace(/^\t[@+-]*\s*/, '').replace(/\$\$/g, '$')] : []))
