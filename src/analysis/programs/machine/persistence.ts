/** Scheduled jobs, start-up items, history, and this guard's own program. */

import { inOrder } from '../../../matching/in-order.ts'
import { has, options } from '../../calls/options.ts'
import { overwritten } from '../../effects/file-effects.ts'
import { surrounding } from '../../places/agent-variables.ts'
import { type Call, find, fork, type Handler } from '../../values/analysis.ts'
import { nothing, type Stream, type Value } from '../../values/value.ts'

export const persistenceTools: Readonly<Record<string, Handler>> = {
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
  fc: call => (has(options(call.args), 'p') ? nothing : nothing),
  logrotate: () => nothing,
  wevtutil: call => (/^(?:cl|clear-log)$/i.test(call.args[0]?.text ?? '') ? erase(call) : nothing),
  auditpol: call => (/^\/(?:clear|remove|set)/i.test(call.args[0]?.text ?? '') ? erase(call) : nothing),
  osascript: call => {
    const text = call.args.map(word => word.text).join('\n') + (call.stdin.text ?? '')
    // A command that is put together somewhere else is one of the texts.
    const direct = /\b(?:do (?:shell )?script\s+|doShellScript\(\s*)(?!["'])/.test(text)
      ? /(?:(?<!\\)"((?:[^"\\]|\\.)+)"|'([^']+)')/g
      : /(?:do (?:shell )?script\s+|doShellScript\(\s*)(?:"((?:[^"\\]|\\.)+)"|'([^']+)')/g
    for (const match of text.matchAll(direct)) {
      call.analysis.script((match[1] ?? match[2] ?? '').replace(/\\(["\\])/g, '$1'), fork(call.env), nothing)
    }
    if (/\bwith administrator privileges\b/.test(text)) find(call, 'permissions.privileged-shell')
    if (inOrder(text, /display dialog/, /hidden answer/)) find(call, 'secrets.read-keychain')
    if (/make (?:new )?login item|login items? to/i.test(text)) find(call, 'persistence.service')
    if (inOrder(text, /tell app(?:lication)? "(?:Finder|System Events)"/i, /empty trash|shut down|restart|delete/i))
      find(call, /shut down|restart/i.test(text) ? 'process.shutdown' : 'filesystem.delete-outside')
    return nothing
  },
  'pre-commit': call => (call.args[0]?.text === 'uninstall' ? flag(call, 'git.hook-bypass') : nothing),
  husky: call => (call.args[0]?.text === 'uninstall' ? flag(call, 'git.hook-bypass') : nothing),
  lefthook: call => (call.args[0]?.text === 'uninstall' ? flag(call, 'git.hook-bypass') : nothing),
  'ssh-copy-id': call =>
    call.args.some(word => /^-[nh?]$|^--help$/.test(word.text)) ? nothing : flag(call, 'persistence.authorized-keys'),
  code: call =>
    has(options(call.args), 'install-extension') && call.args.some(word => /\.vsix$|^https?:/.test(word.text))
      ? flag(call, 'packages.install-from-url')
      : nothing,
  plutil: call => {
    const file = call.args.at(-1)
    if (file !== undefined && call.args.some(word => /^-(?:replace|insert|remove|create|convert)$/.test(word.text)))
      overwritten(file, 'edit', call.env, call.analysis, call.invocation)
    return nothing
  },
  'tfy-hook': self,
  'tfy-hook.mjs': self,
  'tfy-hook.ts': self,
}

function flag(call: Call, finding: Parameters<typeof find>[1]): Stream {
  find(call, finding)
  return nothing
}

function erase(call: Call): Stream {
  return flag(call, 'persistence.history-erase')
}

/** Without a command word it is the hook itself, which only a client has a reason to start. */
function isHookRun(first: Value | undefined): boolean {
  return first === undefined || (first.text[0] === '-' && !/^(?:--help|-h|--version|-V|-v)$/.test(first.text))
}

/** What changes a registration, a policy or who may ask. */
const changes =
  /^(?:init|uninstall|disable|config set|policy (?:set|edit|allow|add|remove|disable|trust)|serve token (?:add|remove|rm|delete|revoke))(?: |$)/
/** Flags that make an answer laxer. */
const loosens = /^--(?:fail-open|no-audit|no-project-policies)$/

/** Looking is ordinary, and so is asking what a command would do. */
function self(call: Call): Stream {
  const given = options(call.args, 'client event n tokens scope host port unix')
  const words = given.positional.map(word => word.text)
  const looks = ['help', 'h', 'version', 'V', 'dry-run'].some(flag => given.flags.has(flag))
  if (!looks && changes.test(words.join(' '))) find(call, 'self.tamper')
  if (call.args.some(word => loosens.test(word.text))) find(call, 'self.tamper')
  const asks = /^(?:doctor|explain|version|help|)$/.test(words[0] ?? '')
  for (const { effect, ...found } of surrounding(call))
    if (effect !== 'moved' || !(looks || asks)) find(call, 'self.tamper', found)
  if (isHookRun(call.args[0])) find(call, 'self.hook-run')
  return nothing
}
