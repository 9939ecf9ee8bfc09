/** `just`: the recipes of a justfile, where it can be read. */

import { options } from '../../calls/options.ts'
import { absolutePath, boundedPath } from '../../places/paths.ts'
import { type Call, fork, type Handler, textAt } from '../../values/analysis.ts'
import { literal, nothing } from '../../values/value.ts'

export const recipes: Readonly<Record<string, Handler>> = { just }

interface Recipe {
  readonly needs: readonly string[]
  readonly lines: string[]
}

const valued = 'f justfile d working-directory set shell shell-arg color chooser dotenv-filename dotenv-path'

function just(call: Call): undefined {
  // All that stands behind it is the command.
  const at = call.args.findIndex(word => /^(?:-c|--command)$/.test(word.text))
  const own = at < 0 ? call.args : call.args.slice(0, at)
  const given = options(own, valued)
  if (
    /^(?:-[nl]|--(?:dry-run|list|summary|show|dump|evaluate|help|version|fmt|variables|choose))$/m.test(
      own.map(word => word.text).join('\n'),
    )
  )
    return undefined
  const folder = given.values.get('d') ?? given.values.get('working-directory')
  const cwd = folder === undefined ? call.env.cwd : boundedPath(folder, call.env, call.analysis)
  const env = fork(call.env, { cwd })
  if (at >= 0) {
    call.analysis.words(call.args.slice(at + 1), env, call.stdin)
    return undefined
  }
  const text = textOf(given.values.get('f') ?? given.values.get('justfile'), call)
  if (text === undefined) return undefined
  // Variables are worked out before anything else.
  for (const [, command = ''] of text.matchAll(/^(?:export[ \t]+)?[A-Za-z_][\w-]*[ \t]*:=[^\n`]*`([^`]+)`/gm))
    run(command, call, env)
  const all = recipesOf(text)
  const asked = given.positional.map(word => word.text).filter(word => !word.includes('='))
  const [first] = all.keys()
  const wanted = asked.length > 0 ? asked : first === undefined ? [] : [first]
  const done = new Set<string>()
  while (wanted.length > 0 && done.size < 50) {
    const name = wanted.shift() as string
    const recipe = all.get(name)
    if (recipe === undefined || done.has(name)) continue
    done.add(name)
    wanted.push(...recipe.needs)
    // Without `set shell` each line has a shell of its own; a recipe that names its interpreter is one program.
    const whole = recipe.lines[0]?.startsWith('#!') === true
    const sources = whole ? [recipe.lines.join('\n')] : recipe.lines
    for (const source of sources) run(source, call, env)
  }
  return undefined
}

function run(source: string, call: Call, env: Call['env']): void {
  const filled = source.replace(/\{\{(?:[^{}]|\{(?!\{))*\}\}/g, '$UNKNOWN_PART')
  const [, interpreter] = /^#!\s*(?:\/usr\/bin\/env\s+(?:-S\s+)?)?(\S+)/.exec(filled) ?? []
  if (interpreter === undefined || /sh$/.test(interpreter)) call.analysis.script(filled, fork(env), nothing)
  else call.analysis.words([literal(interpreter)], fork(env), { text: filled, taint: 0 })
}

/** What this script wrote, or what was there. */
function textOf(file: Call['args'][number] | undefined, { env, analysis, stdin }: Call): string | undefined {
  const read = (path: string): string | undefined => analysis.files.get(path)?.text ?? textAt(path, analysis)
  if (file !== undefined) {
    if (/^(?:-|\/dev\/stdin)$/.test(file.text)) return stdin.text
    return file.stream === undefined ? read(boundedPath(file, env, analysis)) : file.stream.text
  }
  const { cwd } = env
  if (cwd === undefined) return undefined
  for (const name of ['justfile', 'Justfile', '.justfile']) {
    const text = read(absolutePath(name, cwd, analysis.host))
    if (text !== undefined) return text
  }
  return undefined
}

function recipesOf(text: string): ReadonlyMap<string, Recipe> {
  const all = new Map<string, Recipe>()
  let current: Recipe | undefined
  for (const line of text.replace(/\\\n/g, ' ').split('\n')) {
    const head = /^@?([A-Za-z_][\w-]*)(?:\s[^:#]*)?:(?!=)([^#]*)/.exec(line)
    if (/^[ \t]+\S/.test(line))
      current?.lines.push(/^#!/.test(current.lines[0] ?? '') ? line.trim() : line.trim().replace(/^[@-]+/, ''))
    else if (head !== null) {
      const [, name = '', needs = ''] = head
      current = { needs: needs.match(/[A-Za-z_][\w-]*/g) ?? [], lines: [] }
      all.set(name, current)
    } else if (/^(?:alias|set|export|import|mod)\b|:=/.test(line)) current = undefined
  }
  return all
}
