/** Rarer programs of another purpose with an option that runs a command or loads code. */

import type { Programs } from '../../calls/form.ts'
import { type Call, ranDownload, wrapped } from '../../values/analysis.ts'
import { isStandardInput, literal, nothing, type Stream } from '../../values/value.ts'
import { valuesOf } from '../code/command-options.ts'

export const rareEscapes: Programs = {
  capsh,
  'apt apt-get aptitude': apt,
  cmake,
  java,
  ip,
  lftp,
}

/** What follows `--` is for a shell. */
function capsh(call: Call): undefined {
  const at = call.args.findIndex(word => word.text === '--' || word.text === '==')
  if (at >= 0) call.analysis.words([literal('bash'), ...call.args.slice(at + 1)], wrapped(call), call.stdin)
}

function apt(call: Call): undefined {
  for (const { text } of valuesOf(call, ['-o', '--option'])) {
    const set = /^(?=[\w:-]*(?:Pre|Post)-(?:Invoke|Install-Pkgs))[\w:-]+=([\s\S]+)$/i.exec(text)
    if (set !== null) call.analysis.script((set[1] as string).replace(/^"|"$/g, ''), wrapped(call), nothing)
  }
}

/** A list of CMake's has semicolons between its elements. */
const launched = /^-DCMAKE_\w*(?:LAUNCHER|COMPILER|EMULATOR)(?::\w+)?=([\s\S]+)$/

function cmake(call: Call): undefined {
  for (const { text } of call.args) {
    const [, source] = launched.exec(text) ?? []
    if (source !== undefined) call.analysis.script(source.replaceAll(';', ' '), wrapped(call), nothing)
  }
  const script = call.args[call.args.findIndex(word => word.text === '-P') + 1]
  if (script !== undefined && script !== call.args[0])
    scripted(script.stream ?? (isStandardInput(script.text) ? call.stdin : nothing), call)
  const own = call.args.findIndex(word => word.text === '--')
  if (own >= 0 && call.args.some(word => word.text === '--build'))
    call.analysis.words([literal('make'), ...call.args.slice(own + 1)], wrapped(call), nothing)
  if (call.args[0]?.text !== '-E') return
  const [, verb, ...rest] = call.args
  if (/^(?:remove_directory|rm|remove)$/.test(verb?.text ?? ''))
    call.analysis.words([literal('rm'), literal('-rf'), ...rest.filter(word => word.text[0] !== '-')], wrapped(call), nothing)
  else if (/^(?:env|time)$/.test(verb?.text ?? '')) call.analysis.words([literal('env'), ...rest], wrapped(call), call.stdin)
}

/** Commands in a script of CMake's that comes from another command. */
function scripted({ text = '', taint: bits }: Stream, call: Call): void {
  ranDownload(bits, call)
  for (const [, verb = '', rest = ''] of text.matchAll(/\b(COMMAND|REMOVE|REMOVE_RECURSE)\s([^()]*)/g))
    call.analysis.script(
      `${verb === 'COMMAND' ? '' : 'rm -rf '}${rest.replace(/\$ENV\{(\w+)\}/g, '$$$1')}`,
      wrapped(call),
      nothing,
    )
}

function java(call: Call): undefined {
  for (const { text } of call.args) {
    const run = /^-XX:On(?:OutOfMemory)?Error=([\s\S]+)$/.exec(text)
    if (run !== null) call.analysis.script((run[1] as string).replace(/^["']|["']$/g, ''), wrapped(call), nothing)
  }
}

function ip(call: Call): undefined {
  const at = call.args.findIndex(word => word.text === 'exec')
  if (at > 0 && call.args.length > at + 2) call.analysis.words(call.args.slice(at + 2), wrapped(call), call.stdin)
}

function lftp(call: Call): undefined {
  for (const { text } of [...valuesOf(call, ['-e', '-c']), ...(call.stdin.text === undefined ? [] : [literal(call.stdin.text)])])
    for (const match of text.matchAll(/(?:^|[;\n])[^\S\n]*(?:!|shell\s)[^\S\n]*([^;\n]+)/g))
      call.analysis.script(match[1] as string, wrapped(call), nothing)
}
