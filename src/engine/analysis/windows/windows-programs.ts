/** Windows' own programs, from whichever shell they are called. */

import { asUrl } from '../../matching/addresses.ts'
import { inOrder } from '../../matching/in-order.ts'
import { options } from '../calls/options.ts'
import { contentAt } from '../effects/file-copies.ts'
import { deleted, overwritten } from '../effects/file-effects.ts'
import { setForGood } from '../effects/variables-for-good.ts'
import { isEnvironment } from '../places/agent-variables.ts'
import { clientPolicy } from '../places/guard-list.gen.ts'
import { hostOf, isLocal } from '../places/hosts.ts'
import { linked } from '../places/links.ts'
import { boundedPath } from '../places/paths.ts'
import { type Call, find, type Handler, ranDownload, wrapped } from '../values/analysis.ts'
import type { FindingId } from '../values/findings.ts'
import { literal, nothing, type Stream, slashed, taint, type Value } from '../values/value.ts'
import { runCmd } from './cmd.ts'
import { powershell } from './powershell-program.ts'
import { opensMachine, startsPrograms } from './registry-keys.ts'
import { encoded, fileSystem, rights, windowsFiles } from './windows-files.ts'

export const windows: Readonly<Record<string, Handler>> = {
  powershell,
  pwsh: powershell,
  cmd: call => {
    const at = call.args.findIndex(word => runsText.test(word.text))
    if (at < 0) {
      if ((call.stdin.taint & taint.download) !== 0) find(call, 'execution.download-execute')
      return call.stdin.text === undefined ? nothing : runCmd(call.stdin.text, wrapped(call), nothing, call.analysis)
    }
    const attached = (call.args[at] as Value).text.replace(runsText, '')
    const rest = call.args.slice(at + 1)
    return runCmd(`${attached} ${lineOf(rest)}`.trim(), wrapped(call), call.stdin, call.analysis)
  },
  forfiles: call => {
    const after = (name: RegExp): string | undefined =>
      call.args[call.args.findIndex(word => name.test(word.text)) + 1 || Number.POSITIVE_INFINITY]?.text
    const line = after(/^[/-]c$/i)
    if (line === undefined) return nothing
    const folder = after(/^[/-]p$/i) ?? '.'
    const each = `${folder.replace(/(?<![\\/])[\\/]+$/, '')}\\${after(/^[/-]m$/i) ?? '*'}`
    const env = wrapped(call)
    return runCmd(
      line.replace(/0x22/gi, '"').replace(/@(?:path|file|relpath)\b/gi, () => each),
      env,
      nothing,
      call.analysis,
    )
  },
  format: call => rule(call, /^[a-z]:/i, 'disk.format'),
  diskpart: call => always(call, 'disk.partition'),
  vssadmin: call => rule(call, /^(?:delete|resize)$/i, 'disk.wipe'),
  wbadmin: call => rule(call, /^delete$/i, 'disk.wipe'),
  mpcmdrun: call => rule(call, /^-(?:RemoveDefinitions|DisableService)$/i, 'permissions.security-off'),
  bcdedit: call => rule(call, /^\/(?:set|delete|deletevalue)/i, 'permissions.security-off'),
  ...windowsFiles,
  cipher: call => {
    rights(call)
    return rule(call, /^\/w/i, 'disk.wipe')
  },
  fsutil: call => {
    fileSystem(call)
    return rule(call, /^(?:deletejournal|setzerodata|createnew)$/i, 'disk.wipe')
  },
  wmic: call => {
    const line = call.args.map(word => word.text).join(' ')
    if (/shadowcopy\s+delete/i.test(line)) find(call, 'disk.wipe')
    else if (/process\s+call\s+create/i.test(line)) {
      const env = wrapped(call)
      const node = /\/node:"?([^\s"]+)/i.exec(line)?.[1]
      if (node !== undefined && !isLocal(node)) find(call, 'execution.unknown-command', { unknown: 'what another machine runs' })
      // No shell reads it: only the program that is named may take what looks like an operator.
      const command = line.replace(/^.*create\s+/i, '').replace(/^"([\s\S]*)"$/, '$1')
      runCmd(command.replace(/[&|<>^]/g, '^$&'), env, nothing, call.analysis)
    } else if (/\/format:\s*"?https?:/i.test(line)) find(call, 'execution.download-execute')
    else if (/^os\b.*\b(?:reboot|shutdown|win32shutdown)\b/i.test(line)) find(call, 'process.shutdown')
    else if (/\b(?:delete|call\s+(?:terminate|shutdown|reboot))\b/i.test(line)) find(call, 'process.kill-all')
    return nothing
  },
  regedit: call => {
    if (call.args.some(word => /^\/s$/i.test(word.text)))
      find(call, 'persistence.service', { unknown: 'which keys the file sets' })
    return nothing
  },
  assoc: call => rule(call, /=/, 'persistence.program-shadow'),
  ftype: call => rule(call, /=/, 'persistence.program-shadow'),
  reg: call => {
    const [verb = '', key = ''] = call.args.map(word => word.text)
    if (/^(?:import|restore|load)$/i.test(verb)) find(call, 'persistence.service', { unknown: 'which keys the file sets' })
    if (/^(?:add|delete|import|copy|restore)$/i.test(verb)) {
      if (clientPolicy.test(key)) find(call, 'self.tamper')
      const value = (name: RegExp): string | undefined => call.args[call.args.findIndex(word => name.test(word.text)) + 1]?.text
      if (isEnvironment(key) && /^add$/i.test(verb)) setForGood(value(/^\/v$/i) ?? '', value(/^\/d$/i) ?? '', call.analysis)
      if (startsPrograms(key) || /^UserInitMprLogonScript$/i.test(value(/^\/v$/i) ?? '')) find(call, 'persistence.service')
      else if (opensMachine(call.args.map(word => word.text).join(' '))) find(call, 'permissions.security-off')
      else if (/^delete$/i.test(verb) && /^(?:HKLM|HKEY_LOCAL_MACHINE)/i.test(key)) find(call, 'filesystem.delete-root')
    } else if (/^(?:save|export)$/i.test(verb) && (/\\(?:SAM|SECURITY|SYSTEM)$/i.test(key) || /^HKLM\\.*[\0$]/i.test(key)))
      find(call, 'secrets.read-credentials')
    else if (
      /^query$/i.test(verb) &&
      /^DefaultPassword$/i.test(call.args[call.args.findIndex(word => /^\/v$/i.test(word.text)) + 1]?.text ?? '')
    )
      find(call, 'secrets.read-credentials')
    return nothing
  },
  schtasks: call => rule(call, /^\/(?:create|change|delete)$/i, 'persistence.cron'),
  sc: call => {
    const verb = call.args.find(word => !word.text.startsWith('\\'))?.text ?? ''
    if (/^(?:create|config)$/i.test(verb)) find(call, 'persistence.service')
    else if (/^(?:stop|delete)$/i.test(verb)) find(call, 'persistence.service-stop')
    return nothing
  },
  net: call => {
    const line = call.args.map(word => word.text).join(' ')
    if (/^(?:user|localgroup|group)\b.*\/(?:add|delete)|^user\s+\S+\s+\S+/i.test(line)) find(call, 'permissions.account')
    else if (/^stop\b/i.test(line)) find(call, 'persistence.service-stop')
    const [, drive, share] = /^use\s+([a-z]:|\*)\s+(\S+)/i.exec(line) ?? []
    if (drive !== undefined && share !== undefined) linked(slashed(literal(share)), literal(drive), { symbolic: false, ...call })
    return nothing
  },
  netsh: call => {
    const line = call.args.map(word => word.text).join(' ')
    if (
      inOrder(line, /firewall\b/i, /state\s+off|delete\s+rule|reset|action=allow/i) ||
      inOrder(line, /firewall\b/i, /opmode/i, /disable/i)
    )
      find(call, 'network.firewall-off')
    else if (/wlan\s+(?:export|show)\s+profiles?\b/i.test(line) && /key=clear/i.test(line)) find(call, 'secrets.read-keychain')
    else if (/portproxy\s+add/i.test(line)) find(call, 'network.tunnel')
    else if (/^(?:int\w*\s+\S+|winhttp)\s+(?:set|add|import)\s+(?:dns|route|proxy)/i.test(line)) find(call, 'network.hijack')
    return nothing
  },
  runas: call => {
    const at = call.args.findIndex(word => word.text[0] !== '/')
    const savesLogin = call.args.some(word => /^\/savecred$/i.test(word.text))
    if (savesLogin || call.args.some(word => /^\/user:(?:.*\\)?administrator$/i.test(word.text)))
      find(call, 'permissions.privileged-shell')
    return at < 0 ? nothing : runCmd(lineOf(call.args.slice(at)), wrapped(call), nothing, call.analysis)
  },
  takeown: call => {
    rights(call)
    return rule(call, /^\/f$/i, 'permissions.system-ownership')
  },
  icacls: call => {
    rights(call)
    const line = call.args.map(word => word.text).join(' ')
    if (inOrder(line, /\/grant(?::r)?\s+"?(?:everyone|\*S-1-1-0|users|authenticated users):/i, /[FM]/i))
      find(call, 'permissions.world-writable')
    else if (/^"?C:[\\/]?(?:Windows)?"?\s/i.test(line) && /\/(?:grant|setowner|reset|deny|remove)/i.test(line))
      find(call, 'permissions.system-ownership')
    return nothing
  },
  cacls: call => {
    rights(call)
    return rule(call, /^everyone:f$/i, 'permissions.world-writable')
  },
  taskkill: call =>
    call.args.some(word => /^(?:PID\s+(?:ne|gt|ge)|STATUS\s+eq)\b/i.test(word.text)) ||
    call.args.some(word => /^(?:lsass|winlogon|csrss|svchost|explorer|services|MsMpEng|\*)(?:\.exe)?$/i.test(word.text))
      ? always(call, 'process.kill-all')
      : call.args.some(word => /tfy-?hook/i.test(word.text))
        ? always(call, 'self.tamper')
        : nothing,
  tskill: call => rule(call, /^\*$/, 'process.kill-all'),
  logoff: call => always(call, 'process.shutdown'),
  certutil: call => {
    if (call.args.some(word => /^[-/]exportPFX$/i.test(word.text))) find(call, 'secrets.read-credentials')
    const line = call.args.map(word => word.text).join(' ')
    const address = /https?:\/\/\S+/i.exec(line)?.[0]
    if (address !== undefined) {
      call.analysis.hosts.push(hostOf(address) ?? '')
      const file = call.args.at(-1)
      if (file !== undefined && !/^https?:/i.test(file.text)) {
        const { path } = overwritten(
          { ...file, text: file.text.replace(/\\/g, '/') },
          'replace',
          call.env,
          call.analysis,
          call.invocation,
        )
        if (path !== undefined) call.analysis.files.set(path, { text: undefined, taint: taint.download })
      }
      find(call, 'execution.download-execute')
    } else if (/[-/]decode(?:hex)?\b/i.test(line)) {
      const file = call.args.at(-1)
      const made =
        file === undefined ? undefined : overwritten(slashed(file), 'replace', call.env, call.analysis, call.invocation)
      if (made?.path !== undefined) call.analysis.files.set(made.path, { text: undefined, taint: taint.decoded })
      return { text: undefined, taint: taint.decoded }
    } else if (/[-/](?:encode|dump)/i.test(line)) return encoded(call)
    // Another of this name, which browsers bring along, says `-A`.
    else if (/[-/]addstore\b|(?:^|\s)-A\s/.test(line)) find(call, 'permissions.security-off')
    return nothing
  },
  bitsadmin: call => rule(call, /^\/(?:transfer|addfile|setnotifycmdline)$/i, 'execution.download-execute'),
  mshta: loader(/^(?:https?:|javascript:|vbscript:|\\\\)/i),
  regsvr32: loader(/https?:|scrobj/i),
  rundll32: loader(/javascript:|https?:|url\.dll|comsvcs/i),
  msiexec: loader(/^https?:/i),
  wscript: loader(/^https?:|\\\\/i),
  cscript: loader(/^https?:|\\\\/i),
  ...Object.fromEntries('odbcconf cmstp installutil msbuild regasm regsvcs'.split(' ').map(name => [name, loader(/^https?:/i)])),
  cmdkey: call => rule(call, /^\/(?:list|add)/i, 'secrets.read-keychain'),
  vaultcmd: call => rule(call, /^\/list/i, 'secrets.read-keychain'),
  ntdsutil: call => always(call, 'secrets.read-credentials'),
  iwr: fetched,
  irm: fetched,
  // The name also belongs to a language's own shell: only a download on its input tells them apart.
  iex: call => {
    if ((call.stdin.taint & taint.download) !== 0) find(call, 'execution.download-execute')
    return undefined
  },
  rd: call => tree(call),
  del: call => tree(call),
  erase: call => tree(call),
}

/** The words as cmd gets them. Git Bash takes one of two slashes away, and would make a path of a single one. */
const lineOf = (words: readonly Value[]): string =>
  words
    .map(({ text }) => text.replace(/^\/(?=\/\w+$)/, ''))
    .map(text => (text === '' || (/\s/.test(text) && words.length > 1) ? `"${text}"` : text))
    .join(' ')

/** `/c`, alone, after other switches (`/d/c`) or with the command put on to it (`/crd`). */
const runsText = /^(?:\/\/?(?:[adqsu]|[efv](?::\w+)?|t:\w+))*\/\/?[ckr]/i

/** Short names of web commands where no PowerShell was named: the shell may be one all the same. */
function fetched(call: Call): Stream {
  for (const word of options(call.args, 'Uri OutFile Method Headers Body').positional) {
    const host = hostOf(asUrl(word.text))
    if (host !== undefined && /\./.test(host)) call.analysis.hosts.push(host)
  }
  return { text: undefined, taint: taint.download }
}

/** Programs that run what their words name; `elsewhere` is what that may be beside a file. */
function loader(elsewhere: RegExp): Handler {
  return call => {
    const { env, analysis } = call
    for (const { text } of call.args)
      for (const piece of text.split(/[\s,{}="']/))
        if (/[\\/]/.test(piece)) ranDownload(contentAt(boundedPath(literal(piece), env, analysis), analysis)?.taint ?? 0, call)
    return rule(call, elsewhere, 'execution.download-execute')
  }
}

function tree(call: Call): Stream {
  const whole = call.args.some(word => /^\/s$/i.test(word.text))
  for (const word of call.args)
    if (!/^\/[a-z]$/i.test(word.text))
      deleted({ ...word, text: word.text.replace(/\\/g, '/') }, whole, call.env, call.analysis, call.invocation)
  return nothing
}

function rule(call: Call, pattern: RegExp, finding: FindingId): Stream {
  if (!asksHelp(call) && call.args.some(word => pattern.test(word.text))) find(call, finding)
  return nothing
}

function asksHelp(call: Call): boolean {
  return call.args.some(word => word.text === '/?')
}

function always(call: Call, finding: FindingId): Stream {
  if (!asksHelp(call)) find(call, finding)
  return nothing
}
