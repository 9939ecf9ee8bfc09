/** What is exported is text, whatever an agent has called: no formula, no markup, no control character. */

import { appendFileSync, chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { csvHead, csvLine } from '../../src/cli/commands/audit/csv.ts'
import { htmlOf } from '../../src/cli/commands/audit/html.ts'
import { sarifOf } from '../../src/cli/commands/audit/sarif.ts'
import { type Entry, readEntry } from '../../src/hook/audit/entry.ts'
import { groupsOf, rowsOf } from '../../src/hook/audit/history/groups.ts'
import { statsOf } from '../../src/hook/audit/history/stats.ts'
import { call, folder } from '../blackbox/call.ts'
import { executables } from '../blackbox/executables.ts'
import { hash, record } from './log.ts'

const [binary] = executables
if (binary === undefined) throw new Error('no executable is listed')

const entry = (n: number, more: object = {}): Entry => {
  const read = readEntry(new TextEncoder().encode(JSON.stringify({ ...record(n), ...more })), true, hash)
  if (read.kind !== 'entry') throw new Error('no entry')
  return read.entry
}

const evil = "</pre><script>alert(1)</script><img src=x onerror=alert(1)> \" onload='x' & \u001b]0;title\u0007\u202e"
const calls = [
  entry(1, {
    decision: 'deny',
    rules: ['git.push-force', evil],
    reason: evil,
    user: evil,
    replay: { content: evil, cwd: `/w/${evil}` },
  }),
  entry(2, { decision: 'ask', client: evil, event: evil, tool: evil, certainty: 'could-not-tell', digest: 'ab' }),
  entry(3, { audited: ['own.trial'], would: 'deny' }),
  entry(4),
  entry(5, { decision: evil, would: evil, time: evil, session: evil, host: evil }),
]

/** The cells of the last record, as a spreadsheet reads them. */
const cells = (text: string): readonly string[] => {
  const found: string[] = []
  for (const [, quoted, plain] of text.trimEnd().matchAll(/(?:"((?:[^"]|"")*)"|([^,"]*))(?:,|$)/gy))
    found.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
  // There is nothing behind the last.
  return found.slice(0, -1)
}

describe('CSV', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '\t=1', "'=1", '"=1', '\n=1', '\u0000=1', '＝1', '|x', '%0A=1'])(
    'makes no formula of %j',
    content => {
      const all = cells(csvLine(entry(1, { replay: { content } })))
      expect(all).toHaveLength(csvHead.split(',').length)
      expect(all.at(-1)).toMatch(/^'/)
    },
  )

  it.each(['ls;=1+1', 'ls; @SUM(A1)', 'ls\n=1', 'ls;"=1"', 'ls;;+1', "ls;\n\n'=1", 'a,b\n-1;=2'])(
    'makes no formula of %j where semicolons separate, and quotes within a line do not count',
    content => {
      const line = csvLine(entry(1, { replay: { content } }))
      for (const cell of line.split(/[;\n]/)) expect(cell).not.toMatch(/^[\s"]*[=+\-@]/)
    },
  )

  it('leaves other text alone, and quotes as the standard says', () => {
    const line = csvLine(entry(1, { replay: { content: 'ls, "a"\nb' }, user: 'ann' }))
    expect(line).toContain(',ann,')
    expect(line.endsWith(',"ls, ""a""\nb"\r\n')).toBe(true)
    for (const one of calls) expect(csvLine(one)).not.toMatch(/[\u0000-\u0009\u000b\u000c\u000e-\u001f\u202e]/)
  })
})

const page = () =>
  htmlOf({
    made: 0,
    asked: [`text ${evil}`],
    stats: statsOf([rowsOf(calls)]),
    groups: (['rule', 'project', 'user', 'client', 'day'] as const).map(by => ({ by, groups: groupsOf([rowsOf(calls)], by) })),
    calls,
  })

describe('HTML', () => {
  it('has the elements of the page and no other', () => {
    const text = page()
    const known = new Set(
      'html head meta title style body header h1 h2 p main dl div dt dd table thead tbody tr th td br span details summary code pre'.split(
        ' ',
      ),
    )
    const found = [...text.replace(/<style>[\s\S]*?<\/style>/, '').matchAll(/<\/?([a-z0-9]+)((?:\s[^<>]*)?)>/gi)]
    expect(found.map(([, name = '']) => name.toLowerCase()).filter(name => !known.has(name))).toEqual([])
    expect(text.split('<').length - 1).toBe([...text.matchAll(/<(?:!doctype html|\/?[a-z0-9]+(?:\s[^<>]*)?)>/gi)].length)
    const attributes = found.flatMap(([, , rest = '']) => [...rest.matchAll(/\s([\w-]+)="[^"]*"/g)].map(([, name]) => name))
    expect([...new Set(attributes)].sort()).toEqual(['charset', 'class', 'content', 'http-equiv', 'lang', 'name', 'scope'])
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/)
  })

  it('permits its own style and nothing else', async () => {
    const text = page()
    const { createHash } = await import('node:crypto')
    const style = /<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? ''
    const digest = createHash('sha256').update(style).digest('base64')
    expect(text).toContain(`content="default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'"`)
    expect(text).not.toMatch(/\sstyle=|https?:\/\//)
    expect(style).toContain('prefers-color-scheme:dark')
  })
})

/** Of the published schema, the objects that are written. */
const text = { type: 'object', additionalProperties: false, required: ['text'], properties: { text: { type: 'string' } } }
const index = { type: 'integer', minimum: 0 }
const object = (properties: object, required: readonly string[] = []) => ({
  type: 'object',
  additionalProperties: false,
  properties,
  required,
})
const list = (items: object) => ({ type: 'array', items })
const string = { type: 'string' }
const logical = object({ name: string, fullyQualifiedName: string })
const result = object(
  {
    ruleId: string,
    ruleIndex: index,
    level: { enum: ['none', 'note', 'warning', 'error'] },
    kind: { enum: ['fail'] },
    message: text,
    locations: list(object({ logicalLocations: list(logical) })),
    partialFingerprints: { type: 'object', additionalProperties: string },
    properties: { type: 'object' },
  },
  ['message'],
)
const driver = object(
  {
    name: string,
    version: string,
    informationUri: string,
    rules: { ...list(object({ id: string, shortDescription: text }, ['id'])), uniqueItems: true },
  },
  ['name'],
)
const sarif = object(
  {
    $schema: string,
    version: { enum: ['2.1.0'] },
    runs: list(
      object({ tool: object({ driver }, ['driver']), columnKind: { enum: ['utf16CodeUnits'] }, results: list(result) }, ['tool']),
    ),
  },
  ['version', 'runs'],
)

describe('SARIF', () => {
  it('is what its schema says, with the calls that were stopped, asked about or on trial', () => {
    const found = JSON.parse(JSON.stringify(sarifOf(calls)))
    const check = new Ajv().compile(sarif)
    expect(check(found) ? [] : check.errors).toEqual([])
    const [{ tool, results }] = found.runs
    expect(results.map(({ level, ruleId }: Record<string, string>) => [level, ruleId])).toEqual([
      ['error', 'git.push-force'],
      ['warning', 'no-rule'],
      ['note', 'own.trial'],
      ['warning', 'no-rule'],
    ])
    for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex].id).toBe(ruleId)
  })
})

describe('audit export', () => {
  const ground = () => {
    const state = folder({})
    chmodSync(state, 0o700)
    for (const { record } of calls) appendFileSync(join(state, 'audit.jsonl'), `${JSON.stringify(record)}\n`)
    const run = async (...args: readonly string[]) => {
      const { exitCode, stdout, stderr } = await call(binary, {
        args: ['audit', 'export', '--dir', state, ...args],
        stdin: '',
        env: { PATH: process.env.PATH ?? '', HOME: state, TZ: 'UTC' },
      })
      return { code: exitCode, out: stdout, err: stderr }
    }
    return { state, run }
  }

  it('writes each form to stdout or to a file that only its owner can read', async () => {
    const { state, run } = ground()
    const { out } = await run()
    expect(
      out
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line)),
    ).toEqual(calls.map(({ record }) => record))
    expect((await run('--format', 'csv', '--decision', 'ask')).out.split('\r\n')).toHaveLength(3)
    for (const format of ['csv', 'jsonl', 'html', 'sarif']) {
      const file = join(state, `report.${format}`)
      writeFileSync(file, 'old', { mode: 0o644 })
      expect(await run('--format', format, '--output', file)).toEqual({ code: 0, out: '', err: '' })
      expect(statSync(file).mode & 0o777).toBe(0o600)
      expect(readFileSync(file, 'utf8')).toContain('git.push-force')
    }
  })

  it('says when nothing matches, and what it cannot do', async () => {
    const { state, run } = ground()
    expect(await run('--since', '2030-01-01')).toEqual({ code: 0, out: '', err: 'tfy-hook: no such call is recorded.\n' })
    expect((await run('--since', '2030-01-01', '--format', 'html')).out).toContain('No call matches.')
    mkdirSync(join(state, 'folder'))
    expect(await run('--output', join(state, 'folder'))).toMatchObject({
      code: 2,
      err: expect.stringContaining('cannot be written'),
    })
    expect(await run('--format', 'pdf')).toMatchObject({ code: 2, out: '' })
    expect(await run('--session', 'nobody')).toMatchObject({ code: 2, out: '' })
  })
})
