/** Lisps: `(function argument ...)`. */

import { deleted, readPath } from '../effects/file-effects.ts'
import { bounds, type Call, fork } from '../values/analysis.ts'
import { HOLE, literal, nothing, taint, type Value } from '../values/value.ts'
import { looseEnds, seenBy } from './loose-ends.ts'

type Form = string | readonly Form[]
/** A text literal, marked so that it is no name. */
const quoted = '"'

const runs =
  /^(?:shell-command(?:-to-string|-to-list)?|async-shell-command|compile|system\*?|system\/exit-code|shell|sh|process\*?|run-program|uiop:run-program|sb-ext:run-program|ext:run-shell-command|call-process|call-process-shell-command|process-file|process-lines|start-process|start-process-shell-command|exec|execvp?|execlp?|(?:[\w.]+\/)(?:sh|shell|process|exec)|os\.system|os\/execute|os\/shell)$/
const trees =
  /^(?:delete-directory(?:\/files)?|delete-file-recursively|(?:[\w.]+\/)?delete-tree|uiop:delete-directory-tree|delete-directory-and-files|rm-rf|sh\/rm|os\/rmdir)$/
const files = /^(?:delete-file|(?:[\w.]+\/)?delete(?:-if-exists)?|os\/rm|io\/delete-file|clojure\.java\.io\/delete-file)$/
const reads = /^(?:insert-file-contents|find-file(?:-noselect)?|file->\w+|slurp|call-with-input-file|load-file|with-open-file)$/

/** Analyses the forms; the taint of what it may print comes back. */
export function scanLisp(source: string, call: Call): number {
  if (source.length > bounds.length) {
    call.analysis.exhausted = true
    return 0
  }
  let bits = 0
  const open: Form[][] = [[]]
  const before = seenBy(call)
  const words = { texts: [] as string[], names: [] as string[], lists: [] }
  for (const match of source.matchAll(/"((?:[^"\\]|\\.)*)(?:"|$)|;[^\n]*|([()[\]])|([^\s()[\]"';`,]+)/g)) {
    if (match[1] !== undefined) words.texts.push(match[1])
    else if (match[3] !== undefined) words.names.push(match[3])
    const top = open.at(-1) as Form[]
    if (match[1] !== undefined) top.push(quoted + match[1].replace(/\\(.)/g, '$1'))
    else if (match[3] !== undefined) top.push(match[3])
    else if (match[2] === '(' || match[2] === '[') {
      if (open.length > bounds.expressions) {
        call.analysis.exhausted = true
        return bits
      }
      open.push([])
    } else if (match[2] !== undefined && open.length > 1) {
      const form = open.pop() as Form[]
      bits |= perform(form, call)
      open.at(-1)?.push(form)
    }
  }
  looseEnds(source, () => words, before, call)
  return bits
}

function perform(form: readonly Form[], call: Call): number {
  const [name] = form
  if (typeof name !== 'string' || name[0] === quoted) return 0
  const given = form.slice(1).filter(item => typeof item !== 'string' || item[0] === quoted || /^\*?home/.test(item))
  const args = given.map(item => text(item, call))
  const env = fork(call.env, { wrappers: [...call.env.wrappers, call.program] })
  if (runs.test(name)) {
    const words = given.flatMap((item, index) => (isList(item) ? item.map(part => text(part, call)) : [args[index] ?? HOLE]))
    const first = words.findIndex(word => word !== HOLE && !/^\*/.test(word))
    const command = /^start-process$/.test(name) ? words.slice(1) : words.slice(Math.max(0, first))
    if (command.length === 1) call.analysis.script((command[0] as string).split(HOLE).join('$UNKNOWN_PART'), env, nothing)
    else if (command.length > 1)
      call.analysis.words(
        command.map(word => path(word)),
        env,
        nothing,
      )
  }
  if (trees.test(name) || files.test(name))
    for (const arg of args.slice(0, 1)) deleted(path(arg), trees.test(name), call.env, call.analysis, call.invocation)
  if (!reads.test(name) || args[0] === undefined || args[0] === HOLE) return 0
  return readPath(path(args[0]), call.env, call.analysis, call.invocation).taint & taint.secret
}

/** A list of words, not a call. */
function isList(form: Form): form is readonly Form[] {
  return typeof form !== 'string' && (form[0] === undefined || form[0] === 'list' || form[0][0] === quoted)
}

function text(form: Form, call: Call): string {
  const { home } = call.analysis.host
  if (typeof form === 'string') {
    const value = form[0] === quoted ? form.slice(1) : /^\*?home/.test(form) ? home : HOLE
    return value === '~' || value.startsWith('~/') ? home + value.slice(1) : value
  }
  const [name] = form
  if (typeof name !== 'string') return HOLE
  const parts = form.slice(1).map(part => text(part, call))
  if (/(?:^|\/)getenv$|getProperty$|posix-getenv$|uiop:getenv$/i.test(name))
    return /^(?:HOME|user\.home)$/.test(parts[0] ?? '') ? home : HOLE
  if (
    /^(?:expand-file-name|file-truename|(?:\w+\/)?(?:file|path|absolutize|expand-home)|build-path|concat|str|string-append|format)$/.test(
      name,
    )
  )
    return parts.join(/path|file$/.test(name) ? '/' : '')
  return /(?:^|\/)home$|user-homedir|home-dir/.test([name, ...form.slice(1)].join(' ')) ? home : HOLE
}

function path(word: string): Value {
  return word.includes(HOLE)
    ? { ...literal(word), unknown: 'what the program puts together' }
    : { ...literal(word), glob: /[*?]/.test(word) }
}
