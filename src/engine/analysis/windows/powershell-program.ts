/** The PowerShell program: its options, and source in base 64. */

import { contentAt } from '../effects/file-copies.ts'
import { boundedPath } from '../places/paths.ts'
import { type Call, find, wrapped } from '../values/analysis.ts'
import { HOLE, nothing, type Stream, slashed, taint } from '../values/value.ts'
import { runPowerShell } from './powershell.ts'

/** `pwsh` and `powershell.exe`: what `-Command`, `-EncodedCommand`, `-File` or standard input makes them run. */
export function powershell(call: Call): Stream {
  for (let index = 0; index < call.args.length; index++) {
    const word = call.args[index]
    if (word === undefined) break
    const name = word.text.toLowerCase()
    if (/^[-/]e(?:c|n|nc|nco|ncod|ncode|ncoded|ncodedc\w*)?$/.test(name)) {
      find(call, 'execution.decoded-execute')
      const code = utf16(call.args[index + 1]?.text ?? '')
      return code === undefined ? nothing : runPowerShell(code, wrapped(call), nothing, call.analysis)
    }
    if (/^[-/]c(?:o|om|omm|omma|omman|ommand)?$/.test(name)) {
      const rest = call.args.slice(index + 1)
      if (rest[0]?.text === '-') return execute(call.stdin, call)
      if (rest.some(part => (part.taint & taint.download) !== 0)) find(call, 'execution.download-execute')
      return runPowerShell(
        rest.map(part => part.text.split(HOLE).join('$unknown')).join(' '),
        wrapped(call),
        call.stdin,
        call.analysis,
      )
    }
    if (/^[-/](?:f|file)$/.test(name)) {
      const file = call.args[index + 1]
      if (file?.text === '-') return execute(call.stdin, call)
      const stored = file && contentAt(boundedPath(slashed(file), call.env, call.analysis), call.analysis)
      return stored === undefined ? nothing : execute(stored, call)
    }
    if (/^[-/](?:ex\w*|ep|w\w*|inputformat|outputformat|version|configurationname|psconsolefile|workingdirectory)$/.test(name)) {
      index++
      continue
    }
    if (name[0] !== '-' && name[0] !== '/')
      return runPowerShell(
        call.args
          .slice(index)
          .map(part => part.text.split(HOLE).join('$unknown'))
          .join(' '),
        wrapped(call),
        call.stdin,
        call.analysis,
      )
  }
  return execute(call.stdin, call)
}

function execute(stream: Stream, call: Call): Stream {
  if ((stream.taint & taint.download) !== 0) find(call, 'execution.download-execute')
  else if ((stream.taint & taint.decoded) !== 0) find(call, 'execution.decoded-execute')
  return stream.text === undefined
    ? nothing
    : runPowerShell(stream.text.split(HOLE).join('$unknown'), wrapped(call), nothing, call.analysis)
}

function utf16(encoded: string): string | undefined {
  try {
    const bytes = atob(encoded)
    let text = ''
    for (let index = 0; index + 1 < bytes.length; index += 2)
      text += String.fromCharCode(bytes.charCodeAt(index) | (bytes.charCodeAt(index + 1) << 8))
    return text
  } catch {
    return undefined
  }
}
