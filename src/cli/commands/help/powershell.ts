/** Windows PowerShell 5.1 and PowerShell 7: a table by command, and one completer over it. */

import { everyNode, type Flag, type Node, type Value } from './command-tree.ts'

const quoted = (text: string): string => `'${text.replace(/['‘’‚‛]/g, '$&$&')}'`

const words = (list: readonly string[]): string => `@(${list.map(quoted).join(', ')})`

/** PowerShell completes paths itself when a completer offers nothing. */
const offer = (value: Value): string => (value.kind === 'words' ? words(value.words) : '@()')

const flagLines = ({ names, description, value }: Flag): string =>
  names
    .map(name => {
      const values = value === undefined ? '' : `; Values = ${offer(value)}`
      return `      ${quoted(name)} = @{ About = ${quoted(description)}${values} }\n`
    })
    .join('')

const entry = (node: Node): string => {
  const commands = node.children.map(({ path, description }) => `      ${quoted(path.at(-1) ?? '')} = ${quoted(description)}\n`)
  const value = node.positionals[0]?.value
  return `    ${quoted(node.path.join(' '))} = @{
      Flags = [ordered]@{
${node.flags.map(flagLines).join('').replaceAll(/^/gm, '  ').trimEnd()}
      }
      Commands = [ordered]@{
${commands.join('').replaceAll(/^/gm, '  ').trimEnd()}
      }
      Words = ${value === undefined ? '@()' : offer(value)}
    }
`
}

export const powershell = (
  root: Node,
): string => `# Completion of tfy-hook for PowerShell. In $PROFILE: tfy-hook completion powershell | Out-String | Invoke-Expression

Register-ArgumentCompleter -Native -CommandName @('tfy-hook', 'tfy-hook.exe') -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)

  $tree = @{
${everyNode(root).map(entry).join('')}  }

  $path = ''
  $waiting = $null
  foreach ($element in @($commandAst.CommandElements | Select-Object -Skip 1)) {
    if ($element.Extent.EndOffset -ge $cursorPosition) { break }
    $word = $element.Extent.Text
    if ($null -ne $waiting) { $waiting = $null; continue }
    $here = $tree[$path]
    if ($here.Flags.Contains($word)) {
      if ($here.Flags[$word].ContainsKey('Values')) { $waiting = $here.Flags[$word] }
    }
    elseif ($here.Commands.Contains($word)) { $path = ("$path $word").Trim() }
  }

  $here = $tree[$path]
  $found = if ($null -ne $waiting) {
    $waiting.Values | ForEach-Object { @{ Text = $_; Kind = 'ParameterValue'; About = $_ } }
  }
  elseif ("$wordToComplete".StartsWith('-')) {
    $here.Flags.Keys | ForEach-Object { @{ Text = $_; Kind = 'ParameterName'; About = $here.Flags[$_].About } }
  }
  else {
    $here.Commands.Keys | ForEach-Object { @{ Text = $_; Kind = 'Command'; About = $here.Commands[$_] } }
    $here.Words | ForEach-Object { @{ Text = $_; Kind = 'ParameterValue'; About = $_ } }
  }
  $found | Where-Object { $_.Text -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_.Text, $_.Text, $_.Kind, $_.About)
  }
}
`
