/** Compilers: the source they are given on the input or in a file that this script wrote. */

import { handlersOf } from '../calls/interpret.ts'
import { put } from '../effects/file-copies.ts'
import { absolutePath, boundedPath } from '../places/paths.ts'
import type { Handler } from '../values/analysis.ts'
import { isKnown, literal, type Stream, taint } from '../values/value.ts'
import { scanCode } from './scan.ts'

const compile: Handler = call => {
  for (const word of call.args) {
    const source: Stream | undefined =
      word.text === '-'
        ? call.stdin
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
  'cc gcc clang tcc c++ g++ clang++ go rustc java javac kotlinc swiftc zig ghc': compile,
})
