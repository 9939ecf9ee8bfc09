/** Coding agents started by a command: switches that turn off their questions, sandboxes or hooks. */

import { interpret } from '../../calls/interpret.ts'
import { options } from '../../calls/options.ts'
import { heldBy, surrounding } from '../../places/agent-variables.ts'
import { isGuardPath } from '../../places/guard-places.ts'
import { absolutePath } from '../../places/paths.ts'
import { type Call, find, type Handler } from '../../values/analysis.ts'
import { HOLE, taint, type Value } from '../../values/value.ts'
import { type Answer, ofJson, ofToml } from './agent-settings.ts'
import { agents as rows } from './agent-table.gen.ts'
import { type Agent, plainOff } from './agent-table.ts'

const switches =
  /^--(?:(?:allow-)?dangerously-[\w-]+|yolo|yes-always|skip-permissions[\w-]*|allow-all(?:-tools|-paths)?|trust-all-tools|always-approve|auto-exec|auto-approve-all|no-confirm)(?:=(?!false).*)?$/
/** Values of options: a mode, a sandbox, a setting. */
const values =
  /^(?:bypassPermissions|danger-full-access|yolo)$|(?:defaultMode|permission_mode|approval_mode|sandbox_mode|sandbox)["']?\s*[=:]\s*["']?(?:bypassPermissions|danger-full-access|yolo)|"?(?:disableAllHooks|skipDangerousModePermissionPrompt|dangerouslySkipPermissions)"?\s*[=:]\s*"?true/
/** What is typed into an agent, and done by it rather than by its model. */
const typed = /^\s*\/(?:hooks?|plugins?|extensions?)\s+(?:disable|off|remove|uninstall)/i

const agent =
  (about: Agent): Handler =>
  call => {
    const given = beforePrompt(call.args)
    for (const [index, word] of given.entries()) {
      unasked(word, index, about, call)
      if (typed.test(word.text)) find(call, 'self.tamper')
    }
    if (typed.test(call.stdin.text ?? '')) find(call, 'self.tamper')
    const mode = call.invocation.assignments.GOOSE_MODE ?? call.env.variables.get('GOOSE_MODE')?.fields[0]?.text
    if (call.program === 'goose' && mode === 'auto') find(call, 'execution.guard-bypass')
    if (isOn(heldBy('COPILOT_ALLOW_ALL', call.env, call.analysis))) find(call, 'execution.guard-bypass')
    if (call.args[0]?.text === 'mcp' && /^add/.test(call.args[1]?.text ?? '')) find(call, 'persistence.editor-task')
    if (onlyLooks(given, about)) return undefined
    for (const [index, word] of given.entries()) unhooked(word, given[index + 1], about, call)
    commanded(about, call)
    if (obeysStrangers(call)) find(call, 'execution.run-downloaded')
    surroundings(call)
    return about.contains === undefined ? undefined : interpret(call, about.contains)
  }

/** A prompt from the network, which nobody has read. Beside one of the person's own it is what that asks about. */
function obeysStrangers({ args, stdin }: Call): boolean {
  const prompts = args.filter(({ text }) => text[0] !== '-' && /\s|\0/.test(text.replaceAll(HOLE, '\0')))
  if (prompts.some(({ text, taint: bits }) => (bits & taint.download) !== 0 && text.replaceAll(HOLE, '').trim() === ''))
    return true
  return prompts.length === 0 && (stdin.taint & taint.download) !== 0
}

/** What follows `--` is a prompt. */
function beforePrompt(args: readonly Value[]): readonly Value[] {
  const end = args.findIndex(word => word.text === '--')
  return end < 0 ? args : args.slice(0, end)
}

const isOn = (value: string | undefined): boolean => value !== undefined && !/^(?:|0|false|no|off|n)$/i.test(value.trim())

/** A question about the agent, which starts none. The value of an option asks nothing. */
function onlyLooks(given: readonly Value[], { off = '' }: Agent): boolean {
  if (/^(?:help|doctor|version|update|upgrade)$/.test(given[0]?.text ?? '') || (given.length === 1 && given[0]?.text === '-v'))
    return true
  return given.some(({ text }, index) => {
    const before = given[index - 1]?.text ?? ''
    return /^(?:--version|--help|-[hV])$/.test(text) && (before[0] !== '-' || off.split(' ').includes(before))
  })
}

function unasked({ text }: Value, index: number, about: Agent, call: Call): void {
  const [, flag, attached] = /^(--?[\w-]+)=(.*)$/s.exec(text) ?? []
  const valued = flag ?? call.args[index - 1]?.text
  const setting =
    valued !== undefined && /^(?:--?(?:config|c|settings|mode|permission-mode|approval-mode|sandbox|s|a)|set)$/.test(valued)
  const { letters = '' } = about
  if (
    switches.test(text) ||
    about.unasked?.test(text) === true ||
    (letters !== '' && /^-[a-zA-Z]+$/.test(text) && text.includes(letters)) ||
    (setting && values.test(attached ?? text)) ||
    (call.program === 'droid' && text === 'high' && valued === '--auto')
  )
    find(call, 'execution.guard-bypass')
  else if (text === '--full-auto' || (text === 'never' && /^(?:-a|--ask-for-approval)$/.test(valued ?? '')))
    find(call, 'execution.guard-bypass', { certainty: 'proved-ordinary' })
}

const among = (list: string | undefined, flag: string): boolean => list?.split(' ').includes(flag) === true

/** One switch, with the value that follows it. */
function unhooked(word: Value, next: Value | undefined, about: Agent, call: Call): void {
  const { text } = word
  if (text[0] !== '-') return
  const [, flag = text, attached] = /^(--?[\w-]+)=(.*)$/s.exec(text) ?? []
  const value = attached === undefined ? next : { ...word, text: attached }
  const report = (answer: Answer, what: string): void => {
    if (answer !== 'harmless') find(call, 'execution.guard-bypass', answer === 'off' ? {} : { unknown: what })
  }
  if (plainOff.test(text) || (among(about.off, flag) && (attached === undefined || isOn(attached)))) report('off', '')
  else if (among(about.loads, flag)) report('unknown', `what ${flag} loads`)
  else if (among(about.moves, flag)) find(call, 'self.tamper')
  else if (among(about.json, flag))
    report(value === undefined ? 'unknown' : ofJson(value, call), `what the settings of ${flag} say`)
  else if (among(about.toml, flag)) report(value === undefined ? 'harmless' : ofToml(value), `what ${flag} sets`)
  else if (among(about.toml, text.slice(0, 2)) && text[1] !== '-')
    report(ofToml({ ...word, text: text.slice(2).replace(/^=/, '') }), `what ${text.slice(0, 2)} sets`)
  else if (about.disables === flag && value !== undefined)
    report(
      value.text.includes(HOLE) ? 'unknown' : /^(?:codex_|plugin_)?hooks$/i.test(value.text) ? 'off' : 'harmless',
      'what is disabled',
    )
  else if (about.sources?.[0] === flag) {
    const listed = value?.text.split(',').map(part => part.trim()) ?? []
    if (!listed.includes(about.sources[1]))
      report(listed.some(part => part.includes(HOLE)) ? 'unknown' : 'off', `what ${flag} lists`)
  }
}

/** The guard by one of its names, or a pattern that may stand for it. */
const namesGuard = /tfy|truefoundry|hook|guard|polic|[*?[{]/i

/** A command of the agent's own that switches hooks off for good. */
function commanded({ commands = [], folders, valued = '' }: Agent, call: Call): void {
  const words = options(beforePrompt(call.args), valued).positional
  const from = folders?.split(' ') ?? []
  if (
    from.length > 0 &&
    from.every((token, at) => fits(token, words[at]?.text)) &&
    /^[./~\\]|^[A-Za-z]:/.test(words[from.length]?.text ?? '')
  )
    find(call, 'self.tamper', { unknown: 'what the plugins of this folder do' })
  if (words[0]?.text === 'config' && words[1]?.text === 'set' && words.some(word => values.test(word.text)))
    find(call, 'execution.guard-bypass')
  const all = call.args.some(word => /^(?:--all|-a)$/.test(word.text))
  for (const pattern of commands) {
    const tokens = pattern.split(' ')
    const asked = tokens.at(-1) === '@'
    const fixed = asked ? tokens.slice(0, -1) : tokens
    if (!fixed.every((token, at) => fits(token, words[at]?.text))) continue
    const rest = words.slice(fixed.length)
    if (!asked || all || rest.length === 0 || rest.some(word => namesGuard.test(word.text))) find(call, 'self.tamper')
    else if (rest.some(word => word.text.includes(HOLE))) find(call, 'self.tamper', { unknown: 'what is switched off' })
  }
}

/** `a|b`; `a*`, `*a` and `*a*` for part of a word. */
function fits(token: string, word: string | undefined): boolean {
  if (word === undefined) return false
  const lower = word.toLowerCase()
  return token.split('|').some(option => {
    const part = option.replaceAll('*', '')
    if (part === option) return lower === option
    return option[0] !== '*' ? lower.startsWith(part) : option.endsWith('*') ? lower.includes(part) : lower.endsWith(part)
  })
}

const otherAccount = /^(?:wsl|sudo|doas|su|runuser|gosu|su-exec|pkexec|run0|sudo-rs)$/
const containers = /^(?:chroot|devcontainer|docker|podman|nerdctl|docker-compose|podman-compose)$/

/** Variables, an account, a container or a sandbox with other settings than those that register the guard. */
function surroundings(call: Call): void {
  const { env } = call
  for (const { effect, ...found } of surrounding(call))
    find(call, effect === 'moved' ? 'self.tamper' : 'execution.guard-bypass', found)
  if (env.wrappers.some(name => otherAccount.test(name)))
    find(call, 'self.tamper', { unknown: 'whether that account has the hooks' })
  if (env.wrappers.some(name => containers.test(name)))
    find(call, 'self.tamper', { unknown: 'whether the container has the hooks' })
  if (env.wrappers.some(name => name === 'bwrap' || name === 'firejail') && hidesSettings(call)) find(call, 'self.tamper')
  // Its cages have none of the guard's files.
  if (env.wrappers.includes('tfy-hook')) find(call, 'self.tamper', { unknown: 'by which policy the hooks in the cage judge' })
}

/** Whether a sandbox puts something else in the place of home, or of the files that register the guard. */
function hidesSettings({ env, analysis }: Call): boolean {
  const { home } = analysis.host
  const around = analysis.invocations.findLast(({ program }) => program === 'bwrap' || program === 'firejail')?.argv ?? []
  const hides = (path: string | undefined): boolean => {
    const place = path === undefined ? undefined : absolutePath(path.replace(/^~(?=\/|$)/, home), env.cwd, analysis.host)
    return place !== undefined && place !== '/' && (`${home}/`.startsWith(`${place}/`) || isGuardPath(place, analysis, true))
  }
  return around.some((word, at) => {
    if (word === undefined) return false
    if (/^--private(?:=|$)/.test(word)) return true
    const [, listed] = /^--(?:blacklist|tmpfs|read-only)=(.*)$/s.exec(word) ?? []
    if (listed !== undefined) return listed.split(',').some(hides)
    if (/^--(?:tmpfs|dir)$/.test(word)) return hides(around[at + 1])
    if (/^--(?:dev-|ro-)?bind(?:-try)?$/.test(word)) return around[at + 1] !== around[at + 2] && hides(around[at + 2])
    return word === '--setenv' && around[at + 1] === 'HOME' && around[at + 2] !== home
  })
}

export const agents: Readonly<Record<string, Handler>> = Object.fromEntries(
  rows.flatMap(about => about.programs.split(' ').map(name => [name, agent(about)])),
)
