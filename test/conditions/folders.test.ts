/** Readers of folders, really run over real files: where what a sealed folder holds came out, a rule about it has asked or denied before. */

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NormalizedHookEvent } from '../../src/core/event.ts'
import { evaluate } from '../../src/engine/policy/evaluate.ts'
import { eventWith, must, policyFrom, shellEvent } from '../../src/engine/policy/testing/fixtures.ts'
import { hostFor } from '../../src/hook/sources/offline.ts'

const marker = 'MARKER-7f3a'
const top = realpathSync(mkdtempSync(join(tmpdir(), 'tfy-hook-folders-')))
const [home, work, out] = ['home', 'home/work', 'out'].map(name => join(top, name)) as [string, string, string]
const nowhere = join(top, 'none')
const ground = { home, state: nowhere, managed: [], user: [], redirected: [], bundle: nowhere }
const host = hostFor(ground as unknown as Parameters<typeof hostFor>[0], {})

const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', '-c', 'commit.gpgsign=false', ...args], {
    cwd: work,
    env: { PATH: process.env.PATH, HOME: home, GIT_CONFIG_NOSYSTEM: '1' },
    stdio: 'ignore',
  })

beforeAll(() => {
  for (const folder of ['apps/x/secrets', 'apps/y', 'src']) mkdirSync(join(work, folder), { recursive: true })
  mkdirSync(out)
  for (const file of ['apps/a.txt', 'apps/x/b.txt', 'apps/y/c.txt', 'src/d.txt']) writeFileSync(join(work, file), 'plain key\n')
  writeFileSync(join(work, 'apps/x/secrets/k.txt'), `key ${marker}\n`)
  git('init', '-q')
  git('add', '-A')
  git('commit', '-qm', 'all')
})
afterAll(() => rmSync(top, { recursive: true, force: true }))

const has = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

/** `%` is the folder, and what is copied goes to `$OUT`, which is replaced by its path. */
const readers: readonly string[] = [
  'grep -r key %',
  'grep -rn --include="*.txt" key %',
  'egrep -R key %',
  'rg key %',
  'tar cf - %',
  'tar -c %',
  'tar cf $OUT/x.tar %',
  'cp -r % $OUT/z',
  'cp -a % $OUT/',
  'rsync -a % $OUT/r',
  'zip -0 -q -r $OUT/x.zip %',
  'find % -type f -exec cat {} +',
  'find % -type f -exec cat {} \\;',
  'find % -type f | xargs cat',
  'find % -type f -print0 | xargs -0 head -n 1',
  'git grep key -- %',
  'git archive HEAD %',
  'cd % && grep -r key .',
  'cd % && tar c .',
  'cd % && git grep key',
  '(cd % && git archive HEAD)',
  'tar c -C % .',
  'sh -c "grep -r key %"',
  'env tar c %',
  'for f in $(find % -type f); do cat "$f"; done',
  'for f in $(find % -type f); do head -n 1 -- "./$f"; done',
  'find % -type f | while read -r f; do cat "$f"; done',
  'find % -type f | while read -r f; do base64 "$f" | base64 -d; done',
  `bash -c 'mapfile -t a < <(find % -type f); cat "\${a[@]}"'`,
  'cat $(find % -type f)',
  'cp $(find % -type f) $OUT/',
  `python3 -c "import shutil; shutil.copytree('%', '$OUT/t')"`,
]
const folders: readonly (readonly [cwd: string, folder: string])[] = [
  ...['.', 'apps', 'apps/x', 'apps/x/secrets', 'apps/y', 'src', './apps/', 'src/../apps', '*'].map(
    folder => ['', folder] as const,
  ),
  ...['.', '..', 'x', 'y', '../src', '../apps/x'].map(folder => ['apps', folder] as const),
  ...['.', '..', 'secrets', '../y', '../../src'].map(folder => ['apps/x', folder] as const),
  ...['.', '..', '../apps/x/secrets', '../apps/y'].map(folder => ['src', folder] as const),
]
const patterns = [
  'apps/x/secrets/**',
  '**/secrets/**',
  'apps/*/secrets/**',
  'secrets/',
  '$WORKSPACE/apps/x/secrets',
  'apps/**',
  '**/k.txt',
]

const everything = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('')

const leaks = (command: string, cwd: string): boolean => {
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out)
  const env = { PATH: process.env.PATH, HOME: home, GIT_CONFIG_NOSYSTEM: '1' }
  const { stdout } = spawnSync('sh', ['-c', command], { cwd, env, encoding: 'latin1', timeout: 10_000 })
  return stdout.includes(marker) || everything(out).includes(marker)
}

const decide = async (event: NormalizedHookEvent, pattern: string) => {
  const rules = [{ id: 't.sealed', on: 'any', when: { reads: pattern }, decision: 'deny', reason: 'Sealed.' }]
  const text = JSON.stringify({ version: 1, extends: 'none', settings: { 'could-not-tell': 'ask' }, rules })
  return must(await evaluate(event, [await policyFrom(text)], host, '2026-11-23')).ruling.decision
}

describe('what reads a folder reads what lies in it', () => {
  it.each(readers.filter(reader => has(reader.split(' ')[0]?.replace('(cd', 'cd') ?? '')))(
    '%s',
    async reader => {
      const wrong: string[] = []
      let told = 0
      for (const [folder, operand] of folders) {
        const cwd = join(work, folder)
        const command = reader.replaceAll('%', operand).replaceAll('$OUT', out)
        const leaked = leaks(command, cwd)
        for (const pattern of patterns) {
          const decision = await decide(shellEvent(command, { cwd, workspaceRoots: [work] }), pattern)
          if (leaked) told++
          if (leaked && decision === 'allow') wrong.push(`${pattern}: missed in ${folder || '.'}: ${command}`)
          // Only what certainly lies elsewhere: a repository's own commands may show what was committed.
          if (
            !leaked &&
            !(/^apps.\*/.test(pattern) && operand.endsWith('y')) &&
            /src$|y$/.test(join(folder, operand)) &&
            decision !== 'allow'
          )
            wrong.push(`${pattern}: ${decision} for nothing in ${folder || '.'}: ${command}`)
        }
      }
      expect(wrong.join('\n')).toBe('')
      expect(told).toBeGreaterThan(0)
    },
    60_000,
  )

  it('so do tools that search and read folders', async () => {
    const tool = (parts: Partial<NormalizedHookEvent>) => eventWith({ cwd: work, workspaceRoots: [work], ...parts })
    const grep = (input: Record<string, string>, toolName = 'Grep') =>
      tool({
        subject: 'tool',
        toolName,
        toolType: 'other',
        structuredInput: input,
        paths: input.path === undefined ? [] : [input.path],
      })
    for (const pattern of patterns) {
      for (const path of ['.', 'apps', 'apps/x', work])
        expect(await decide(grep({ pattern: 'key', path }), pattern)).not.toBe('allow')
      expect(await decide(grep({ pattern: 'key' }), pattern)).not.toBe('allow')
      expect(await decide(grep({ pattern: 'key', path: 'src' }), pattern)).toBe('allow')
      expect(await decide(grep({ pattern: '*.ts' }, 'Glob'), pattern)).toBe('allow')
    }
  })
})
