/** The pictures in the README: how they are drawn, and that they show what the commands say now. */

import { existsSync, readFileSync } from 'node:fs'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { linesOf } from '../../scripts/pictures/ansi.ts'
import { svgOf, wordsIn } from '../../scripts/pictures/svg.ts'

describe('a terminal', () => {
  it('gives its lines in runs of one style', () => {
    expect(linesOf('\u001b[1mone\u001b[0m two\r\n\u001b[31mthree\u001b[0m\r\n', 80)).toEqual([
      {
        runs: [
          { text: 'one', style: { bold: true } },
          { text: ' two', style: {} },
        ],
        goesOn: false,
      },
      { runs: [{ text: 'three', style: { colour: 'red' } }], goesOn: false },
    ])
  })

  it('goes on below where a line is full', () => {
    expect(linesOf('abcde', 2).map(({ runs, goesOn }) => [runs.map(({ text }) => text).join(''), goesOn])).toEqual([
      ['ab', false],
      ['cd', true],
      ['e', true],
    ])
  })

  it('does not drop what it cannot draw', () => expect(() => linesOf('\u001b[2J', 80)).toThrow(RangeError))
})

describe('a picture', () => {
  const text = '$ echo "<a & b>"\n\n  deny   rm -rf ~ and so on'
  const svg = svgOf('a <title>', linesOf(text, 20), 20)

  it('has the text it was drawn from', () => expect(wordsIn(svg)).toBe(text))
  it('escapes it', () => expect(svg).toContain('&lt;a &amp; b&gt;&quot;'))
  it('fits light and dark pages, and brings no font', () => {
    expect(svg).toContain('prefers-color-scheme: dark')
    expect(svg).not.toMatch(/@font-face|<script|href=/)
  })
})

const names = ['demo', 'doctor', 'explain']

it.each(names)('%s stands in the README', name => {
  expect(readFileSync('README.md', 'utf8')).toContain(`docs/pictures/${name}.svg`)
})

it.skipIf(process.platform === 'win32' || !existsSync('dist/tfy-hook'))(
  'all show what the commands say now',
  async () => {
    const { exitCode, stderr } = await execa('bun', ['scripts/pictures.ts', '--check'], { preferLocal: true, reject: false })
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('show what is so')])
  },
  60_000,
)
