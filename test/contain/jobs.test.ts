/** Ordinary work in a cage ends as it does without one, whatever is installed here, and leaves what it is to leave. Each line has its options. */

import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bwrap } from './world.ts'

const files: Readonly<Record<string, string>> = {
  'package.json': '{"name":"x","version":"1.0.0","scripts":{"test":"node -e 1","build":"mkdir -p dist && echo 1 > dist/a"}}',
  Makefile: 'all:\n\techo made > made\n',
  'a.c': 'int main(){return 0;}\n',
  'go.mod': 'module x\n\ngo 1.20\n',
  'main.go': 'package main\n\nfunc main() {}\n',
  'src/main.rs': 'fn main() {}\n#[test]\nfn t() {}\n',
  'Cargo.toml': '[package]\nname = "x"\nversion = "0.1.0"\nedition = "2021"\n',
  'test_a.py': 'def test_a():\n    assert True\n',
  'README.md': 'hello\n',
}

const jobs = readFileSync('test/contain/jobs.txt', 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => line.split('\t') as [options: string, job: string])

describe.skipIf(!existsSync(bwrap))('contained', () => {
  let root = ''
  beforeAll(() => {
    mkdirSync('node_modules/.cage', { recursive: true })
    root = mkdtempSync(resolve('node_modules/.cage/j-'))
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(`${root}/ws/${name}`), { recursive: true })
      writeFileSync(`${root}/ws/${name}`, text)
    }
    const git = (...words: readonly string[]) =>
      execFileSync('git', ['-c', 'user.email=a@example.com', '-c', 'user.name=a', ...words], { cwd: `${root}/ws` })
    git('init', '-q')
    execFileSync('git', ['config', 'user.email', 'a@example.com'], { cwd: `${root}/ws` })
    execFileSync('git', ['config', 'user.name', 'a'], { cwd: `${root}/ws` })
    git('add', '-A')
    git('commit', '-qm', 'a')
  })
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  it.each(jobs)('%s -- %s ends as it does', (options, job) => {
    const ended = (way: string, file: string, words: readonly string[]) => {
      const cwd = `${root}/${way}`
      cpSync(`${root}/ws`, cwd, { recursive: true })
      const { status, stderr } = spawnSync(file, words, {
        cwd,
        env: { ...process.env, XDG_STATE_HOME: `${root}/state` },
        timeout: 60_000,
        encoding: 'utf8',
      })
      expect(stderr).not.toContain('put aside')
      rmSync(cwd, { recursive: true, force: true })
      return status
    }
    const free = ended('free', 'sh', ['-c', job])
    // Where there is no network, work that needs one says nothing about the cage.
    if (options !== '' && free !== 0) return
    const words = [resolve('dist/node/tfy-hook.mjs'), 'contain', ...options.split(' ').filter(Boolean), '--command', job]
    expect(ended('caged', process.execPath, words)).toBe(free)
  })

  // Settings of git can run a program: they are kept.
  it('does not change the settings of git', () => {
    const words = [resolve('dist/node/tfy-hook.mjs'), 'contain', '--', 'git', 'config', 'user.name', 'b']
    const { status } = spawnSync(process.execPath, words, {
      cwd: `${root}/ws`,
      env: { ...process.env, XDG_STATE_HOME: `${root}/state` },
    })
    expect(status).not.toBe(0)
    expect(execFileSync('git', ['config', 'user.name'], { cwd: `${root}/ws`, encoding: 'utf8' })).toBe('a\n')
  })
})
