/** Compilers: the source they are given on the input or in a file that this script wrote. */

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

export const compilers: Readonly<Record<string, Handler>> = {
  cc: compile,
  gcc: compile,
  clang: compile,
  tcc: compile,
  'c++': compile,
  'g++': compile,
  'clang++': compile,
  go: compile,
  rustc: compile,
  java: compile,
  javac: compile,
  kotlinc: compile,
  swiftc: compile,
  zig: compile,
  ghc: compile,
}
