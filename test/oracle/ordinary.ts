/**
 * `npm run ordinary -- --repo DIR [--repo DIR]`: takes the command lines that a checkout itself has, and says which are stopped and by which rule. They
 * are read from files of its CI, build tools and package managers, from its Dockerfiles, and from the shell blocks of its pages; none is run.
 * With `--code`, each source file is judged as well, as text for its interpreter: most of them only define things. Exit 1 when a line is denied.
 */

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { judge } from '../../scripts/corpus/judge.ts'
import { say, stop } from '../../scripts/project/project.ts'
import { runnableAt } from '../../src/engine/analysis/places/runnable-files.ts'
import { commandsIn } from '../../src/engine/analysis/texts/commands-in-files.ts'

const { values: options } = parseArgs({
  options: {
    repo: { type: 'string', multiple: true, default: [] },
    code: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})
if (options.repo.length === 0) stop('--repo takes a folder')

const most = { files: 20_000, size: 200_000, depth: 12 } as const

function* filesBelow(folder: string, depth = 0): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    // What a project takes in is a project of its own.
    if (entry.isDirectory() && depth < most.depth && !/^(?:\.git|node_modules|vendor|fixtures|testdata)$/.test(entry.name))
      yield* filesBelow(path, depth + 1)
    else if (entry.isFile() && statSync(path).size <= most.size) yield path
  }
}

/** Shell blocks of a page; of one with prompts only what stands behind them. */
const shown = (text: string): readonly string[] =>
  [
    ...text.matchAll(
      /^[ \t]*(?:```|~~~)[ \t]*(?:sh|bash|shell|zsh|console|shell-session)\b[^\n]*\n([\s\S]*?)^[ \t]*(?:```|~~~)/gm,
    ),
  ].map(([, block = '']) => {
    const prompted = [...block.matchAll(/^[ \t]*[$%][ \t]+(.*)$/gm)].map(([, line]) => line)
    return prompted.length > 0 ? prompted.join('\n') : block
  })

const scriptsOf = (text: string): readonly string[] => {
  try {
    const { scripts = {} } = JSON.parse(text) as { scripts?: Record<string, unknown> }
    return Object.values(scripts).filter(line => typeof line === 'string')
  } catch {
    return []
  }
}

/** What a source file is given to. */
const interpreters: Readonly<Record<string, string>> = {
  py: 'python3',
  js: 'node',
  mjs: 'node',
  cjs: 'node',
  rb: 'ruby',
  pl: 'perl',
  php: 'php',
}

const linesIn = (path: string): readonly string[] => {
  const text = readFileSync(path, 'utf8')
  if (basename(path) === 'package.json') return scriptsOf(text)
  if (/\.(?:md|mdx|markdown)$/.test(path)) return shown(text)
  const program = options.code ? interpreters[path.slice(path.lastIndexOf('.') + 1)] : undefined
  if (program !== undefined) return [`${program} <<'END_OF_FILE'\n${text}\nEND_OF_FILE`]
  const reads = /\.(?:sh|bash)$/.test(path) || /^#!.*\b(?:ba|da|k|z)?sh\b/.test(text) ? 'shell' : runnableAt(path)?.reads
  // What a program might start by some of its values is no line that somebody wrote.
  return reads === undefined || /^(?:lines|settings|prompt|orders|lifecycle)$| -/.test(reads) ? [] : commandsIn(reads, text)
}

interface Stopped {
  readonly outcome: string
  readonly rules: readonly string[]
  readonly file: string
  readonly line: string
}

const stopped: Stopped[] = []
let lines = 0
let files = 0
for (const repo of options.repo)
  for (const path of filesBelow(repo)) {
    if (files >= most.files) break
    // The same line in one file teaches nothing twice.
    const found = new Set(linesIn(path).filter(line => /\S/.test(line)))
    if (found.size > 0) files++
    for (const line of found) {
      lines++
      const { outcome, rules } = await judge({ shell: line }, 'must-allow')
      if (outcome !== 'allow') stopped.push({ outcome, rules, file: relative(repo, path), line })
    }
  }

const count = (outcome: string): number => stopped.filter(one => one.outcome === outcome).length
const byRule = new Map<string, number>()
for (const { rules } of stopped) for (const rule of rules) byRule.set(rule, (byRule.get(rule) ?? 0) + 1)
const share = (part: number): string => `${part} (${lines === 0 ? 0 : ((100 * part) / lines).toFixed(2)} %)`
if (options.json) console.log(JSON.stringify({ files, lines, rules: Object.fromEntries(byRule), stopped }, null, 2))
else {
  for (const { outcome, rules, file, line } of stopped)
    console.log(`${outcome} ${rules.join(' ')} ${file}: ${JSON.stringify(line.length > 200 ? `${line.slice(0, 200)}…` : line)}`)
  for (const [rule, times] of [...byRule].sort(([, one], [, other]) => other - one))
    console.log(`${String(times).padStart(5)} ${rule}`)
}
say(
  `${lines} lines of ${files} files: ${share(count('deny'))} denied, ${share(count('ask'))} asked about, ${count('crash')} crashed`,
)
process.exitCode = count('deny') + count('crash') > 0 ? 1 : 0
