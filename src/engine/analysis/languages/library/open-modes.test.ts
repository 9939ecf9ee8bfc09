/** What a language lets be read and changed through a file it opened, this says of the same mode. Where the language is missing, its part is skipped. */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { analyse, loadAll } from '../../analyse.ts'
import { linux, workspace } from '../../testing.ts'

const folder = mkdtempSync(join(tmpdir(), 'modes-'))
beforeAll(loadAll)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const each = (modes: readonly string[], ends: readonly string[]): readonly string[] =>
  modes.flatMap(mode => ends.map(end => mode + end))

interface Tongue {
  readonly program: string
  readonly modes: readonly string[]
  /** Opens a file that says `old` in each mode; prints a line for each: `r` where that could be read, `w` where the file was changed. */
  readonly tries: string
  readonly opens: (mode: string) => string
}

const tongues: readonly Tongue[] = [
  {
    program: 'perl',
    modes: each(
      ['<', '>', '>>', '+<', '+>', '+>>', ' < ', ' >> '],
      ['', ':raw', ':utf8', ' :encoding(UTF-8)', ':raw:utf8', ':crlf'],
    ),
    tries: `
      my $at = shift; $SIG{__WARN__} = sub {};
      for my $mode (@ARGV) {
        open my $new, ">", $at; print $new "old"; close $new;
        if (open my $f, $mode, $at) { seek $f, 0, 0; my $had = <$f>; seek $f, 0, 0; print $f "x"; close $f;
          open my $now, "<", $at; my $is = <$now> // ""; print((defined $had && $had eq "old" ? "r" : ""), ($is ne "old" ? "w" : ""), "\\n") }
        else { print "none\\n" }
      }`,
    opens: mode => `perl -e 'open my $f, "${mode}", "/home/dev/notes.txt"'`,
  },
  {
    program: 'python3',
    modes: [...each(['r', 'w', 'a', 'x'], ['', 'b', 't', '+', 'b+', '+b', 't+']), 'br', 'bw', 'ba+', '+r', 'tw'],
    tries: `
import os, sys
for mode in sys.argv[2:]:
    with open(sys.argv[1], "w") as f: f.write("old")
    if "x" in mode: os.remove(sys.argv[1])
    said, f = "", None
    try: f = open(sys.argv[1], mode)
    except (OSError, ValueError): print("none"); continue
    try:
        f.seek(0)
        if f.read() in ("old", b"old"): said += "r"
    except OSError: pass
    try: f.seek(0); f.write(b"x" if "b" in mode else "x")
    except OSError: pass
    f.close()
    with open(sys.argv[1]) as now: said += "w" if now.read() != "old" else ""
    print(said)`,
    opens: mode => `python3 -c 'open("/home/dev/notes.txt", "${mode}")'`,
  },
  {
    program: 'node',
    modes: [
      'r',
      'rs',
      'sr',
      'r+',
      'rs+',
      'sr+',
      'w',
      'wx',
      'xw',
      'w+',
      'wx+',
      'xw+',
      'a',
      'ax',
      'xa',
      'as',
      'sa',
      'a+',
      'ax+',
      'as+',
      '0',
      '1',
      '2',
      '66',
      '513',
      '514',
      '1025',
      '1026',
    ],
    tries: `
      const fs = require('fs'); const [at, ...modes] = process.argv.slice(1)
      for (const mode of modes) {
        fs.writeFileSync(at, 'old'); if (mode.includes('x')) fs.rmSync(at)
        let said = '', f
        try { f = fs.openSync(at, Number.parseInt(mode, 10) || (mode === '0' ? 0 : mode)) } catch { console.log('none'); continue }
        try { const b = Buffer.alloc(3); if (fs.readSync(f, b, 0, 3, 0) === 3) said += 'r' } catch (error) { if (error.code !== 'EBADF') throw error }
        try { fs.writeSync(f, 'x', 0) } catch (error) { if (error.code !== 'EBADF') throw error }
        fs.closeSync(f); if (fs.readFileSync(at, 'utf8') !== 'old') said += 'w'
        console.log(said)
      }`,
    opens: mode => `node -e 'require("fs").openSync("/home/dev/notes.txt", ${/\d/.test(mode) ? mode : `"${mode}"`})'`,
  },
]

describe.each(tongues)('$program', ({ program, modes, tries, opens }) => {
  const flag = program === 'python3' ? '-c' : '-e'
  const { status, stdout } = spawnSync(
    program,
    [flag, tries, ...(program === 'node' ? ['--'] : []), join(folder, program), ...modes],
    {
      encoding: 'utf8',
      timeout: 20_000,
    },
  )

  it.skipIf(status !== 0)('reads and changes what this says', () => {
    const real = stdout.trimEnd().split('\n')
    expect(real).toHaveLength(modes.length)
    const wrong = modes.flatMap((mode, at) => {
      if (real[at] === 'none') return []
      const { reads, writes } = analyse(opens(mode), { host: linux, cwd: workspace, workspaceRoots: [workspace] })
      const said = `${reads.length > 0 ? 'r' : ''}${writes.length > 0 ? 'w' : ''}`
      return said === real[at] ? [] : [`${mode}: ${real[at]}, not ${said}`]
    })
    expect(wrong).toEqual([])
  })
})
