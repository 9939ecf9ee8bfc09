import { expect, it, vi } from 'vitest'
import { eventOf, hostFor } from '../../../../scripts/corpus/judge.ts'
import { readCorpus } from '../../../../scripts/corpus/row.ts'
import { analyse, loadAll } from '../analyse.ts'
import { anywhere, owned } from './action-names.gen.ts'
import { isPlain } from './plain.ts'
import { type Language, tokens } from './tokens/lexer.ts'

const seen = vi.hoisted(() => ({ asks: true, plain: [] as string[] }))
vi.mock('./plain.ts', async original => {
  const real = await original<typeof import('./plain.ts')>()
  const isPlain: typeof real.isPlain = (source, all, language) => {
    if (!seen.asks || !real.isPlain(source, all, language)) return false
    seen.plain.push(source)
    return true
  }
  return { isPlain }
})

const plain = (source: string, language: Language = 'python'): boolean => isPlain(source, tokens(source, language), language)

it('follows nothing in code without a word that it knows', () => {
  const test = `import pytest
from shop.cart import Cart

@pytest.fixture
def cart():
    return Cart()

def test_total(cart):
    cart.add("apple", 3, price=1.20)
    assert cart.total == 3.60, f"of {cart.total} cents"
`
  expect(plain(test)).toBe(true)
  expect(plain("import { round } from '../src/round.ts'\nit('rounds', () => { expect(round(1.5)).toBe(2) })", 'javascript')).toBe(
    true,
  )
})

it.each([
  ['x("/etc/shadow")', 'python'],
  ['x("~")', 'python'],
  ['x("a" + "b")', 'python'],
  ['x["sys" "tem"]("a")', 'python'],
  ['(lambda: 1)(2)', 'python'],
  ['x[y]("a")', 'javascript'],
  ['for (;;) a.b(1)', 'javascript'],
  ["x('\\u0065val')", 'javascript'],
  ['x[`e${a}`](1)', 'javascript'],
  ['y = x[f"e{a}"]', 'python'],
  ['f"{(x)(y)}"', 'python'],
  ['f"{eval(y)}"', 'python'],
  ['GIT_DIR = "a"', 'python'],
  ["import x from 'node:fs'", 'javascript'],
  ['x("a")', 'ruby'],
] as const)('follows %s', (source, language) => {
  expect(plain(source, language)).toBe(false)
})

it('follows every name that does something', () => {
  const names = [...Object.keys(anywhere), ...Object.keys(owned)]
  const harmless = names.filter(name => plain(`x.${name}("a")`) || plain(`import { ${name} } from 'x'`, 'javascript'))
  // What is printed, or told a console. `new` opens what it is given for `File`, which is known.
  expect(harmless.filter(name => name !== 'new' && (owned[name]?.[1] ?? anywhere[name]) !== 'print')).toEqual([])
  expect(plain('File.new("a")')).toBe(false)
})

it('finds in all code of the corpus what is found when every program is followed', async () => {
  await loadAll()
  const rows = readCorpus()
    .flatMap(file => file.rows)
    .filter(({ shell = '' }) => /python|node|deno|bun|test|\bpy\b|jest|\.[jt]s\b/.test(shell) && shell.length < 4_000)
  const factsOf = (row: (typeof rows)[number]): string => {
    const { cwd, workspaceRoots, content } = eventOf(row)
    const facts = analyse(content, { cwd, workspaceRoots, host: hostFor(row.platform), dialect: 'bash' })
    return JSON.stringify(facts, (_, value) => (value instanceof Map || value instanceof Set ? [...value] : value))
  }
  const wrong = rows.filter(row => {
    seen.plain.length = 0
    seen.asks = true
    const quick = factsOf(row)
    if (seen.plain.length === 0) return false
    seen.asks = false
    return factsOf(row) !== quick
  })
  expect(wrong).toEqual([])
  expect(rows.length).toBeGreaterThan(3_000)
})
