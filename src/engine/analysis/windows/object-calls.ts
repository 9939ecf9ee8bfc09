/** Methods of objects that PowerShell's own commands, .NET and COM hand out, and loops that nothing ends. */

import { inOrder } from '../../matching/in-order.ts'
import { type Analysis, type Environment, fork, record } from '../values/analysis.ts'
import { nothing } from '../values/value.ts'

/** What stands between these is looked for, each behind the one before it. */
const methods: readonly (readonly [...RegExp[], Parameters<typeof record>[1]])[] = [
  [/Win32_OperatingSystem/i, /\.(?:Win32Shutdown|Reboot)\(/i, 'process.shutdown'],
  [/\.ClearLog\(/i, 'persistence.history-erase'],
  [/\[adsi\]/i, /WinNT:/i, /\.(?:SetPassword|Create|Delete|Put|Add|SetInfo)\(/i, 'permissions.account'],
  [/::SecureStringTo(?:BSTR|CoTaskMem|GlobalAlloc)\w*\(/i, 'secrets.read-keychain'],
  [/\.GetNetworkCredential\(\)/i, /\.Password\b/i, 'secrets.read-keychain'],
  [/\.CreateShortcut\(/i, /Startup['")\\]/i, 'persistence.service'],
  [/\\\\[.?]\\(?:PhysicalDrive\d|[A-Z]:['"])/i, /\.Write\(/i, 'disk.raw-write'],
]

/** Called by a name that is put together, under a name that stands for something else, or as a text that is not known. */
const unknownCalls: readonly (readonly RegExp[])[] = [
  [/\bas\s+\[type\]/i, /::\$\w/],
  [/::\$\w+\.Invoke\(/i],
  [/TypeAccelerators/i, /::Add\(/i],
  [/\.InvokeScript\(\s*[^'"\s]/i],
  [/\[scriptblock\]::Create\(\s*\(/i],
]

export function objectCalls(source: string, env: Environment, analysis: Analysis): void {
  for (const method of methods) {
    const patterns = method.filter(part => part instanceof RegExp)
    if (inOrder(source, ...patterns)) record(analysis, method.at(-1) as Parameters<typeof record>[1])
  }
  if (unknownCalls.some(patterns => inOrder(source, ...patterns)))
    record(analysis, 'execution.unknown-command', { unknown: 'which method or script this calls' })
  for (const [, body = ''] of source.matchAll(/\$\{function:\w+\}\s*=\s*'((?:[^']|'')+)'/gi))
    analysis.script(body.replaceAll("''", "'"), fork(env), nothing, 'powershell')
  for (const line of pipelinesBuilt(source)) analysis.script(line, fork(env), nothing, 'powershell')
  if (source.split(/[;\n]/).some(endsAllProcesses)) record(analysis, 'process.kill-all')
  endless(source, analysis)
}

/** `[powershell]::Create().AddCommand('x').AddParameter('y', 1)` as the line `x -y 1`. */
function pipelinesBuilt(source: string): readonly string[] {
  const lines: string[] = []
  for (const piece of source.split(/\.Add(?=(?:Command|Script|Parameter|Argument)\()/i).slice(1)) {
    const open = piece.indexOf('(')
    const inner = piece.slice(open + 1).split(')', 1)[0] ?? ''
    const [first = '', ...more] = inner.split(',')
    const bare = first.trim().replace(/^['"]|['"]$/g, '')
    const last = lines.length - 1
    if (/^[cs]/i.test(piece)) lines.push(bare)
    else if (last >= 0) lines[last] += /^p/i.test(piece) ? ` -${bare} ${more.join(',').trim()}` : ` ${first.trim()}`
  }
  return lines
}

/** `Get-Process | Stop-Process`, and with a filter that leaves out a few. */
function endsAllProcesses(statement: string): boolean {
  const [first = '', ...rest] = statement.split('|').map(part => part.trim())
  const last = rest.pop() ?? ''
  return (
    /\b(?:Get-Process|gps|ps)$/i.test(first) &&
    /^(?:Stop-Process|spps|kill)\b/i.test(last) &&
    rest.every(part => /^(?:Where-Object|where|\?)/i.test(part) && /-(?:not[a-z]+|ne)\b/i.test(part))
  )
}

/** `while ($true) { … }` without a pause or a way out. */
function endless(source: string, analysis: Analysis): void {
  for (const [, turn = ''] of source.matchAll(/\b(?:while\s*\(\s*(?:\$true|1)\s*\)|for\s*\(\s*;\s*;\s*\))\s*\{([^{}]*)\}?/gi)) {
    if (/\b(?:Start-Sleep|sleep|break|return|exit|Read-Host|Wait-[a-z]+)\b/i.test(turn)) continue
    if (/\b(?:Start-Process|saps|Start-Job|Start-ThreadJob|Invoke-Item|ii)\b|Diagnostics\.Process\]::Start/i.test(turn))
      record(analysis, 'process.fork-bomb')
    else if (/\b(?:Add-Content|Out-File|New-Item|Set-Content|Copy-Item|fsutil)\b|>>|\[IO\.File\]::(?:Append|Write)/i.test(turn))
      record(analysis, 'disk.fill')
    else if (/\+=|\.Add\(|New-Object\s+byte/i.test(turn)) record(analysis, 'process.exhaust')
  }
}
