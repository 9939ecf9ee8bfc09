/** Debuggers: commands they run, and processes they attach to. */

import { readPath } from '../../effects/file-effects.ts'
import { type Call, find, type Handler, wrapped } from '../../values/analysis.ts'
import { nothing, type Stream } from '../../values/value.ts'

export const debuggers: Readonly<Record<string, Handler>> = { gdb: debug, lldb: debug, 'rust-gdb': debug, 'rust-lldb': debug }

const command = /^(?:-ex|-iex|--?eval-command|--?init-eval-command|-o|-O|--one-line|--one-line-before-file)$/

const file = /^(?:-x|-ix|--?command|--?init-command|-s|-S|--source|--source-before-file)$/

function debug(call: Call): Stream {
  const { args } = call
  const commands: string[] = (call.stdin.text ?? '').split('\n')
  let attached: string | undefined
  for (const [index, word] of args.entries()) {
    const [, name, value] = /^(--?[\w-]+)=(.*)$/s.exec(word.text) ?? [undefined, word.text, args[index + 1]?.text]
    if (command.test(name ?? '')) commands.push(value ?? '')
    else if (file.test(name ?? '') && value !== undefined) {
      // A line that is no command is shown in a complaint.
      const { text } = readPath({ ...word, text: value }, call.env, call.analysis, call.invocation)
      commands.push(...(text ?? '').split('\n'))
    } else if (/^(?:-p|--?pid|--attach-pid)$/.test(name ?? '')) attached = value ?? ''
    else if (/^-p\d+$/.test(word.text)) attached = word.text.slice(2)
    if (word.text === '--args' || word.text === '--') {
      if (index + 1 < args.length) call.analysis.words(args.slice(index + 1), wrapped(call), call.stdin)
      break
    }
  }
  for (const text of commands) {
    const attach = /^\s*attach\s+(?:-p\s+)?(\d+)/.exec(text)
    if (attach !== null) attached = attach[1]
    const shell =
      /^\s*(?:shell|!|pipe|platform\s+shell)\s*(.+)$/s.exec(text) ??
      /\b(?:system|popen|exec[lv]p?e?)\s*\(\s*"((?:[^"\\]|\\.)+)"/.exec(text)
    if (shell !== null) call.analysis.script(shell[1] as string, wrapped(call), nothing)
    if (attached === undefined) continue
    if (/^\s*(?:dump|generate-core-file|gcore|process\s+save-core|memory\s+read|find\s)/.test(text))
      find(call, 'secrets.process-memory')
    else if (/\benviron\b|\bgetenv\s*\(/.test(text)) find(call, 'secrets.dump-environment')
    else if (attached === '1' && /^\s*(?:call|print|p|expr|expression|set|jump|signal|kill|k|q|quit)\b/.test(text))
      find(call, 'process.kill-all')
  }
  return nothing
}
