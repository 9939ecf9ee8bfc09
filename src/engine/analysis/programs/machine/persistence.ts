/** Scheduled jobs, start-up items, history, and this guard's own program. */

import { inOrder } from '../../../matching/in-order.ts'
import type { Program, Programs } from '../../calls/form.ts'
import { has, options } from '../../calls/options.ts'
import { overwritten } from '../../effects/file-effects.ts'
import { surrounding } from '../../places/agent-variables.ts'
import { type Call, find, fork, type Handler } from '../../values/analysis.ts'
import { literal, nothing, type Stream, type Value } from '../../values/value.ts'
import { contained } from './contained.ts'
import { records } from './persistence.gen.ts'

const tables: Readonly<Record<string, Handler | Program>> = {
  ...records({ self }),
  crontab: call => {
    const given = options(call.args, 'u')
    if (
      has(given, 'l', 'h', 'V', 'help', 'version') ||
      (call.args.length === 0 && call.stdin.text === undefined && call.stdin.taint === 0)
    )
      return nothing
    find(call, 'persistence.cron')
    return nothing
  },
  auditpol: call => {
    if (/^\/(?:clear|remove|set)/i.test(call.args[0]?.text ?? '')) find(call, 'persistence.history-erase')
    return nothing
  },
  osascript: call => {
    const text = call.args.map(word => word.text).join('\n') + (call.stdin.text ?? '')
    // A command that is put together somewhere else is one of the texts.
    const direct = /\b(?:do (?:shell )?script\s+|doShellScript\(\s*)(?!["'])/.test(text)
      ? /(?:(?<!\\)"((?:[^"\\]|\\.)+)"|'([^']+)')/g
      : /(?:do (?:shell )?script\s+|doShellScript\(\s*)(?:"((?:[^"\\]|\\.)+)"|'([^']+)')/g
    for (const match of text.matchAll(direct)) {
      call.analysis.script((match[1] ?? match[2] ?? '').replace(/\\(["\\])/g, '$1'), fork(call.env), nothing)
    }
    const language = call.args.findIndex(word => word.text === '-l')
    if (/^JavaScript$/i.test(call.args[language + 1]?.text ?? ''))
      call.analysis.words([literal('node'), literal('-e'), literal(text)], fork(call.env), nothing)
    if (/\bwith administrator privileges\b/.test(text)) find(call, 'permissions.privileged-shell')
    if (inOrder(text, /display dialog/, /hidden answer/)) find(call, 'secrets.read-keychain')
    if (/\bkeystroke\b|\bkey code\b/.test(text))
      find(call, 'execution.unknown-command', { unknown: 'what another program makes of these keys' })
    if (inOrder(text, /tell app(?:lication)? "(?:Mail|Messages|Outlook|Slack)/i, /\bsend\b/i))
      find(call, 'exfiltration.file-to-network', { unknown: 'what is sent, and to whom' })
    if (/make (?:new )?login item|login items? to/i.test(text)) find(call, 'persistence.service')
    if (inOrder(text, /tell app(?:lication)? "(?:Finder|System Events)"/i, /empty trash|shut down|restart|delete/i))
      find(call, /shut down|restart/i.test(text) ? 'process.shutdown' : 'filesystem.delete-outside')
    return nothing
  },
  plutil: call => {
    const file = call.args.at(-1)
    if (file !== undefined && call.args.some(word => /^-(?:replace|insert|remove|create|convert)$/.test(word.text)))
      overwritten(file, 'edit', call.env, call.analysis, call.invocation)
    return nothing
  },
}

export const persistenceTools: Programs = tables

/** Without a command word it is the hook itself, which only a client has a reason to start. */
function isHookRun(first: Value | undefined): boolean {
  return first === undefined || (first.text[0] === '-' && !/^(?:--help|-h|--version|-V|-v)$/.test(first.text))
}

/** What changes a registration, a policy or who may ask. */
const changes =
  /^(?:init|uninstall|disable|approve|dashboard|config set|policy (?:set|edit|allow|add|remove|disable|trust|bundle sign)|serve token (?:add|remove|rm|delete|revoke))(?: |$)/
/** Flags that make an answer laxer. */
const loosens = /^--(?:fail-open|no-audit|no-project-policies)$/

/** Looking is ordinary, and so is asking what a command would do. */
function self(call: Call): Stream {
  if (call.args[0]?.text === 'contain') return contained(call)
  const given = options(call.args, 'client event n tokens scope host port unix')
  const words = given.positional.map(word => word.text)
  const looks = ['help', 'h', 'version', 'V', 'dry-run', 'list'].some(flag => given.flags.has(flag))
  if (!looks && changes.test(words.join(' '))) find(call, 'self.tamper')
  if (call.args.some(word => loosens.test(word.text))) find(call, 'self.tamper')
  const asks = /^(?:doctor|explain|version|help|)$/.test(words[0] ?? '')
  for (const { effect, ...found } of surrounding(call))
    if (effect !== 'moved' || !(looks || asks)) find(call, 'self.tamper', found)
  if (isHookRun(call.args[0])) find(call, 'self.hook-run')
  return nothing
}
