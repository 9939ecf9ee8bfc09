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

/** Lists and tables, and how one of what they hold comes out again. */
const held: readonly (readonly [how: string, text: string])[] = [
  ['a list', "$all = 'dist', 'WHAT'; ri -r $all"],
  ['a list in brackets', "$all = @('dist', 'WHAT'); ri -r $all"],
  ['a list that is not kept', "ri -r @('dist', 'WHAT')"],
  ['a list of a type', "$all = [string[]]@('dist', 'WHAT'); foreach ($one in $all) { ri -r $one }"],
  ['its last', "$all = 'dist', 'WHAT'; ri -r $all[-1]"],
  ['one of brackets', "ri -r ('dist', 'WHAT')[1]"],
  ['what is added', "$all = @(); $all += 'dist'; $all += 'WHAT'; ri -r $all"],
  ['what is added to a list', "$all = 'dist', 'out'; $all += 'WHAT'; ri -r $all"],
  ['each of a pipe', "'dist', 'WHAT' | ForEach-Object { ri -r $_ }"],
  ['each of a loop', "foreach ($one in 'dist', 'WHAT') { ri -r $one }"],
  ['each, for a block', "$b = { param($p) ri -r $p }; 'dist', 'WHAT' | % { & $b $_ }"],
  ['each, joined', "'dist', 'WHAT' | % { ri -r (Join-Path C:\\ $_) }"],
  ['a member of a table', "$t = @{ Path = 'WHAT'; Force = $true }; ri -r $t.Path"],
  ['a key of a table', "$t = @{ Path = 'WHAT' }; ri -r $t['Path']"],
  ['an array with one more, piped', "$all = @('dist'); $all += 'WHAT'; $all | ri -r"],
  ['what a command assigns', "$one = 'dist'; Set-Variable one 'WHAT'; ri -r $one"],
  ['what an alias assigns, by names', "sv -Value 'WHAT' -Name one; ri -r $one"],
  ['a member of an object', "$t = [pscustomobject]@{ Path = 'WHAT' }; ri -r $t.Path"],
]
/** Ways to change what is held: what comes out is not known any more. */
const changed: readonly string[] = [
  "$t = @{ Path = 'dist' }; $t.Path = 'WHAT'; ri -r $t.Path",
  "$t = @{ Path = 'dist' }; $t['Path'] = 'WHAT'; ri -r $t.Path",
  "$t = @{}; $t.Add('Path', 'WHAT'); ri -r $t.Path",
  "$t = @{ # Path = 'dist'\n Path = 'WHAT' }\nri -r $t.Path",
  "$t = @{ Path = 'dist', 'WHAT' }; ri -r $t.Path",
  "$all = 'dist', 'out'; $all[0] = 'WHAT'; ri -r $all",
  "$all = [System.Collections.ArrayList]@('dist'); [void]$all.Add('WHAT'); ri -r $all",
  "$t = [ordered]@{ a = 'dist'; b = 'WHAT' }; foreach ($k in $t.Keys) { ri -r $t[$k] }",
  "$all = 'dist', 'WHAT'; $n = 1; ri -r $all[$n]",
  "$all = 'dist WHAT'.Split(' '); ri -r $all",
  "$all = ('dist WHAT').Split(' '); ri -r $all",
  "$all = -split 'dist WHAT'; ri -r $all",
  "$all = 'dist WHAT' -split ' '; ri -r $all",
  "$one = 'dist'; Get-Item 'WHAT' -OutVariable one | Out-Null; ri -r $one",
  "$one = 'dist'; 'WHAT' | Tee-Object -Variable one; ri -r $one",
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

describe('what a list or a table holds', () => {
  it.each(held)('is followed: %s', async (how, text) => {
    const home = how === 'each, joined' ? 'Users\\dev' : 'C:\\Users\\dev'
    expect(await verdict(text.replaceAll('WHAT', home))).not.toBe('allow')
    if (how !== 'each, joined') expect(await verdict(text.replaceAll('WHAT', 'build'))).toBe('allow')
  })

  it.each(changed)('is unknown once it was changed: %s', async text => {
    expect(await verdict(text.replaceAll('WHAT', 'C:\\Users\\dev'))).not.toBe('allow')
  })
})
