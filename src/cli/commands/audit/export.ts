/** `audit export`: chosen calls for another program, or for whoever reads a report. */

import { closeSync, fchmodSync, fstatSync, openSync, writeSync } from 'node:fs'
import { systemWords } from '../../../core/system-words.ts'
import type { Wanted } from '../../../hook/audit/filter.ts'
import type { History } from '../../../hook/audit/history/history.ts'
import { writeAll } from '../../../hook/io.ts'
import { ConfigError } from '../terminal/errors.ts'
import { json } from '../terminal/json.ts'
import { checkNames } from './known-names.ts'
import { type Asked, historyOf, saySkipped, wantedBy } from './options.ts'

interface ExportOptions extends Asked {
  readonly format: 'csv' | 'jsonl' | 'html' | 'sarif'
  readonly output?: string
}

/** Calls that stand in a page one by one; all are counted. */
const mostOnPage = 2_000

export const exportCalls = async (options: ExportOptions): Promise<number> => {
  const wanted = wantedBy(options)
  const history = await historyOf(options)
  await checkNames(wanted, async () => history)
  const format = options.json ? 'jsonl' : options.format
  const sink =
    options.output === undefined
      ? { write: (text: string) => writeAll(1, text), close: () => undefined }
      : fileSink(options.output)
  try {
    for await (const text of textsOf(format, history, wanted, options)) if (!sink.write(text)) return 2
    if (history.list(wanted, { limit: 1 }).entries.length === 0) writeAll(2, 'tfy-hook: no such call is recorded.\n')
  } finally {
    sink.close()
    history.close()
  }
  saySkipped(history.skipped())
  return 0
}

async function* textsOf(
  format: ExportOptions['format'],
  history: History,
  wanted: Wanted,
  options: ExportOptions,
): AsyncGenerator<string> {
  if (format === 'html') {
    const { htmlOf } = await import('./html.ts')
    const groups = (['rule', 'project', 'user', 'client', 'day'] as const).map(by => ({ by, groups: history.groups(by, wanted) }))
    const calls = history.list(wanted, { limit: mostOnPage }).entries
    yield htmlOf({ made: Date.now(), asked: askedFor(options), stats: history.stats(wanted), groups, calls })
    return
  }
  if (format === 'sarif') {
    const { sarifOf } = await import('./sarif.ts')
    yield `${json(sarifOf(history.each(wanted)), 2)}\n`
    return
  }
  const { csvHead, csvLine } = await import('./csv.ts')
  if (format === 'csv') yield csvHead
  let held = ''
  for (const entry of history.each(wanted)) {
    held += format === 'csv' ? csvLine(entry) : `${json(entry.record)}\n`
    if (held.length < 262_144) continue
    yield held
    held = ''
  }
  if (held !== '') yield held
}

const askedFor = ({ json: _j, format: _f, output: _o, dir: _d, ...filters }: ExportOptions): readonly string[] =>
  Object.entries(filters).map(([name, value]) => (value === true ? name : `${name} ${value}`))

/** Readable by its owner alone, as the log is. */
const fileSink = (file: string) => {
  const failed = (error: unknown): ConfigError => new ConfigError(`${file} cannot be written: ${systemWords(error)}.`)
  const attempt = <T>(act: () => T): T => {
    try {
      return act()
    } catch (error) {
      throw failed(error)
    }
  }
  const fd = attempt(() => openSync(file, 'w', 0o600))
  attempt(() => fstatSync(fd).isFile() && fchmodSync(fd, 0o600))
  return {
    write: (text: string): boolean => {
      const bytes = Buffer.from(text)
      for (let at = 0; at < bytes.length; ) at += attempt(() => writeSync(fd, bytes, at))
      return true
    },
    close: (): void => closeSync(fd),
  }
}
