/** Compilers: the source they are given on the input or in a file that this script wrote. */

import { handlersOf } from '../../calls/interpret.ts'
import { put } from '../../effects/file-copies.ts'
import { overwritten, readPath } from '../../effects/file-effects.ts'
import { scanCode } from '../../languages/scan.ts'
import { isStranger } from '../../places/origins.ts'
import { absolutePath, boundedPath } from '../../places/paths.ts'
import { type Call, find, type Handler } from '../../values/analysis.ts'
import { isKnown, literal, type Stream, taint } from '../../values/value.ts'

/** Names of what a compiler makes. */
const built = /(?:^|\/)[^/.]+$|\.(?:o|obj|so|a|dylib|dll|exe|out|wasm|class|jar|[isd])(?:\.\d+)*$/

/** The sources that run where none of them is named. */
const around = ({ program, args }: Call): RegExp | undefined => {
  const [verb, first] = args.map(({ text }) => text).filter(text => text[0] !== '-')
  if (program !== 'go') return undefined
  if (verb === 'test') return /\.go$/
  return verb === 'run' && first?.endsWith('.go') !== true ? /(?<!_test)\.go$/ : undefined
}

const compile: Handler = call => {
  const { files } = call.analysis
  const form = files.size > 0 ? around(call) : undefined
  if (form !== undefined)
    for (const [path, { text }] of files) if (text !== undefined && form.test(path)) scanCode(text, 'other', call)
  if (call.program === 'go')
    for (const { text } of call.args) {
      const [, module] = /^(?:--?replace=)?[^=\s]+=((?:[\w-]+\.)+[a-z]+)\//.exec(text) ?? []
      if (module !== undefined && isStranger(`https://${module}/`, call.analysis)) find(call, 'packages.registry-override')
    }
  for (const [i, word] of call.args.entries()) {
    // Shown: what it only puts together, and what it cannot read as a source.
    const shown = word.text[0] === '@' || (word.text[0] !== '-' && call.args.some(({ text }) => /^-(?:E|x.*)$/s.test(text)))
    if (shown) readPath({ ...word, text: word.text.replace(/^@/, '') }, call.env, call.analysis, call.invocation)
    // Rebuilding a program puts it over the one that was there.
    const out = /^-o(.*)/s.exec(word.text)?.[1] || (call.args[i - 1]?.text === '-o' ? word.text : '')
    if (out !== '')
      overwritten({ ...word, text: out }, built.test(out) ? 'create' : 'replace', call.env, call.analysis, call.invocation)
    // A folder of classes, or a jar: what stands there now is of this call.
    if (call.args[i - 1]?.text === '-d' && isKnown(word))
      put(boundedPath(word, call.env, call.analysis), { text: undefined, taint: 0 }, call.analysis)
    const source: Stream | undefined =
      word.text === '-'
        ? call.stdin
        : word.stream !== undefined
          ? word.stream
          : isKnown(word) && /\.(?:c|cc|cpp|cxx|m|mm|go|rs|java|kts?|swift|cs|zig|d|nim|scala|hs|ml)$/.test(word.text)
            ? call.analysis.files.get(absolutePath(word.text, call.env.cwd, call.analysis.host))
            : undefined
    if (source?.text !== undefined) scanCode(source.text, 'other', call)
    if (((source?.taint ?? 0) & taint.download) === 0) continue
    // What is made of a stranger's source is a stranger's program.
    const at = call.args.findIndex(({ text }) => text.startsWith('-o'))
    const named = call.args[at]?.text.slice(2) || call.args[at + 1]?.text || 'a.out'
    for (const name of at < 0 ? ['a.out', word.text.replace(/\.\w+$/, '')] : [named])
      put(boundedPath(literal(name), call.env, call.analysis), { text: undefined, taint: taint.download }, call.analysis)
  }
  return undefined
}

export const compilers: Readonly<Record<string, Handler>> = handlersOf({
  strip: { rehearsal: '', valued: 'F I O K N R target', writes: 'o', operands: 'edits...' },
  // It takes away what it could not write.
  objcopy: {
    rehearsal: '',
    valued: 'F I O B j R K N L G W target input-target output-target only-section remove-section set-section-flags',
    reads: 'add-section update-section add-gnu-debuglink',
    operands: 'reads writes',
    rows: [['*', { operands: 'deletes' }]],
  },
  'cc gcc clang tcc c++ g++ clang++ go rustc java javac kotlinc scalac groovyc swiftc zig ghc': compile,
})
