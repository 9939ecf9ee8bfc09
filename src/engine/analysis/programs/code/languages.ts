/** How each scripting language is given its code. */

import type { Language } from '../../languages/evaluator/lexer.ts'

export interface Interpreter {
  readonly language: Language
  /** Options whose value is code. */
  readonly code: readonly string[]
  /** Other options that take a value. */
  readonly valued: string
  /** A subcommand before the code (`deno eval`). */
  readonly evals?: string
}

export const python: Interpreter = { language: 'python', code: ['c'], valued: 'c m W X Q' }

const node: Interpreter = {
  language: 'javascript',
  code: ['e', 'p', 'eval', 'print', 'pe'],
  valued: 'e p eval print r require import loader experimental-loader env-file max-old-space-size pe',
}

export const interpreters: Readonly<Record<string, Interpreter>> = {
  python,
  python2: python,
  python3: python,
  pypy: python,
  pypy3: python,
  py: python,
  ipython: python,
  jython: python,
  bpython: python,
  jupyter: python,
  node,
  nodejs: node,
  bun: { ...node, evals: 'eval' },
  deno: { language: 'javascript', code: [], valued: 'c config', evals: 'eval' },
  tsx: node,
  'ts-node': node,
  'ts-node-esm': node,
  esr: node,
  'babel-node': node,
  ruby: { language: 'ruby', code: ['e'], valued: 'e r I C E x' },
  irb: { language: 'ruby', code: [], valued: 'r I' },
  jruby: { language: 'ruby', code: ['e'], valued: 'e r I' },
  perl: { language: 'perl', code: ['e', 'E'], valued: 'e E M m I' },
  php: { language: 'php', code: ['r', 'B', 'R', 'E'], valued: 'r B R E d c f z S t' },
  lua: { language: 'lua', code: ['e'], valued: 'e l' },
  luajit: { language: 'lua', code: ['e'], valued: 'e l' },
  'lua5.4': { language: 'lua', code: ['e'], valued: 'e l' },
  Rscript: { language: 'other', code: ['e'], valued: 'e' },
  R: { language: 'other', code: ['e'], valued: 'e f' },
  julia: { language: 'other', code: ['e', 'E', 'eval'], valued: 'e E eval' },
  tclsh: { language: 'other', code: [], valued: '' },
  groovy: { language: 'other', code: ['e'], valued: 'e' },
  elixir: { language: 'other', code: ['e', 'eval'], valued: 'e' },
  erl: { language: 'other', code: ['eval'], valued: 'eval s' },
  scala: { language: 'other', code: ['e'], valued: 'e' },
  ghc: { language: 'other', code: ['e'], valued: 'e' },
  guile: { language: 'lisp', code: ['c'], valued: 'c' },
  racket: { language: 'lisp', code: ['e'], valued: 'e' },
  clojure: { language: 'lisp', code: ['e', 'M', 'eval'], valued: 'e M eval' },
  clj: { language: 'lisp', code: ['e', 'eval'], valued: 'e eval' },
  bb: { language: 'lisp', code: ['e', 'eval'], valued: 'e eval' },
  sbcl: { language: 'lisp', code: ['eval'], valued: 'eval' },
  clisp: { language: 'lisp', code: ['x'], valued: 'x' },
  ecl: { language: 'lisp', code: ['eval'], valued: 'eval' },
  csi: { language: 'lisp', code: ['e'], valued: 'e' },
  janet: { language: 'lisp', code: ['e'], valued: 'e' },
  hy: { language: 'lisp', code: ['c'], valued: 'c' },
  emacs: { language: 'lisp', code: ['eval'], valued: 'eval l load funcall f' },
  emacsclient: { language: 'lisp', code: ['eval', 'e'], valued: 'eval e s f socket-name' },
  raku: { language: 'perl', code: ['e'], valued: 'e M I' },
  perl6: { language: 'perl', code: ['e'], valued: 'e M I' },
  octave: { language: 'other', code: ['eval'], valued: 'eval' },
  matlab: { language: 'other', code: ['batch', 'r'], valued: 'batch r' },
  sage: { language: 'python', code: ['c'], valued: 'c' },
  crystal: { language: 'ruby', code: [], valued: '', evals: 'eval' },
  ocaml: { language: 'other', code: ['e'], valued: 'e' },
  wolframscript: { language: 'other', code: ['code', 'c'], valued: 'code c' },
  'scala-cli': { language: 'other', code: ['e'], valued: 'e' },
  kotlin: { language: 'other', code: ['e'], valued: 'e' },
  csharprepl: { language: 'other', code: ['e'], valued: 'e' },
  expect: { language: 'other', code: ['c'], valued: 'c' },
  maxima: { language: 'other', code: ['batch-string', 'r', 'run-string'], valued: 'batch-string r run-string' },
  gp: { language: 'other', code: [], valued: '' },
  wish: { language: 'other', code: [], valued: '' },
  nim: { language: 'other', code: ['eval'], valued: 'eval' },
  jshell: { language: 'other', code: [], valued: '' },
  swift: { language: 'other', code: ['e'], valued: 'e' },
}
