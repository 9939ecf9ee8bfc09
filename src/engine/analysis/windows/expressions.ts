/** .NET calls in PowerShell expressions. */

import { deleted, overwritten, readPath } from '../effects/file-effects.ts'
import { sent } from '../effects/sockets.ts'
import { copied, moved } from '../effects/transfers.ts'
import { setForGood } from '../effects/variables-for-good.ts'
import { setForLater } from '../places/agent-variables.ts'
import { clientPolicy } from '../places/guard-list.gen.ts'
import { hostOf } from '../places/hosts.ts'
import { isWellKnown } from '../places/origins.ts'
import { boundedPath } from '../places/paths.ts'
import { type Analysis, type Environment, fork, record } from '../values/analysis.ts'
import { HOLE, hole, isKnown, literal, nothing, taint, type Value } from '../values/value.ts'
import { objectCalls } from './object-calls.ts'
import { atHome } from './parameters.ts'
import { withoutBlocks } from './powershell-text.ts'
import { fold, origin, sum } from './powershell-values.ts'

/** Findings in .NET calls (`[IO.File]::Delete(...)`, `New-Object`), which are no commands. */
export function expressions(source: string, env: Environment, analysis: Analysis): void {
  if (
    !/::|New-Object|Add-Type|Win32_|\.\w+\(|\[adsi\]|\$\{function:|\bGet-(?:Process|BitLockerVolume)\b|\b(?:while|for)\b/i.test(
      source,
    )
  )
    return
  for (const match of source.matchAll(/\.DownloadFile\([^,()]+,\s*["']([^"'$]+)["']/gi)) {
    const file = boundedPath(literal((match[1] as string).replace(/\\/g, '/')), env, analysis)
    if (analysis.files.size < 200) analysis.files.set(file, { text: undefined, taint: taint.download })
  }
  for (const match of source.matchAll(
    /(?:\[scriptblock\]::Create|\.InvokeScript|\.NewScriptBlock)\(\s*(?:"([^"$]+)"|'([^']+)')/gi,
  ))
    analysis.script(match[1] ?? match[2] ?? '', fork(env), nothing, 'powershell')
  if (/\[scriptblock\]::Create|\.InvokeScript\(|Reflection\.Assembly\]?::Load|\bAdd-Type\b/i.test(source)) {
    const bits = origin(source)
    if ((bits & taint.download) !== 0) record(analysis, 'execution.download-execute')
    else if ((bits & taint.decoded) !== 0) record(analysis, 'execution.decoded-execute')
  }
  const [, started] =
    /\[wmiclass\]\s*['"][^'"]*Win32_Process['"]\s*\)\s*\.Create\(\s*(?:'([^']*)'|"([^"]*)")/i
      .exec(source)
      ?.filter(part => part !== undefined) ?? []
  if (started !== undefined) {
    analysis.words([literal('cmd'), literal('/c'), literal(started)], fork(env), nothing)
    record(analysis, 'execution.unknown-command', { unknown: 'what is started through WMI' })
  }
  // `(New-Object -ComObject WScript.Shell).Run('cmd /c …')`
  if (/WScript\.Shell|Shell\.Application/i.test(source))
    for (const [, program = '', args = ''] of source.matchAll(
      /\.(?:Run|Exec|ShellExecute)\(\s*['"]([^'"]*)['"](?:\s*,\s*['"]([^'"]*)['"])?/gi,
    ))
      analysis.words([literal('cmd'), literal('/c'), literal(`${program} ${args}`.trim())], fork(env), nothing)
  // Where what is run comes from; one that everybody knows says nothing of the others.
  if ((origin(source) & taint.download) !== 0)
    for (const [address] of source.matchAll(/https?:\/\/[^\s'")]+/gi)) {
      const host = hostOf(address)
      if (host !== undefined && !isWellKnown(host)) analysis.hosts.push(host)
    }
  objectCalls(source, env, analysis)
  if (/Win32_ShadowCopy/i.test(source) && /\.Delete\(|Remove-(?:Wmi|Cim)/i.test(source)) record(analysis, 'disk.wipe')
  if (/Net\.Sockets\.TCPClient/i.test(source) && /GetStream|StreamReader|iex|Invoke-Expression|cmd/i.test(source))
    record(analysis, 'network.reverse-shell')
  for (const [, name = '', value = '', rest = ''] of source.matchAll(
    /\[(?:System\.)?Environment\]::SetEnvironmentVariable\(\s*['"](\w+)['"]\s*,\s*['"]?([^'",)]*)([^)]*)/gi,
  ))
    if (/['"](?:User|Machine)['"]|::(?:User|Machine)\b|,\s*[12]\s*$/i.test(rest)) setForGood(name, value, analysis)
    else setForLater(name, value.startsWith('$') ? HOLE : value, analysis)
  if (/Win32\.Registry/i.test(source) && /SetValue|CreateSubKey|Delete/i.test(source) && clientPolicy.test(source))
    record(analysis, 'self.tamper')
  // The password of a credential, which nobody takes.
  if (/(?:^|[\n;])[^=\n;]*\.GetNetworkCredential\(\)(?:\.Password)?\s*(?:$|[\n;|])/i.test(source))
    record(analysis, 'secrets.read-keychain')
  if (/\[Environment\]::GetEnvironmentVariables\(/i.test(source)) record(analysis, 'secrets.dump-environment')
  if (/\bGet-BitLockerVolume\b/i.test(source) && /\bRecoveryPassword\b/i.test(source)) record(analysis, 'secrets.read-keychain')
  if (/ProtectedData\]?::Unprotect\b|\bPasswordVault\b/i.test(source)) record(analysis, 'secrets.read-keychain')
  if (/VirtualAlloc|CreateThread|amsiInitFailed|AmsiUtils/i.test(source.replace(/(['"])\s*\+\s*\1/g, '')))
    record(analysis, 'permissions.security-off')
  if (/\.DownloadFile\(/i.test(source) && /Start-Process|Invoke-Item|\bstart\b|&\s|iex/i.test(source))
    record(analysis, 'execution.download-execute')
}

/** Calls on files, once it is known what the variables in them hold. */
export function fileCalls(source: string, env: Environment, analysis: Analysis, read: (piece: string) => Value): void {
  if (!/IO\.(?:File|Directory|Compression)|\.UploadFile|\.Delete(?:File|Folder)\(/i.test(source)) return
  const outside = withoutBlocks(source)
  // What a block does to a variable that only it knows is found where the block is run.
  const isOfBlock = (path: Value, piece: string, index: number): boolean =>
    !isKnown(path) && /\$\w/.test(piece) && outside[index] !== source[index]
  const file = (piece: string): Value => {
    const text = fold(piece, read)
    return text === undefined ? hole(piece) : atHome(literal(text.replace(/\\/g, '/')), analysis)
  }
  const pair = `\\(\\s*(${sum})\\s*,\\s*(${sum})`
  // The address, a method perhaps, and the file.
  for (const [, to = '', second = '', third] of source.matchAll(
    new RegExp(`\\.UploadFile\\w*${pair}(?:\\s*,\\s*(${sum}))?`, 'gi'),
  )) {
    const { taint: bits } = readPath(file(third ?? second), env, analysis)
    sent({ env, analysis, stdin: nothing }, bits, [hostOf(fold(to, read) ?? '') ?? ''], true)
  }
  for (const { 1: kind = '', 2: what = '', index } of source.matchAll(new RegExp(`\\.Delete(File|Folder)\\(\\s*(${sum})`, 'gi')))
    if (!isOfBlock(file(what), what, index)) deleted(file(what), /^folder/i.test(kind), env, analysis)
  for (const [, from = '', to = ''] of source.matchAll(new RegExp(`::CreateFromDirectory${pair}`, 'gi')))
    copied([file(from)], file(to), { env, analysis })
  const object = new RegExp(`IO\\.(File|Directory)Info\\]?(?:::new)?\\s*\\(?\\s*(${sum})\\s*\\)*\\.Delete\\(`, 'gi')
  for (const match of source.matchAll(object)) {
    deleted(file(match[2] as string), match[1]?.toLowerCase() === 'directory', env, analysis)
  }
  const call = new RegExp(
    `\\[(?:System\\.)?IO\\.(File|Directory)\\]::(\\w+)\\(\\s*(?:(${sum})\\s*(?:,\\s*(${sum})\\s*)?[,)])?`,
    'gi',
  )
  const by = { env, analysis }
  for (const match of source.matchAll(call)) {
    const text = match[3] === undefined ? undefined : fold(match[3], read)
    const verb = match[2] as string
    const path = text === undefined ? hole(match[3] ?? 'the path') : atHome(literal(text.replace(/\\/g, '/')), analysis)
    const given = match[4] === undefined ? undefined : fold(match[4], read)
    const second = given === undefined ? undefined : atHome(literal(given.replace(/\\/g, '/')), analysis)
    if (isOfBlock(path, match[3] ?? '', match.index)) continue
    if (/^delete/i.test(verb)) deleted(path, match[1]?.toLowerCase() === 'directory', env, analysis)
    else if (/^(?:move|replace)$/i.test(verb)) moved([path], second, by)
    else if (/^copy$/i.test(verb) && second !== undefined) copied([path], second, by)
    else if (/^(?:read|openread)/i.test(verb)) readPath(path, env, analysis)
    else if (/^(?:write|append|create)/i.test(verb)) {
      const how = /^append/i.test(verb) ? 'append' : 'replace'
      overwritten(path, how, env, analysis, undefined, given === undefined ? nothing : { text: given, taint: 0 })
    }
  }
}
