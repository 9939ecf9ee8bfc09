/** Words without which a pattern cannot match, so that a text without them is not searched by it. */

import { type AST, RegExpParser } from '@eslint-community/regexpp'

const parser = new RegExpParser({ ecmaVersion: 2025 })

/** One of these stands in whatever matches, in small letters. */
type Words = readonly string[]

/** Fewer letters stand in every text, and more words than that cost as much as the pattern. */
const [shortest, most] = [4, 24]

/** The rarer come first: long words, and few. */
const byRarity = (a: Words, b: Words): number => {
  const least = (words: Words): number => Math.min(8, ...words.map(word => word.length))
  return least(b) - least(a) || a.length - b.length
}

/** A character of the word, whichever case it has: a class of one letter in both is one, too. */
const letterOf = (element: AST.Element): string | undefined => {
  if (element.type === 'Character') return String.fromCodePoint(element.value).toLowerCase()
  if (element.type !== 'CharacterClass' || element.negate) return undefined
  const letters = new Set(
    element.elements.map(one => (one.type === 'Character' ? String.fromCodePoint(one.value).toLowerCase() : '')),
  )
  const [only] = letters
  return letters.size === 1 && only !== '' ? only : undefined
}

/** Each has one word at least in whatever matches. */
const inElement = (element: AST.Element): readonly Words[] => {
  switch (element.type) {
    case 'Group':
    case 'CapturingGroup':
      return inAny(element.alternatives)
    case 'Quantifier':
      return element.min === 0 ? [] : inElement(element.element)
    case 'Assertion':
      return (element.kind === 'lookahead' || element.kind === 'lookbehind') && !element.negate ? inAny(element.alternatives) : []
    default:
      return []
  }
}

const inSequence = ({ elements }: AST.Alternative): readonly Words[] => {
  const found: Words[] = []
  let word = ''
  const end = (): void => {
    if (word.length >= shortest) found.push([word])
    word = ''
  }
  for (const element of elements) {
    const letter = letterOf(element)
    if (letter !== undefined) word += letter
    else {
      // A place between characters divides no word.
      if (element.type !== 'Assertion') end()
      found.push(...inElement(element))
    }
  }
  end()
  return found
}

const inAny = (alternatives: readonly AST.Alternative[]): readonly Words[] => {
  const [first, ...others] = alternatives.map(one => inSequence(one).toSorted(byRarity))
  if (first === undefined || others.length === 0) return first ?? []
  if ([first, ...others].some(one => one.length === 0)) return []
  const words = new Set([first, ...others].flatMap(([best = []]) => best))
  return words.size > most ? [] : [[...words]]
}

/** What must stand in a text in which all of these patterns match: of each list one. ASCII only, since other letters change more than their case. */
export const requiredWords = (patterns: readonly RegExp[]): readonly Words[] =>
  patterns
    .flatMap(({ source, flags }) =>
      inAny(parser.parsePattern(source, undefined, undefined, { unicode: flags.includes('u') }).alternatives).filter(words =>
        words.every(word => /^[ -~]+$/.test(word)),
      ),
    )
    .toSorted(byRarity)
    .slice(0, 3)
