/** The commands that the text of a file holds, as the program reads it that runs or obeys the file. */

import { substituted } from '../calls/make-values.ts'
import { cellsOf, shellIn } from '../effects/notebooks.ts'
import { mayMatter } from '../places/read-later.ts'
import type { Reader } from '../places/runnable-files.ts'
import { quoted } from '../values/value.ts'
import { listed, spawned, started, strings, within } from './commands-in-lines.ts'
import { orders } from './orders-in-texts.ts'
import { groovy, runs } from './pipelines.ts'
import { tasksOf } from './playbooks.ts'

/** Commands for a shell, in the order of the text. */
export const commandsIn = (reads: Reader, text: string): readonly string[] => {
  switch (reads) {
    case 'shell':
      return [ofScript(text)]
    case 'notebook':
      return cellsOf(text).flatMap(code => [...shellIn(code), `python3 -c ${quoted(code.replace(/^[^\S\n]*[!%].*/gm, ''))}`])
    case 'make':
      return [...recipes(text), ...substituted(text)]
    case 'just':
      return [...indented(text), ...substituted(text)]
    case 'steps':
      return runs(text)
    case 'tasks':
      return [...runs(text), ...within(text)]
    case 'lifecycle':
      return lifecycle(text)
    case 'groovy':
      return [...groovy(text), ...scriptsElsewhere(text)]
    case 'image':
      return stages(text)
    case 'prompt':
      return [...inBackticks(text), ...orders(text)]
    case 'orders':
      return orders(text)
    case 'lines':
      return within(text)
    case 'cmake':
      return [...together(cmake(text)), ...within(text)]
    case 'bazel':
      return [...longStrings(text).map(script => script.replaceAll('$$', '$').replace(/\$[@<]/g, 'made')), ...within(text)]
    case 'nix':
      return [...indentedStrings(text), ...within(text)]
    case 'ant':
      return [...deletedByAnt(text), ...within(text)]
    case 'patch': {
      const added = text.replace(/^(?:[^+\n].*|\+\+\+ .*|)(?:\n|$)/gm, '').replace(/^\+/gm, '')
      return [`node -e ${quoted(added)}`, ...within(added)]
    }
    case 'playbook':
      return tasksOf(text)
    case 'settings':
      return [...started(text), ...runtimes(text), ...spawned(text), ...within(text)]
    case 'fish -c':
      // What is defined runs when somebody types its name.
      return [
        `fish -c ${quoted([text, ...[...text.matchAll(/^[ \t]*function[ \t]+([\w-]+)/gm)].map(([, name]) => name)].join('\n'))}`,
        ...within(text),
      ]
    default:
      // What the language's reader does not follow may still stand in it as a text of its own.
      return [
        `${reads} ${quoted(text)}`,
        ...spawned(text),
        ...within(text),
        ...(reads === 'groovy -e' ? [...scriptsElsewhere(text), ...piped(text)] : reads === 'julia -e' ? pipelines(text) : []),
      ]
  }
}

/** What a debugger hands to the program that runs the code: `"runtimeArgs": ["--import", "…"]`. */
const runtimes = (text: string): string[] =>
  [...text.matchAll(/"runtimeArgs"\s*:\s*\[([^[\]]*)\]/g)].map(([, list = '']) => `node ${listed(list)} x`)

/** Build files of Gradle take other scripts in by their address, or run what they fetch as one. */
const scriptsElsewhere = (text: string): string[] => {
  const applied = [...text.matchAll(/\bapply\b[\s({]*from\s*[:=]\s*(?:uri\s*\()?\s*["'](https?:[^"']+)["']/g)]
  const fetched = /\b(?:evaluate|Eval\s*\.|GroovyShell)/.test(text)
    ? [...text.matchAll(/\bnew\s+URL\s*\(\s*["'](https?:[^"']+)["']/g)]
    : []
  return [...applied, ...fetched].map(([, address = '']) => `curl -s ${quoted(address)} | sh`)
}

/** `"a" #| "b"` of Scala. */
const piped = (text: string): string[] =>
  text.split('\n').flatMap(line =>
    line.includes('#|')
      ? [
          strings(line)
            .map(({ text }) => text)
            .join(' | '),
        ]
      : [],
  )

/** `pipeline(`a`, `b`)` of Julia. */
export const pipelines = (text: string): string[] =>
  text
    .split(/\bpipeline\s*\(/)
    .slice(1)
    .map(part => [...(part.split(')', 1)[0] as string).matchAll(/`([^`]+)`/g)].map(([, command]) => command).join(' | '))

/** A script whose first line names another program is that program's. */
const ofScript = (text: string): string => {
  const [, program] = /^#!\s*(?:\S*\/env\s+(?:-\S+\s+)?)?(?:\S*\/)?(\w[\w.]*)/.exec(text) ?? []
  const option = /^(?:python|pypy)/.test(program ?? '')
    ? '-c'
    : /^(?:node|deno|bun|ruby|perl|lua)/.test(program ?? '')
      ? '-e'
      : undefined
  return option === undefined ? text : `${program} ${option} ${quoted(text)}`
}

/** Scripts that a package manager runs by itself. */
const lifecycle = (text: string): string[] => {
  const scripts: string[] = []
  for (const [, string = ''] of text.matchAll(
    /"(?:pre|post)?(?:install|prepare|publish|pack)(?:Only)?"\s*:\s*("(?:[^"\\]|\\.)+")/g,
  ))
    try {
      scripts.push(String(JSON.parse(string)))
    } catch {
      // No JSON: npm does not run it either.
    }
  return scripts
}

/** Each stage of a Dockerfile as one script: what it fetches, sets and runs. */
const stages = (text: string): string[] => {
  const lines = text
    .replace(/^[ \t]*#.*\n/gm, '')
    .replace(/[\\`][ \t]*\n/g, ' ')
    .split('\n')
  const scripts: string[][] = [[]]
  for (let at = 0; at < lines.length; at++) {
    const [, name = '', all = ''] = /^[ \t]*(?:ONBUILD[ \t]+)?([A-Z]+)[ \t]+(.*)$/i.exec(lines[at] as string) ?? []
    const rest = all.replace(/^(?:--[\w-]+(?:=\S*)?[ \t]+)*/, '')
    const ends = /<<-?["']?(\w+)/.exec(rest)?.[1]
    const end = ends === undefined ? -1 : lines.findIndex((line, i) => i > at && line.trim() === ends)
    if (/^FROM$/i.test(name)) scripts.push([])
    else if (end < 0) scripts.at(-1)?.push(step(name.toUpperCase(), rest))
    else if (/^RUN$/i.test(name)) scripts.at(-1)?.push(heredoc(rest, lines.slice(at + 1, end).join('\n')))
    if (end >= 0) at = end
  }
  return scripts.map(steps => steps.join('\n'))
}

const step = (name: string, rest: string): string => {
  switch (name) {
    case 'ARG':
    case 'ENV':
      return `export ${rest.replace(/^(\w+)[ \t]+(?=\S)/, '$1=')}`
    case 'ADD': {
      const [, address, to = ''] = /^["'[\s]*(https?:\/\/[^\s"',]+)["',\s]+([^\s"',\]]+)/.exec(rest) ?? []
      if (address === undefined) return ''
      return `curl -o ${quoted(/\/$/.test(to) ? to + address.replace(/^.*\//, '') : to)} ${address}`
    }
    case 'RUN':
    case 'CMD':
    case 'ENTRYPOINT':
      if (rest[0] === '[') return listed(rest)
      return rest.replace(login, header => header.replace(/\$\((?:cat |<) *\/run\/secrets\/[\w.-]+\)/g, 'x'))
    default:
      return ''
  }
}

/** Where a secret that is mounted for a step is meant to go. */
const login = /(?:-H|--header|-u|--user|--password)[ =]?(?:"[^"\n]*"|'[^'\n]*')/g

/** `RUN <<E`: the text is the script; `RUN python3 <<E`: a program gets it. */
const heredoc = (line: string, body: string): string => {
  const program = line.replace(/<<-?["']?\w+["']?.*/, '').trim()
  return program === '' ? ofScript(body) : `${program} <<'EOF_OF_IMAGE'\n${body}\nEOF_OF_IMAGE`
}

/** What a client runs before the model sees the prompt: `!` and a command in backticks. */
const inBackticks = (text: string): string[] => [...text.matchAll(/!`([^`\n]+)`/g)].map(([, command = '']) => command)

/** Scripts of a manifest that a person starts by their names. */
export const startedByName = (text: string): string[] =>
  [...text.matchAll(/"([\w:.@/-]+)"\s*:\s*("(?:[^"\\]|\\.)+")/g)].flatMap(([, name = '', string = '']) => {
    if (/^(?:description|name|keywords|homepage|url|author|license|version)$/.test(name) || !mayMatter.test(string)) return []
    return strings(string).map(({ text }) => text)
  })

/** The recipe lines of make rules, on lines of their own and behind the colon, make's own `$$` turned into the shell's `$`. */
const recipes = (text: string): string[] => {
  const lines = text.replace(/\\\n\t?/g, ' ').split('\n')
  const set = lines.flatMap(line => {
    const [, name, value = ''] = /^(?:export\s+|override\s+)?([\w.-]+)[ \t]*(?:[?:]{0,2}=)[ \t]*(.*)$/.exec(line) ?? []
    return name === undefined ? [] : [[name, value.trim()] as const]
  })
  // Which of several counts, or whether the command line has another, nobody knows: it is read as it stands, and with the first and the last.
  const tables = set.length === 0 ? [] : [new Map(set.toReversed()), new Map(set)]
  return lines
    .flatMap(line => [...new Set([line, ...tables.map(table => withVariables(line, table))])])
    .flatMap(line => (line[0] === '\t' ? [line.slice(1)] : (/^[^\s#=:;][^#=:;]*:[^#=;]*;(.*)$/.exec(line)?.[1] ?? [])))
    .map(line =>
      line
        .replace(/^[@+-]+/, '')
        .trim()
        // Those of the environment are variables of make.
        .replace(/(?<!\$)\$[({](HOME|PWD)[)}]/g, '$$$1')
        .replaceAll('$$', '$'),
    )
}

/** What make's variables hold in a line, and in what they hold. */
const withVariables = (line: string, table: ReadonlyMap<string, string>): string => {
  let left = 100
  const filled = (text: string, depth: number): string =>
    text.length > most
      ? text
      : text.replace(/(?<!\$)\$[({]([\w.-]+)[)}]/g, (whole, name: string) => {
          const value = table.get(name)
          return value === undefined || depth === 0 || left-- <= 0 ? whole : filled(value, depth - 1)
        })
  return filled(line, 4)
}

/** Characters of a line in which variables of make are looked up. */
const most = 2_000

/** The recipe lines of a justfile. */
const indented = (text: string): string[] =>
  text
    .split('\n')
    .flatMap(line => (/^[ \t]/.test(line) ? [line.trim().replace(/^[@-]+/, '')] : []))
    .map(line => line.replace(/\{\{[^{}]*\}\}/g, '$UNKNOWN_PART'))

/** Each alone, and all in their order: what one fetches another may run. */
const together = (scripts: readonly string[]): readonly string[] =>
  scripts.length > 1 ? [...scripts, scripts.join('\n')] : scripts

/** `execute_process(COMMAND a b)`, `file(REMOVE_RECURSE a)`, with what the environment holds and no variables of its own. */
const cmake = (text: string): string[] =>
  text.split(')').flatMap(part => {
    const open = part.lastIndexOf('(')
    const name = part.slice(0, Math.max(open, 0)).trimEnd()
    const spelled = part
      .slice(open + 1)
      .replace(/\$ENV\{(\w+)\}/g, '$$$1')
      // Folders that CMake itself has.
      .replace(/\$\{(?:CMAKE|PROJECT)_(?:CURRENT_)?(BINARY|SOURCE)_DIR\}/g, (_, which) => (which === 'BINARY' ? 'build' : '.'))
      .trim()
    const [, address, to] = name.endsWith('file') ? (/^DOWNLOAD\s+"?([^\s"]+)"?\s+"?([^\s"]+)/.exec(spelled) ?? []) : []
    if (address !== undefined) return [`curl -o ${to} ${address}`]
    // What is worked out is no more than a word of a program's.
    const runs = name.endsWith('execute_process')
    // Below a home whatever it is called.
    if (spelled.includes('${') && !runs && !/^REMOVE_RECURSE\s+"?\$HOME\//.test(spelled)) return []
    if (/^REMOVE(?:_RECURSE)?\s/.test(spelled) && name.endsWith('file'))
      return [spelled.replace(/^\w+/, 'rm -rf').replace(/\$\{\w+\}/g, '$UNKNOWN_PART')]
    if (!runs) return []
    const [, ...commands] = spelled.replace(/\$\{\w+\}/g, '$UNKNOWN_PART').split(/\bCOMMAND\s/)
    return commands.map(command => command.split(/\s[A-Z]+_[A-Z_]+\b/, 1)[0] as string)
  })

/** `""" … """` */
const longStrings = (text: string): string[] => text.split('"""').filter((_, at) => at % 2 === 1)

/** `'' … ''` of Nix, with its own `''$` for a dollar sign. */
const indentedStrings = (text: string): string[] =>
  text
    .replace(/''(?=[$'])/g, '\\')
    .split("''")
    .filter((_, at) => at % 2 === 1)

/** `<delete dir="…"/>` of Ant. */
const deletedByAnt = (text: string): string[] =>
  text.split('<delete').flatMap((part, at) => {
    const [, place] = at === 0 ? [] : (/\b(?:dir|file)="([^"<>]+)"/.exec(part.split('>', 1)[0] as string) ?? [])
    return place === undefined
      ? []
      : [`rm -rf "${place.replace(/\$\{user\.home\}/g, '$HOME').replace(/\$\{env\.(\w+)\}/g, '$$$1')}"`]
  })
