/** Compilers: the source they are given on the input or in a file that this script wrote. */

import { handlersOf } from '../calls/interpret.ts'
import { absolutePath } from '../places/paths.ts'
import type { Handler } from '../values/analysis.ts'
import { isKnown, type Stream } from '../values/value.ts'
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
  }
  return undefined
}

export const compilers: Readonly<Record<string, Handler>> = handlersOf({
  'cc gcc clang tcc c++ g++ clang++ go rustc java javac kotlinc swiftc zig ghc': compile,
})
