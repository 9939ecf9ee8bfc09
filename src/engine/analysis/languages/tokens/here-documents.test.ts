/** Where here documents begin and end, and what stands in them, compared with the languages themselves. */

import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { type Language, tokens } from './lexer.ts'

const bodies = ['one\n', 'one\n  two\n', '  one "two"\n', "it's `one`\n", 'a <<B c\n', '', '  END x\n', 'ENDS\n']
/** How the word that ends it is written, and the line that does. */
const ways: Readonly<Partial<Record<Language, readonly (readonly [head: string, end: string])[]>>> = {
  perl: [
    ['<<END', 'END'],
    ['<<"END"', 'END'],
    ["<<'END'", 'END'],
    ["<<~'END'", '  END'],
    ['<< "END"', 'END'],
  ],
  ruby: [
    ['<<END', 'END'],
    ['<<-END', '  END'],
    ['<<~END', '  END'],
    ["<<~'END'", 'END'],
    ['<<"END"', 'END'],
  ],
  php: [
    ['<<<END', 'END'],
    ['<<<"END"', '  END'],
    ["<<<'END'", 'END'],
  ],
  lua: [
    ['[[', ']]'],
    ['[==[', ']==]'],
    ["--[[ isn't ]] [=[\n", ']=]'],
    ['--[=[\n]] "\n]=] [[\n', ']]'],
  ],
}
/** A program that prints what it is given, and another text behind it on the same line. */
const programs: Readonly<Partial<Record<Language, (head: string, body: string, end: string) => string>>> = {
  perl: (head, body, end) => `print(${head}, "|last\\n");\n${body}${end}\nprint("behind\\n");\n`,
  ruby: (head, body, end) => `print(${head}, "|last\\n")\n${body}${end}\nprint("behind\\n")\n`,
  lua: (head, body, end) => `io.write(${head}${body}${end}, "|last\\n")\nprint "behind"\n`,
  php: (head, body, end) => `<?php\nprint(${head}\n${body}${end} . "|last\\n");\nprint("behind\\n");\n`,
}

/** What a language prints, each line without its blanks: how far a text is moved to the left is nothing that matters. */
const plain = (text: string): string =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
    .join('\n')

for (const language of ['perl', 'ruby', 'php', 'lua'] as const) {
  const isHere = spawnSync(language, ['-v'], { timeout: 10_000 }).status === 0
  const cases = (ways[language] ?? []).flatMap(([head, end]) => bodies.map(body => ({ head, end, body })))
  describe.runIf(isHere)(`a here document of ${language}`, () => {
    it.each(cases)('is read as by it: $head, $body', ({ head, end, body }) => {
      const source = programs[language]?.(head, body, end) ?? ''
      const ran = spawnSync(language, language === 'php' ? [] : ['-'], { input: source, encoding: 'utf8', timeout: 10_000 })
      // Not every text may stand in every one.
      if (ran.status !== 0 || ran.stderr !== '') return
      const texts = tokens(source, language).flatMap(token => (token.kind === 'text' ? [token.value] : []))
      expect(plain(texts.join(''))).toBe(plain(ran.stdout))
    })
  })
}

it('runs what stands in backquotes, and ends where nothing ends it', () => {
  const [text] = tokens('x = <<`SH`\nls\nSH\n', 'ruby').filter(({ kind }) => kind === 'text')
  expect(text).toMatchObject({ value: 'ls\n', shell: true })
  expect(tokens('x = y <<END\nz', 'ruby').some(({ kind, value }) => kind === 'name' && value === 'z')).toBe(true)
})

/** What follows is code where the signs shift or append, as each language has it. */
it.each<readonly [Language, string]>([
  ['ruby', "C = 1\nb = []\nb <<C\nsystem('ls')\nC\n"],
  ['ruby', "C = 1\nb = 4\nb <<~C\nsystem('ls')\nC\n"],
  ['ruby', "C = 1\n[[]].each { |b| b <<C\nsystem('ls')\n}\nC\n"],
  ['ruby', "C = 1\n[0] <<C\nsystem('ls')\nC\n"],
  ['perl', 'my $x = 1; $x = $x <<"C";\nsystem(\'ls\');\nC\n;'],
  ['perl', 'my $x = (1) <<"C";\nsystem(\'ls\');\nC\n;'],
])('shifts and appends: %s, %s', (language, source) => {
  expect(tokens(source, language).some(({ kind, value }) => kind === 'name' && value === 'system')).toBe(true)
})
