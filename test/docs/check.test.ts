/** The check of the documentation itself: what it finds on a page, and that it notices a wrong one. */

import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { dataFault } from '../../scripts/docs/data.ts'
import { linkFaults } from '../../scripts/docs/links.ts'
import { anchorsOf, type Block, noteOf, readPage } from '../../scripts/docs/page.ts'
import { runBlock } from '../../scripts/docs/run.ts'
import { scratch } from '../../scripts/docs/scratch.ts'
import { mask, matches, stepsOf } from '../../scripts/docs/shown.ts'

const block = (language: string, text: string): Block => ({ line: 1, language, text, notes: [] })

describe('a page', () => {
  const page = readPage(
    [
      '# Loom',
      '<!-- not run: needs a loom -->',
      '<!-- before: mkdir loom -->',
      '',
      '```sh',
      'weave',
      '```',
      'between',
      '  ```yaml',
      '  # no heading',
      '  a: 1',
      '  ```',
      '## Warp & weft',
      '[there](#warp--weft) `[not](a-link)` [![picture](p.svg)](page.md#top)',
    ].join('\n'),
  )

  it('gives its blocks, each with the notes right above it', () => {
    expect(page.blocks.map(({ line, language, text }) => [line, language, text])).toEqual([
      [5, 'sh', 'weave\n'],
      [9, 'yaml', '# no heading\na: 1\n'],
    ])
    const [first, second] = page.blocks
    expect(first && [noteOf(first, 'not run'), noteOf(first, 'before')]).toEqual(['needs a loom', 'mkdir loom'])
    expect(second?.notes).toEqual([])
  })

  it('gives its links and headings, but not those in code', () => {
    expect(page.links.map(({ target }) => target)).toEqual(['#warp--weft', 'p.svg', 'page.md#top'])
    expect([...page.anchors]).toEqual(['loom', 'warp--weft'])
  })

  it('gives commands that stand in no block', () => {
    expect(
      readPage('Run:\n\n    tfy-hook serve\n\n    tfy-hook [git.x] A reason.\n\n```sh\n    tfy-hook status\n```').loose,
    ).toEqual([3])
  })

  it('names headings as GitHub does', () => {
    expect(anchorsOf(['`--fail-closed`, or not?', 'Keys of `gateway`', 'Keys of `gateway`', 'See [x](y.md)'])).toEqual([
      '--fail-closed-or-not',
      'keys-of-gateway',
      'keys-of-gateway-1',
      'see-x',
    ])
  })
})

describe('links', () => {
  const faults = (text: string) => linkFaults('docs/operate/audit.md', readPage(text), new Map())

  it.each([
    '[a](failing.md)',
    '[a](../README.md)',
    '[a](failing.md#the-failures)',
    '[a](https://example.com/x)',
    '[a](../clients)',
  ])('%s leads somewhere', text => expect(faults(text)).toEqual([]))
  it.each(['[a](missing.md)', '[a](failing.md#nothing)', '[a](#nothing)', '[a](../../../outside.md)', '![a](missing.svg)'])(
    '%s leads nowhere',
    text => expect(faults(text)).toHaveLength(1),
  )
})

describe('what is shown', () => {
  it('is a command, what it goes on with, and what it prints', () => {
    expect(stepsOf('$ one |\n> two\nout\n$ three\n')).toEqual([
      { command: 'one |\ntwo', shown: ['out'] },
      { command: 'three', shown: [] },
    ])
  })

  it('is masked where runs differ', () => {
    expect(mask('2026-11-21T08:22:53.123Z took 12.3 ms on 2.1.329, id 3afa9a78eed51218')).toBe(
      '<time> took <n> ms on <version>, id <id>',
    )
    expect(mask('ms           42.8')).toBe('ms <n>')
    expect(mask('a defaced facade')).toBe('a defaced facade')
  })

  it.each([
    [['deny   git.push-force'], 'deny git.push-force\n', true],
    [['deny'], 'allow\n', false],
    [['a', '…', 'c'], 'a\nb\nb\nc\n', true],
    [['a … c'], 'a b c', true],
    [['a'], 'a\nb\n', false],
    [[], '', true],
    [[], 'something\n', false],
    [['took 12 ms'], 'took 3.5 ms\n', true],
  ] as const)('%j and %j: %s', (shown, output, same) => expect(matches(shown, output)).toBe(same))
})

describe('data', () => {
  it.each([
    ['json', '{"a": 1}'],
    ['yaml', 'extends: strict\n'],
    ['yaml', 'fail: closed\n'],
    ['yaml', 'tests:\n  - { shell: ls, expect: allow }\n'],
    ['yaml', 'anything: else\n'],
  ])('%s %s is valid', async (language, text) => expect(await dataFault(block(language, text))).toBeUndefined())
  it.each([
    ['json', '{"a": 1,}'],
    ['yaml', 'a: [1'],
    ['yaml', 'extends: strictest\n'],
    ['yaml', 'fail: ajar\n'],
    ['yaml', 'tests:\n  - { shell: ls, expect: no }\n'],
  ])('%s %s is not', async (language, text) => expect(await dataFault(block(language, text))).toBeDefined())
})

describe.skipIf(process.platform === 'win32' || !existsSync('dist/tfy-hook'))('commands', () => {
  const run = (language: string, text: string): string | undefined => {
    const ground = scratch()
    try {
      return runBlock(block(language, text), ground)
    } finally {
      ground.done()
    }
  }

  it('run in a home of their own, with the program on the PATH', () => {
    expect(run('console', '$ echo "$HOME"; pwd\n/home/you\n/home/you/shop\n$ tfy-hook --version\n0.0.1\n')).toBeUndefined()
  })
  it('keep the exit code for the next one', () => {
    expect(run('console', '$ (exit 7)\n$ echo $?\n7\n')).toBeUndefined()
  })
  it('are compared', () => {
    expect(run('console', '$ echo one\ntwo\n')).toContain('one')
  })
  it('may say no, but may not be unable to run', () => {
    expect(run('sh', 'false\ntrue\n')).toBeUndefined()
    expect(run('sh', 'tfy-hook frobnicate\ntrue\n')).toContain('code 2')
  })
})
