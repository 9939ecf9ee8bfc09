import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { choices } from '../../../../scripts/attack/random.ts'
import { analyse } from '../analyse.ts'
import { linux } from '../testing.ts'

const atoms = '0 1 2 3 7 -1 12 010 0x1f 2#101 16#ff 36#z a b c $a ${b} a++ ++a --b b-- (a) 1048576 2147483648 99999999999'.split(
  ' ',
)
const operators = '+ - * / % ** << >> < > <= >= == != & | ^ && || , ? ='.split(' ')
const prefixes = ['', '', '', '-', '!', '~', '- ', '+']

it('calculates what bash does, or says that it cannot know', () => {
  const { below } = choices(Number(process.env.SEED ?? 5), 0)
  const random = (): number => below(1e9) / 1e9
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] as string
  const made = (depth: number): string => {
    if (depth === 0) return pick(prefixes) + pick(atoms)
    const [operator, left, right] = [pick(operators), made(depth - 1), made(Math.floor(random() * depth))]
    const whole = operator === '?' ? `${left} ? ${right} : ${made(0)}` : `${left} ${operator} ${right}`
    return random() < 0.4 ? `(${whole})` : whole
  }
  const all = Array.from({ length: Number(process.env.SUMS ?? 800) }, () => made(1 + Math.floor(random() * 3)))
  const script = 'while IFS= read -r e; do (a=7 b=3 c=-2; eval "echo \\$((\\$e))") 2>/dev/null || echo none; done'
  const real = execFileSync('bash', ['-c', script], { input: `${all.join('\n')}\n`, encoding: 'utf8' })
    .trimEnd()
    .split('\n')
  let known = 0
  const wrong: string[] = []
  for (const [at, expression] of all.entries()) {
    if (real[at] === 'none') continue
    const on = { cwd: '/w', workspaceRoots: ['/w'], host: linux }
    const [made] = analyse(`a=7; b=3; c=-2; touch -- n$((${expression}))`, on).writes
    if (made?.path === undefined) continue
    known++
    if (made.path !== `/w/n${real[at]}`) wrong.push(`${expression} is ${real[at]}, and not ${made.path}`)
  }
  expect(wrong).toEqual([])
  expect(known).toBeGreaterThan(all.length / 5)
})
