/** What PowerShell hands to a function or a block reaches what the block does with it, however both are written. */

import { describe, expect, it } from 'vitest'
import { eventOf, hostFor } from '../../../../scripts/corpus/judge.ts'
import { evaluate } from '../../policy/evaluate.ts'

/** Functions that delete what they are given. */
const functions: readonly (readonly [how: string, text: string])[] = [
  ['in brackets', 'function Clear-It($Path) { Remove-Item -Recurse -Force $Path }'],
  ['with a type', 'function Clear-It([string]$Path) { Remove-Item -Recurse -Force $Path }'],
  ['with a block of parameters', 'function Clear-It {\n  param([string]$Path)\n  Remove-Item -Recurse -Force $Path\n}'],
  [
    'with attributes',
    'function Clear-It {\n  [CmdletBinding()]\n  param(\n    [Parameter(Mandatory = $true)][string]$Path,\n    [switch]$Quiet\n  )\n  ri $Path -r -fo\n}',
  ],
  ['on one line', 'function Clear-It { param($Path) ri $Path -r -fo }'],
  ['of the session', 'function global:Clear-It($Path) { ri $Path -r -fo }'],
  ['in a branch', 'if ($env:CI) { Get-Date }\nfunction Clear-It($Path) { if (Test-Path $Path) { ri $Path -r -fo } }'],
]
const calls: readonly (readonly [how: string, text: string])[] = [
  ['by position', 'Clear-It WHAT'],
  ['by name', 'Clear-It -Path WHAT'],
  ['by a shortened name', 'Clear-It -P WHAT'],
  ['with a colon', 'Clear-It -Path:WHAT'],
  ['by a table', "$table = @{ Path = 'WHAT' }\nClear-It @table"],
  ['by a variable', "$where = 'WHAT'\nClear-It $where"],
  ['by &', "& 'Clear-It' WHAT"],
  ['by an alias', 'Set-Alias ci2 Clear-It\nci2 WHAT'],
]
/** Blocks, and what calls them. */
const blocks: readonly (readonly [how: string, text: string])[] = [
  ['at once', '& { param($p) ri $p -r -fo } WHAT'],
  ['from a variable', '$b = { param($p) ri $p -r -fo }; & $b WHAT'],
  ['by its method', "$b = { param($p) ri $p -r -fo }; $b.Invoke('WHAT')"],
  ['by a command', 'Invoke-Command -ScriptBlock { param($p) ri $p -r -fo } -ArgumentList WHAT'],
  ['by a job', 'Start-Job { param($p) ri $p -r -fo } -ArgumentList WHAT'],
  ['without names', 'function f { ri $args[0] -r -fo }; f WHAT'],
  ['all of them', 'function f { ri @args }; f WHAT -r -fo'],
  ['from a pipe', "filter f { ri $_ -r -fo }; 'WHAT' | f"],
  ['by what it is without', "function f { param($p = 'WHAT') ri $p -r -fo }; f"],
]

const verdict = async (shell: string): Promise<string> => {
  const row = { shell, tool: 'PowerShell', platform: 'win32' } as const
  const judged = await evaluate(eventOf(row), [], hostFor(row.platform))
  return judged.ok ? judged.value.ruling.decision : 'crash'
}

const texts = [
  ...functions.flatMap(([kind, text]) => calls.map(([how, call]) => [`a function ${kind}, ${how}`, `${text}\n${call}`] as const)),
  ...blocks.map(([how, text]) => [`a block ${how}`, text] as const),
]

describe('what a block is called with', () => {
  it.each(texts)('stops: %s', async (_, text) => {
    expect(await verdict(text.replaceAll('WHAT', 'C:\\Users\\dev'))).not.toBe('allow')
  })

  it.each(texts.filter(([how]) => !how.includes('alias')))('allows in the workspace: %s', async (_, text) => {
    expect(await verdict(text.replaceAll('WHAT', 'build'))).toBe('allow')
  })
})
