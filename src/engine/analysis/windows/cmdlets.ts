/** What PowerShell's commands do. Names and parameters are compared without case; parameters may be shortened. */

import { contentAt } from '../effects/file-copies.ts'
import { filled, overwritten, readPath } from '../effects/file-effects.ts'
import { reachesModel } from '../effects/output-sink.ts'
import { copied, moved } from '../effects/transfers.ts'
import { clientPolicy } from '../places/guard-list.gen.ts'
import { linked } from '../places/links.ts'
import { isStranger } from '../places/origins.ts'
import { boundedPath, place } from '../places/paths.ts'
import { isSecretVariable } from '../places/secret-names.ts'
import { isSecretName } from '../places/secret-places.ts'
import { type Analysis, bounds, type Environment, enter, fork, ranDownload, record, spent } from '../values/analysis.ts'
import { HOLE, isKnown, known, literal, nothing, type Stream, silent, slashed, taint, type Value } from '../values/value.ts'
import { administration, always, byVerb, type CmdletHandler } from './administration.ts'
import { aliases } from './aliases.gen.ts'
import {
  assigned,
  fromElsewhere,
  joined,
  loads,
  mailed,
  piped,
  registry,
  remove,
  renames,
  transfer,
  web,
  write,
} from './cmdlet-acts.ts'
import { atHome, type Cmdlet, cmdlet } from './parameters.ts'
import { origin } from './powershell-values.ts'
import { filters, namesOnly, picks } from './variables.ts'

/** One PowerShell command, given as words: a cmdlet, a function, or a program. Returns its output. */
export function runCmdlet(words: readonly Value[], env: Environment, stdin: Stream, analysis: Analysis): Stream {
  const first = words[0]
  if (first === undefined) return nothing
  const lower = first.text.toLowerCase().replace(/\.exe$/, '')
  const renamed = env.aliases.get(lower)
  if (renamed !== undefined) return ofBoth(renamed, lower, words, env, stdin, analysis)
  let name = Object.hasOwn(aliases, lower) ? (aliases[lower] as string) : lower
  // A real curl has options PowerShell's alias does not know.
  if (/\.exe$/i.test(first.text)) name = lower
  if (
    (lower === 'curl' || lower === 'wget' || /^(?:rm|cp|mv|ls|cat|kill|mount)$/.test(lower)) &&
    (first.text.includes('.exe') ||
      words.some(word => /^-(?:-\w|rf|fr|[sSLfk]{2,}$|[oO]$|[0-9])/.test(word.text)) ||
      (analysis.host.platform !== 'win32' && lower.length > 2))
  )
    name = lower
  const handler = Object.hasOwn(cmdlets, name) ? cmdlets[name] : byVerb(name)
  if (handler === undefined) {
    if (takesAway.test(name) && !ofSession.test(name) && !words.some(word => /^-(?:whatif|confirm:?\$?true)$/i.test(word.text)))
      record(analysis, 'cloud.destroy', { unknown: `what ${name} takes away` })
    if ((stdin.taint & taint.environment) !== 0 && !/^out-null$/.test(name)) reachesModel(stdin, analysis)
    redirected(words, undefined, env, analysis)
    const invoked = contentAt(boundedPath(slashed(first), env, analysis), analysis)
    if (invoked !== undefined) ranDownload(invoked.taint, { analysis })
    if (first.unknown !== undefined && (first.taint & taint.download) !== 0) record(analysis, 'execution.download-execute')
    const home = (word: Value): Value =>
      /^~(?:[\\/]|$)/.test(word.written) ? { ...word, text: analysis.host.home + word.text.slice(1) } : word
    return analysis.words(
      words
        .filter((word, index) => !/^\d?>{1,2}$/.test(word.text) && !/^\d?>{1,2}$/.test(words[index - 1]?.text ?? ''))
        .map(home),
      env,
      stdin,
    )
  }
  analysis.invocations.push({
    program: first.text.includes(HOLE) ? undefined : name,
    argv: words.slice(1).map(word => (word.text.includes(HOLE) ? undefined : word.text)),
    args: words
      .slice(1)
      .filter(word => word.text[0] !== '-')
      .map(word => (word.text.includes(HOLE) ? undefined : word.text)),
    flags: words
      .slice(1)
      .filter(word => word.text[0] === '-')
      .map(word => word.text),
    assignments: {},
    cwd: env.cwd,
    wrappers: env.wrappers,
  })
  if (
    /^(?:stop|set|remove|suspend|uninstall|disable|unregister|clear)-/.test(name) &&
    words.some(word => /tfy-?hook/i.test(word.text))
  )
    record(analysis, 'self.tamper')
  const out = handler(cmdlet(words.slice(1), env, stdin, analysis))
  redirected(words, out, env, analysis)
  return out ?? nothing
}

/** A new alias may be refused, as for a name that is fixed: then the old meaning holds. */
function ofBoth(
  renamed: string,
  lower: string,
  words: readonly Value[],
  env: Environment,
  stdin: Stream,
  analysis: Analysis,
): Stream {
  const own = fork(env)
  if (own.depth > bounds.depth || spent(analysis)) {
    analysis.exhausted = true
    return nothing
  }
  own.aliases.delete(lower)
  if (Object.hasOwn(aliases, lower) || knowsCmdlet(lower)) runCmdlet(words, own, stdin, analysis)
  const target = renamed.toLowerCase()
  return runCmdlet(
    [literal(Object.hasOwn(aliases, target) ? (aliases[target] as string) : renamed), ...words.slice(1)],
    own,
    stdin,
    analysis,
  )
}

/** Whether PowerShell has an alias or a command of this name. */
export const isNamed = (name: string): boolean =>
  Object.hasOwn(aliases, name.toLowerCase()) || Object.hasOwn(cmdlets, name.toLowerCase())

/** Whether this is a PowerShell command that matters, however it came here. */
export function knowsCmdlet(name: string): boolean {
  return Object.hasOwn(cmdlets, name.toLowerCase()) || byVerb(name.toLowerCase()) !== undefined
}

/** Cmdlets of modules that nobody knows here, by their verb. */
const takesAway = /^(?:remove|clear|revoke|unpublish|deprovision)-[a-z]/
/** They change the session alone, or what is shown. */
const ofSession =
  /-(?:variable|job|module|alias|pssession|event\w*|psdrive|typedata|psbreakpoint|host|history|dnsclientcache|item\w*|content)$/

/** What a command puts out goes to the file behind `>` or `>>`. */
export function redirected(words: readonly Value[], out: Stream | undefined, env: Environment, analysis: Analysis): void {
  const at = words.findIndex(word => /^[12*]?>{1,2}$/.test(word.text))
  const target = words[at + 1]
  if (at < 0 || target === undefined || /^&|^\$null$/i.test(target.written)) return
  const how = words[at]?.text.endsWith('>>') ? 'append' : 'replace'
  overwritten(slashed(target), how, env, analysis, undefined, out ?? nothing)
}

const cmdlets: Readonly<Record<string, CmdletHandler>> = {
  'remove-item': remove,
  'clear-item': remove,
  'remove-itemproperty': on => registry(on, true),
  'set-itemproperty': on => {
    for (const path of on.paths.slice(0, 1)) overwritten(path, 'permissions', on.env, on.analysis)
    return registry(on, false)
  },
  'expand-archive': on => {
    const folder = on.get('destinationpath') ?? on.paths[1] ?? literal('.')
    filled(atHome(slashed(folder), on.analysis), on)
    return nothing
  },
  'new-itemproperty': on => registry(on, false),
  'get-content': on => {
    let bits = 0
    for (const path of [...on.paths, ...fed(on)]) bits |= readPath(path, on.env, on.analysis).taint
    return { text: undefined, taint: bits | typed(on) }
  },
  'select-string': on => {
    let bits = 0
    for (const path of on.paths.slice(on.get('pattern') === undefined ? 1 : 0)) bits |= readPath(path, on.env, on.analysis).taint
    const sought = on.get('pattern') ?? on.paths[0]
    return { text: undefined, taint: bits | typed(on) | (on.stdin.taint & (picks(sought?.text ?? '') ? ~taint.environment : -1)) }
  },
  'set-content': on => write(on),
  'out-file': on => write(on),
  'add-content': on => write(on, true),
  'tee-object': on => write(on),
  'clear-content': on => {
    for (const path of [...on.paths, ...fed(on)]) overwritten(path, 'replace', on.env, on.analysis, undefined, silent)
    return nothing
  },
  'new-item': on => {
    const name = on.get('name')
    const folder = on.paths[0]
    const path = name === undefined || folder === undefined ? (folder ?? name) : { ...name, text: `${folder.text}/${name.text}` }
    if (path === undefined) return nothing
    if (/^HK(?:LM|CU|CR|U|CC):|^(?:Registry::)?HKEY_/i.test(path.text)) return registry(on, false)
    if (clientPolicy.test(path.text)) record(on.analysis, 'self.tamper')
    const kind = on.get('itemtype') ?? on.get('type')
    const target = on.get('target') ?? on.get('value')
    if (target === undefined || !/^(?:symboliclink|hardlink|junction)$/i.test(kind?.text ?? '')) {
      // With `-Force` the file that is there is emptied first.
      const content = target === undefined ? silent : { text: known(target), taint: target.taint }
      overwritten(path, on.has('force') ? 'replace' : 'create', on.env, on.analysis, undefined, content)
      return { text: path.text, taint: path.taint, names: true, from: [path] }
    }
    overwritten(path, 'link', on.env, on.analysis)
    linked(atHome(slashed(target), on.analysis), path, { symbolic: false, env: on.env, analysis: on.analysis })
    return nothing
  },
  'compress-archive': on => {
    const named = on.get('destinationpath')
    const to = named ?? (on.paths.length > 1 ? on.paths.at(-1) : undefined)
    const from = named === undefined ? on.paths.slice(0, -1) : on.paths
    if (to !== undefined && from.length > 0) copied(from, slashed(to), on)
    return nothing
  },
  'move-item': on => transfer(on, true),
  'copy-item': on => {
    typed(on)
    return transfer(on, false)
  },
  'rename-item': on => {
    const [from, second] = on.paths
    const name = on.get('newname') ?? second
    // The new name lies where the old one did.
    const folder = from?.text.replace(/[^/]*$/, '') ?? ''
    if (from !== undefined) moved([from], name && { ...name, text: folder + name.text }, on)
    return nothing
  },
  'set-location': on => {
    const target = on.paths[0]
    if (target !== undefined) enter(isKnown(target) ? boundedPath(target, on.env, on.analysis) : undefined, on.env)
    return nothing
  },
  'write-output': on => ({
    text: on.words.map(word => word.text).join(' '),
    taint: on.words.reduce(
      (bits, word) =>
        bits | word.taint | (/\$env:/i.test(word.written) && isSecretVariable(word.written) ? taint.environment : 0),
      0,
    ),
  }),
  'write-host': on => ({ text: on.words.map(word => word.text).join(' '), taint: 0 }),
  'get-childitem': on => {
    const variables = on.paths.find(path => /^env:/i.test(path.text))
    if (variables !== undefined) return { text: undefined, taint: picks(variables.text.slice(4)) ? 0 : taint.environment }
    const names = on.paths.length === 0 ? [literal('.')] : on.paths
    if (on.has('recurse') && on.words.some(word => isSecretName(word.text.replace(/\*/g, ''))))
      for (const path of names) {
        const start = place(path, on.env, on.analysis)
        const above = start.kind === 'workspace' && !on.analysis.roots.includes(start.absolute)
        if (start.kind === 'root' || start.kind === 'home' || above) record(on.analysis, 'secrets.search', { targets: [start] })
      }
    const filter = on.get('filter') ?? on.get('include')
    const from =
      on.has('recurse') && filter === undefined
        ? names
        : names.map(path => ({ ...path, text: `${path.text.replace(/\/$/, '')}/${filter?.text ?? '*'}`, glob: true }))
    return { text: undefined, taint: 0, from, names: true }
  },
  'get-item': on =>
    on.paths.some(path => /^env:(?:[\\/]?\*?)$/i.test(path.text) || (/^env:/i.test(path.text) && isSecretVariable(path.text)))
      ? always('secrets.dump-environment')(on)
      : { text: undefined, taint: 0, from: on.paths, names: true },
  'where-object': on => ({
    ...on.stdin,
    taint: on.stdin.taint & ~taint.processes & (filters(on.words) ? ~taint.environment : -1),
  }),
  'select-object': on => ({ ...on.stdin, taint: on.stdin.taint & (namesOnly(on.words) ? ~taint.environment : -1) }),
  'get-clipboard': on => {
    record(on.analysis, 'secrets.read-credentials', { unknown: 'what the clipboard holds' })
    return { text: undefined, taint: 0 }
  },
  'send-mailmessage': mailed,
  'add-appxpackage': fromElsewhere,
  'import-module': on => {
    fromElsewhere(on)
    loads(on)
    return nothing
  },
  'join-path': joined,
  'new-psdrive': on => {
    const [name, provider, root] = [on.get('name'), on.get('psprovider'), on.get('root')]
    const left = on.paths.slice()
    const drive = name ?? left.shift()
    if (provider === undefined) left.shift()
    const folder = root ?? left.shift()
    if (drive !== undefined && folder !== undefined)
      linked(atHome(slashed(folder), on.analysis), literal(/^\w$/.test(drive.text) ? `${drive.text}:` : drive.text), {
        symbolic: false,
        env: on.env,
        analysis: on.analysis,
      })
    return nothing
  },
  'set-variable': assigned,
  'new-variable': assigned,
  'clear-variable': assigned,
  'set-alias': renames,
  'new-alias': renames,
  'invoke-cimmethod': starts,
  'invoke-wmimethod': starts,
  'set-wmiinstance': subscribes,
  'new-ciminstance': subscribes,
  'register-psrepository': registers,
  'set-psrepository': registers,
  'register-psresourcerepository': registers,
  'set-psresourcerepository': registers,
  'register-packagesource': registers,
  'set-packagesource': registers,
  'add-type': on => {
    const code = on.words.map(word => word.text).join(' ')
    if (actsInCode.test(code)) record(on.analysis, 'execution.unknown-command', { unknown: 'what this C# does' })
    if (on.words.some(word => (word.taint & taint.download) !== 0)) record(on.analysis, 'execution.download-execute')
    loads(on)
    return nothing
  },
  'foreach-object': on => on.stdin,
  'invoke-expression': evaluate,
  // A script block is run where blocks are met; what it prints elsewhere is not known here.
  'invoke-command': () => nothing,
  'invoke-webrequest': web,
  'invoke-restmethod': web,
  'start-bitstransfer': on => web({ ...on, transfers: true }),
  'start-process': on => {
    const [program] = on.paths
    const file = on.get('filepath') ?? program
    if (file === undefined) return nothing
    const stored = contentAt(boundedPath(slashed(file), on.env, on.analysis), on.analysis)
    if (stored !== undefined) ranDownload(stored.taint, { analysis: on.analysis })
    if (/^runas$/i.test(on.get('verb')?.text ?? '') && /powershell|cmd|pwsh/i.test(file.text))
      record(on.analysis, 'permissions.privileged-shell')
    const at = on.words.findIndex(word => /^-arg\w*$/i.test(word.written))
    const end = on.words.findIndex((word, index) => index > at && /^-[A-Za-z]{2}/.test(word.written))
    const given = at < 0 ? on.paths.slice(1) : on.words.slice(at + 1, end < 0 ? undefined : end)
    // The command line of cmd has operators of its own.
    if (/(?:^|[\\/])cmd(?:\.exe)?$/i.test(file.text)) {
      on.analysis.words([literal('cmd'), ...given.map(slashed)], fork(on.env), nothing)
      return nothing
    }
    const rest = given.map(word => word.text).join(' ')
    on.analysis.script(
      `& '${file.text.replace(/'/g, "''").split(HOLE).join('x')}' ${rest.split(HOLE).join('$unknown')}`,
      fork(on.env),
      nothing,
      'powershell',
    )
    return nothing
  },
  'invoke-item': on => {
    for (const path of on.paths) {
      const stored = contentAt(boundedPath(path, on.env, on.analysis), on.analysis)
      if (stored !== undefined) ranDownload(stored.taint, { analysis: on.analysis })
    }
    return nothing
  },
  'stop-process': on => {
    if (
      on.words.some(word => /^(?:lsass|winlogon|csrss|svchost|explorer|services|wininit|\*)$/i.test(word.text)) ||
      on.stdin.names === true ||
      (on.stdin.taint & taint.processes) !== 0
    )
      record(on.analysis, 'process.kill-all')
    // What comes through the pipe was asked for by name.
    if (
      on.paths.length === 0 &&
      on.analysis.invocations.some(
        ({ program, argv }) => program === 'get-process' && argv.some(word => /tfy-?hook/i.test(word ?? '')),
      )
    )
      record(on.analysis, 'self.tamper')
    return nothing
  },
  'get-process': on => ({
    text: undefined,
    taint:
      on.paths.length > 0 || ['name', 'id', 'includeusername'].some(name => on.get(name) !== undefined) ? 0 : taint.processes,
  }),
  ...administration,
  'invoke-sqlcmd': on => {
    const query = on.get('query') ?? on.get('q')
    if (query !== undefined) on.analysis.words([literal('sqlcmd'), literal('-Q'), query], on.env, nothing)
    return nothing
  },
}

/** `gci *.env | gc`: the files that a list names, where no other is. */
function fed(on: Cmdlet): readonly Value[] {
  return on.paths.length > 0 ? [] : on.stdin.names === true ? (on.stdin.from ?? []).map(slashed) : piped(on)
}

/** What was typed, credentials too: the file is named by a setting. */
function typed({ words, analysis }: Cmdlet): number {
  if (!words.some(word => /HistorySavePath/i.test(word.written))) return 0
  record(analysis, 'secrets.read-credentials')
  return taint.secret
}

/** Calls of .NET that read, delete, send or start something. */
const actsInCode =
  /\b(?:Directory|File|Process|Registry|RegistryKey)\s*\.\s*(?:Delete|Move|Replace|Start|ReadAll\w+|WriteAll\w+|AppendAll\w+|SetValue|DeleteSubKey\w*)|\b(?:WebClient|HttpClient|TcpClient|WebRequest|VirtualAlloc\w*|CreateRemoteThread|CreateProcess\w*|ShellExecute\w*)\b/

/** What is done on an event from now on, whoever is logged in. */
function subscribes(on: Cmdlet): Stream {
  if (/root[\\/]+subscription|EventConsumer\b/i.test(on.words.map(word => word.written).join(' ')))
    record(on.analysis, 'persistence.service')
  return starts(on)
}

/** A program that another service starts, so that it is nobody's child here. */
function starts(on: Cmdlet): Stream {
  const line = on.words.map(word => word.written).join(' ')
  if (!/\bWin32_Process\b/i.test(line) || !/\bCreate\b/i.test(line)) return nothing
  const [, , command] = /CommandLine\s*=\s*(['"])([\s\S]+)\1/i.exec(line) ?? []
  const given = command ?? on.get('argumentlist')?.text
  if (given !== undefined) on.analysis.words([literal('cmd'), literal('/c'), literal(given)], fork(on.env), nothing)
  record(on.analysis, 'execution.unknown-command', { unknown: 'what is started through WMI' })
  return nothing
}

/** Where modules come from. */
function registers(on: Cmdlet): Stream {
  const address = on.get('sourcelocation') ?? on.get('location') ?? on.get('uri')
  if (address !== undefined && isStranger(address.text, on.analysis)) record(on.analysis, 'packages.registry-override')
  return nothing
}

function evaluate(on: Cmdlet): Stream {
  const bits = on.words.reduce((all, word) => all | word.taint | origin(word.written), on.stdin.taint)
  const text =
    on.words
      .filter(word => !/^-command$/i.test(word.text))
      .map(word => word.text)
      .join(' ') || on.stdin.text
  if ((bits & taint.download) !== 0) record(on.analysis, 'execution.download-execute')
  else if ((bits & taint.decoded) !== 0) record(on.analysis, 'execution.decoded-execute')
  // What a class returns is not worked out.
  else if (text === undefined || text.startsWith(HOLE) || /^\[[\w.]+\]::\w/.test(text))
    record(on.analysis, 'execution.unknown-command', { unknown: on.words[0]?.unknown ?? 'the input of Invoke-Expression' })
  if (text !== undefined && !text.startsWith(HOLE))
    return on.analysis.script(text.split(HOLE).join('$unknown'), fork(on.env), nothing, 'powershell')
  return nothing
}
