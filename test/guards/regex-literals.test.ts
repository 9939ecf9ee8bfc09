import { expect, it } from 'vitest'
import { bombs, boundedIn, type Literal, literals } from './regex-literals.ts'

/** Where a number is part of the form itself, so that nothing longer is of that form; each with its reason. */
const exceptions: readonly { readonly file: string; readonly quantifiers: RegExp; readonly reason: string }[] = [
  {
    file: 'src/engine/detect/pii.ts',
    quantifiers: /./,
    reason: 'numbers of cards, accounts and telephones have a length; what is longer is none',
  },
  { file: 'src/engine/detect/secrets.ts', quantifiers: /^\\d\{17,20\}$/, reason: 'the id in a Discord token' },
  {
    file: 'src/engine/detect/hidden.ts',
    quantifiers: /udb40|u3164/,
    reason: 'marks of a flag and fillers beside letters that fonts show; more of them are the finding',
  },
  {
    file: 'src/engine/analysis/expansion/printf.ts',
    quantifiers: /./,
    reason: 'printf reads that many digits of an escape and prints the rest',
  },
  {
    file: 'src/engine/analysis/programs/machine/typing.ts',
    quantifiers: /0-7/,
    reason: 'an octal escape ends after three digits',
  },
  { file: 'src/engine/matching/path-identity.ts', quantifiers: /./, reason: "Windows' second names are 8 and 3 characters" },
  { file: 'src/engine/policy/judge/pattern.ts', quantifiers: /ims/, reason: 'flags of a policy, checked when it is loaded' },
  {
    file: 'src/engine/analysis/languages/tokens/lexer.ts',
    quantifiers: /0-9a-fA-F/,
    reason: 'a code point; what is longer keeps its escape and is no name',
  },
  {
    file: 'src/engine/analysis/calls/code-generators.ts',
    quantifiers: /\{0,4\}\?$/,
    reason: 'says what is ordinary; with more words in between it is asked about',
  },
]

const all = literals()
const told = ({ file, line, pattern }: Literal, what: string): string => `${file}:${line} ${what} in ${pattern.slice(0, 100)}`

it('lets no length decide whether a pattern matches', () => {
  const used = new Set<number>()
  const faults = all.flatMap(literal =>
    boundedIn(literal)
      .filter(raw => {
        const at = exceptions.findIndex(({ file, quantifiers }) => file === literal.file && quantifiers.test(raw))
        used.add(at)
        return at < 0
      })
      .map(raw => told(literal, raw)),
  )
  expect(faults).toEqual([])
  expect(exceptions.filter((_, at) => !used.has(at))).toEqual([])
})

// Quadratic work on this length takes more than 500 ms, linear work less than 40.
const length = 65_536
const tooLongMs = 150

it('matches in linear time', { timeout: 120_000 }, () => {
  const faults: string[] = []
  for (const literal of all) {
    if (literal.flags === 'text') continue
    const pattern = new RegExp(literal.pattern, literal.flags.replace('g', ''))
    const everywhere = new RegExp(literal.pattern, `${literal.flags.replace('g', '')}g`)
    const took = (text: string): number => {
      const start = performance.now()
      if (literal.goesOn === true) text.replace(everywhere, '')
      else pattern.exec(text)
      return performance.now() - start
    }
    for (const bomb of bombs(literal, length)) {
      // A busy machine is slow now and then; what is quadratic is slow each time.
      if (took(bomb) < tooLongMs || took(bomb) < tooLongMs || took(bomb) < tooLongMs) continue
      faults.push(told(literal, JSON.stringify(bomb.slice(0, 40))))
      break
    }
  }
  expect(faults).toEqual([])
})
