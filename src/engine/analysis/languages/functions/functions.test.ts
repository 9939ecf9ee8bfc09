/**
 * Ways in which a program comes to call a function, and to what it calls it with. That the language does so is seen with one that makes a folder;
 * what is found of a deletion in its place has to be the same.
 */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadAll } from '../../analyse.ts'
import { findingsOf } from '../../testing.ts'

const folder = mkdtempSync(join(tmpdir(), 'functions-'))
beforeAll(loadAll)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Tongue {
  readonly program: string
  readonly flag: string
  /** Runs a list of programs that it reads, each for itself: one start for all, where a start is slow. */
  readonly runsAll?: string
  /** What it loads, by the names for which it needs it: each makes a real start longer. */
  readonly loads: Readonly<Record<string, string>>
  readonly makes: string
  readonly deletes: string
  /** `F` is the function, `P` a path. */
  readonly forms: readonly string[]
  /** The same where something else stood there before, which may leave a doubt. */
  readonly anew?: readonly string[]
}

const tongues: readonly Tongue[] = [
  {
    program: 'python3',
    flag: '-c',
    runsAll: `
import json, sys
for program in json.load(sys.stdin):
  try: exec(program, {"__name__": "__main__"})
  except Exception as error: print(error, file=sys.stderr)`,
    loads: {
      ...Object.fromEntries(
        'argparse asyncio atexit concurrent.futures contextlib functools json multiprocessing os shutil threading weakref'
          .split(' ')
          .map(name => [name, `import ${name}`]),
      ),
      namedtuple: 'from collections import namedtuple',
      dataclass: 'from dataclasses import dataclass',
      Enum: 'from enum import Enum',
      SimpleNamespace: 'from types import SimpleNamespace',
    },
    makes: 'os.mkdir',
    deletes: 'shutil.rmtree',
    forms: [
      // Handed to another that calls it.
      'threading.Thread(target=F, args=(P,)).start()',
      'threading.Thread(args=[P], target=F).start()',
      'threading.Timer(0.01, F, [P]).start()',
      'concurrent.futures.ThreadPoolExecutor().submit(F, P)',
      'list(concurrent.futures.ThreadPoolExecutor().map(F, [P]))',
      'list(map(F, [P]))',
      'functools.partial(F, P)()',
      'functools.partial(F)(P)',
      'atexit.register(F, P)',
      'class A: pass\na = A()\nweakref.finalize(a, F, P)',
      'with contextlib.ExitStack() as s: s.callback(F, P)',
      'asyncio.run(asyncio.to_thread(F, P))',
      'async def f(): await asyncio.get_event_loop().run_in_executor(None, F, P)\nasyncio.run(f())',
      'def go(f, p): f(p)\ngo(F, P)',
      // Held as a value.
      'f = F\nf(P)',
      'f = functools.partial(F)\nf(P)',
      'F.__call__(P)',
      'o = {"a": F}\no["a"](P)',
      'o = dict(a=F)\no["a"](P)',
      'o = {"a": F}\no.get("a")(P)',
      '[F][0](P)',
      'for f in [F]: f(P)',
      'for f, a in [(F, P)]: f(a)',
      'for f, a in [(F, [P])]: f(*a)',
      'for k, f in {"a": F}.items(): f(P)',
      '[f(P) for f in (F,)]',
      'f, g = F, print\nf(P)',
      'f = F if P else print\nf(P)',
      'n = SimpleNamespace(f=F)\nn.f(P)',
      'class A:\n  def __init__(self): self.f = F\n  def go(self): self.f(P)\nA().go()',
      'def choose(): return F\nchoose()(P)',
      '(lambda f: f(P))(F)',
      // What the program's own functions are given, and come to.
      'def go(p): F(p)\ngo(P)',
      'def go(p=P): F(p)\ngo()',
      'def go(q, f=F): f(q)\ngo(P)',
      'def go(*all):\n  for p in all: F(p)\ngo(P)',
      'def go(**all): F(all["p"])\ngo(p=P)',
      'def base(): return P\nF(base())',
      'def base():\n  p = P\n  return p\nF(base())',
      'base = lambda: P\nF(base())',
      'def all():\n  yield P\nfor p in all(): F(p)',
      '@contextlib.contextmanager\ndef all(): yield P\nwith all() as p: F(p)',
      'def go(*all): F(all[1])\ngo(os.sep, P)',
      'F([p for p in [P] if p][0])',
      'for p in {P}: F(p)',
      'def outer(p):\n  def inner(): F(p)\n  return inner\nouter(P)()',
      // Classes and their objects.
      'class A:\n  def __init__(self, p): self.p = p\n  def go(self): F(self.p)\nA(P).go()',
      'class A:\n  def go(self, p): F(p)\nA().go(P)',
      'class A:\n  p = P\n  def go(self): F(self.p)\nA().go()',
      'class A:\n  p = P\n  @classmethod\n  def go(cls): F(cls.p)\nA.go()',
      'class A:\n  @staticmethod\n  def go(p): F(p)\nA.go(P)',
      'class A:\n  @property\n  def p(self): return P\nF(A().p)',
      '@dataclass\nclass A:\n  p: str\n  def go(self): F(self.p)\nA(p=P).go()',
      '@dataclass\nclass A:\n  p: str = P\nF(A().p)',
      'class A:\n  def p(self): return P\n  def go(self): F(self.p())\nclass B(A): pass\nB().go()',
      'T = namedtuple("T", "p")\nF(T(P).p)',
      'class E(Enum):\n  A = P\nF(E.A.value)',
      'class A:\n  def __enter__(self): return self\n  def __exit__(self, *a): F(P)\nwith A(): pass',
      // Tables and lists.
      'c = {"a": {"b": P}}\nF(c["a"]["b"])',
      'c = {"a": [P]}\nfor k, v in c.items():\n  for p in v: F(p)',
      'for i, p in enumerate([P]): F(p)',
      'for p, q in zip([P], [1]): F(p)',
      'F(next(iter([P])))',
      'F(max([P]))',
      'F([P].pop())',
      'F(**{"path": P})',
      'a = b = P\nF(a)',
      'c = json.loads(json.dumps({"a": P}))\nF(c["a"])',
      'q = argparse.ArgumentParser()\nq.add_argument("--d", default=P)\nF(q.parse_args().d)',
    ],
    anew: [
      'def go(x=F(P)): pass\ngo(1)',
      'root = "build"\ndef clean(): F(root)\nroot = P\nclean()',
      'root = "build"\ndef clean(): F(root)\ndef main(): clean()\natexit.register(main)\nroot = P',
      'def go(n, p):\n  if n == 0: F(p)\n  else: go(n - 1, P)\ngo(1, "build")',
      'class A:\n  p = "build"\n  def go(self): F(self.p)\na = A()\na.p = P\na.go()',
      'class A:\n  p = P\n  def go(self): F(self.p)\na = A()\nb = A()\nb.p = "build"\na.go()',
      'class A:\n  p = "build"\n  def go(self): F(self.p)\na = A()\nsetattr(a, "p", P)\na.go()',
      'q = argparse.ArgumentParser()\nq.add_argument("--d", default="build")\nF(q.parse_args(["--d", P]).d)',
      'def base(): return "build"\nbase = lambda: P\nF(base())',
      'p = "build"\ndef f():\n  global p\n  p = P\nf()\nF(p)',
      'l = []\ndef f(): l.append(P)\nf()\nfor p in l: F(p)',
      'def f(p):\n  def g(): F(p)\n  p = P\n  g()\nf("build")',
    ],
  },
  {
    program: 'node',
    flag: '-e',
    runsAll: `
for (const program of JSON.parse(require("fs").readFileSync(0, "utf8")))
  try { new Function("require", program)(require) } catch (error) { console.error(error) }`,
    loads: { fs: 'const fs = require("fs");', util: 'const util = require("util");' },
    makes: 'fs.mkdirSync',
    deletes: 'fs.rmSync',
    forms: [
      'setTimeout(F, 1, P)',
      'setImmediate(F, P)',
      'process.nextTick(F, P)',
      'F.call(null, P)',
      'F.apply(fs, [P])',
      'F.bind(null, P)()',
      'F.bind(fs)(P)',
      'Reflect.apply(F, null, [P])',
      'process.on("exit", F.bind(null, P))',
      'Promise.resolve(P).then(F)',
      '[P].forEach(x => F(x))',
      'const go = (f, p) => f(p); go(F, P)',
      'const f = F; f(P)',
      '(0, F)(P)',
      'const a = [1, 2], f = F; f(P)',
      'const a = 1,\n  p = P\nF(p)',
      'var a = 1\n  , p = P\nF(p)',
      'let g = (a, b) => { const c = a, d = b; return d }, p = P; F(p)',
      '({ a: F }).a(P)',
      'const o = { a: F }; o.a(P)',
      'const o = { a: F }; o["a"](P)',
      'for (const f of [F]) f(P)',
      '[F][0](P)',
      'const [f] = [F]; f(P)',
      'const { f = F } = {}; f(P)',
      'const f = P ? F : console.log; f(P)',
      'const m = new Map([["a", F]]); m.get("a")(P)',
      'for (const [f, p] of [[F, P]]) f(p)',
      'for (const s of [{ run: F, path: P }]) s.run(s.path)',
      '[{ run: F, path: P }].forEach(({ run, path }) => run(path))',
      'globalThis.f = F; f(P)',
      'let f; f ??= F; f?.(P)',
      '(() => F)()(P)',
      'class A { constructor() { this.f = F } go() { this.f(P) } } new A().go()',
      'function go(p) { F(p) } go(P)',
      'function go(p, f = F) { f(p) } go(P)',
      'const go = ({ p }) => F(p); go({ p: P })',
      'const go = ({ p = P } = {}) => F(p); go()',
      'const go = (...all) => all.forEach(p => F(p)); go(P)',
      'const base = () => P; F(base())',
      'function base() { return P } F(base())',
      '(async () => { const f = async () => P; F(await f()) })()',
      'function* all() { yield P } for (const p of all()) F(p)',
      'async function* walk() { yield P } (async () => { for await (const p of walk()) F(p) })()',
      'const make = p => () => F(p); make(P)()',
      '(p => F(p))(P)',
      '(function (p) { F(p) })(P)',
      'class A { constructor(p) { this.p = p } go() { F(this.p) } } new A(P).go()',
      'class A { go(p) { F(p) } } new A().go(P)',
      'class A { p = P; go() { F(this.p) } } new A().go()',
      'class A { static go(p) { F(p) } } A.go(P)',
      'class A { get p() { return P } } F(new A().p)',
      'const o = { p: P, go() { F(this.p) } }; o.go()',
      'const o = { go: p => F(p) }; o.go(P)',
      'const c = { a: { b: P } }; F(c.a.b)',
      'const c = { a: [P] }; for (const [k, v] of Object.entries(c)) for (const p of v) F(p)',
      'Object.values({ a: P }).map(p => F(p))',
      'const { d } = JSON.parse(JSON.stringify({ d: P })); F(d)',
      'const c = Object.freeze({ a: P }); F(c.a)',
      'for (const p of new Set([P])) F(p)',
    ],
    anew: [
      'let p = "build"; const f = () => { p = P }; f(); F(p)',
      'class A { constructor() { this.p = "build" } go() { F(this.p) } } const a = new A(); a.p = P; a.go()',
      'class A { constructor() { this.p = "build" } go() { F(this.p) } } const a = new A(); Object.assign(a, { p: P }); a.go()',
      'class A { p = "build"; set(p) { this.p = p } go() { F(this.p) } } const a = new A(); a.set(P); a.go()',
      'F(["~", P].sort()[0])',
      'F([P, "build"].reverse()[1])',
    ],
  },
  {
    program: 'ruby',
    flag: '-e',
    loads: { FileUtils: 'require "fileutils"' },
    makes: 'FileUtils.mkdir',
    deletes: 'FileUtils.rm_rf',
    forms: [
      'def go(p) F(p) end\ngo(P)',
      'def go(p)\n  F p\nend\ngo P',
      'def base; P; end\nF(base)',
      'f = ->(p) { F(p) }\nf.call(P)',
      'f = ->(p) { F(p) }\nf.(P)',
      'f = proc { |p| F p }\nf.(P)',
      'class A\n  def initialize(p) @p = p end\n  def go; F(@p) end\nend\nA.new(P).go',
      'class A\n  ROOT = P\n  def go; F(ROOT); end\nend\nA.new.go',
      'C = Struct.new(:p)\nF(C.new(P).p)',
      'c = {a: {b: P}}\nF(c[:a][:b])',
      'c = {a: {b: P}}\nF(c.dig(:a, :b))',
      '{a: P}.each { |k, v| F(v) }',
      '{a: P}.each_value { |v| F(v) }',
    ],
  },
  {
    program: 'perl',
    flag: '-e',
    loads: { '\\w+_(?:path|tree)': 'use File::Path qw(make_path remove_tree);' },
    makes: 'make_path',
    deletes: 'remove_tree',
    forms: [
      'my $f = \\&F; $f->(P);',
      'my $f = \\&F; &$f(P);',
      'my $f = \\&F; &{$f}(P);',
      '&F(P);',
      'main->can("F")->(P);',
      'my %o = (d => \\&F); $o{d}->(P);',
      'sub base { return P } F(base());',
      'sub go { my ($p) = @_; F($p) } go(P);',
      'sub go { my $p = shift; F($p) } go(P);',
      'sub go { F($_[0]) } go(P);',
      'my $f = sub { F(@_) }; $f->(P);',
      'my %c = (d => P); F($c{d});',
      'my $c = { d => P }; F($c->{d});',
      'my @l = (P); F($l[0]);',
      'my $l = [P]; F(@$l);',
      'my @l; push @l, P; F(@l);',
    ],
  },
  {
    program: 'php',
    flag: '-r',
    loads: {},
    makes: 'mkdir',
    deletes: 'rmdir',
    forms: [
      'function base() { return P; } F(base());',
      'function go($p) { F($p); } go(P);',
      'function go(string $p): void\n{\n  F($p);\n}\ngo(P);',
      'class A { public $p = P; function go() { F($this->p); } } (new A)->go();',
      'class A { function __construct(private string $p) {} function go() { F($this->p); } } (new A(P))->go();',
      'class A { const R = P; } F(A::R);',
      '$c = ["a" => ["b" => P]]; F($c["a"]["b"]);',
      '$f = function ($p) { F($p); }; $f(P);',
      '$f = fn($p) => F($p); $f(P);',
      '$o = ["d" => "F"]; $o["d"](P);',
      'Closure::fromCallable("F")(P);',
      '(new ReflectionFunction("F"))->invoke(P);',
      'call_user_func("F", P);',
    ],
    anew: ['function f(&$x) { $x = P; } $p = "build"; f($p); F($p);'],
  },
]

describe.each(tongues)('$program', ({ program, flag, runsAll, loads, makes, deletes, forms, anew = [] }) => {
  const isThere = spawnSync(program, [flag, program === 'php' ? '0;' : '0']).status === 0
  const sourceOf = (form: string, name: string, on: string): string => {
    const code = form.replace(/\bF\b/g, () => name).replace(/\bP\b/g, () => JSON.stringify(on))
    const loaded = Object.keys(loads).filter(names => new RegExp(`\\b(?:${names})\\b`).test(code))
    return [...loaded.map(names => loads[names]), code].join('\n')
  }

  const all = [...forms, ...anew]
  const made = (at: number): string => join(folder, `${program}-${at}`)
  beforeAll(() => {
    if (!isThere) return
    const sources = all.map((form, at) => sourceOf(form, makes, made(at)))
    if (runsAll === undefined) for (const source of sources) spawnSync(program, [flag, source], { timeout: 20_000 })
    else spawnSync(program, [flag, runsAll], { input: JSON.stringify(sources), timeout: 120_000 })
  }, 180_000)

  it.skipIf(!isThere).each(all.map((form, at) => [form, at] as const))('calls it: %s', (_, at) => {
    expect(existsSync(made(at))).toBe(true)
  })

  const found = (form: string, on: string): readonly string[] => findingsOf(`${program} ${flag} '${sourceOf(form, deletes, on)}'`)

  it.each(forms)('follows it: %s', form => {
    expect(found(form, '/home/dev/Documents').filter(id => /^filesystem\.delete-.*[^?]$/.test(id))).not.toEqual([])
    expect(found(form, 'build').filter(id => id.startsWith('filesystem'))).toEqual([])
  })

  if (anew.length > 0)
    it.each(anew)('stops it: %s', form => {
      expect(found(form, '/home/dev/Documents').filter(id => id.startsWith('filesystem.delete-'))).not.toEqual([])
    })
})

describe('brackets that nothing opened', () => {
  it('end', () => {
    expect(
      findingsOf('node -e \'const a = 1 }}}, b = 2 ]])), c = 3; require("fs").rmSync("/home/dev", {recursive: true})\''),
    ).toContain('filesystem.delete-home')
  })
})
