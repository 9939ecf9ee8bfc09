import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { analyse } from '../analyse.ts'
import { linux } from '../testing.ts'

const folders = ['a', 'b', 'c/a', 'c/d', 'e', 'c/e/b', '...']
const lists = ['', '.', 'c', 'c:', ':c', 'nowhere:c', '/nowhere:c/e', 'c/e:.']
const targets = ['a', 'b', 'd', './a', '../w/a', 'c/d', 'e', '...', 'nowhere']

it('changes to the folder that bash changes to', { timeout: 60_000 }, () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'tfy-hook-cd-')))
  const work = join(root, 'w')
  for (const folder of folders) mkdirSync(join(work, folder), { recursive: true })
  const names = (folder: string): readonly string[] | undefined =>
    statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true ? readdirSync(folder) : undefined
  try {
    for (const list of lists)
      for (const target of targets) {
        const script = `CDPATH=${list}; cd ${target} > /dev/null 2>&1 && pwd`
        let real: string
        try {
          real = execFileSync('bash', ['-c', script], { cwd: work, encoding: 'utf8' }).trim()
        } catch {
          continue
        }
        const facts = analyse(`CDPATH=${list}; cd ${target}; touch x`, {
          cwd: work,
          workspaceRoots: [work],
          host: { ...linux, names },
        })
        expect(
          facts.writes.map(({ path }) => path),
          script,
        ).toContain(`${real}/x`)
      }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})

it('does not know where it is when a folder that may be there cannot be listed', () => {
  const listed: Readonly<Record<string, readonly string[]>> = { '/': ['w', 'lists'], '/lists': ['many'], '/w': ['many', 'few'] }
  const written = (list: string, target: string): readonly (string | undefined)[] =>
    analyse(`CDPATH=${list}; cd ${target}; touch x`, {
      cwd: '/w',
      workspaceRoots: ['/w'],
      host: { ...linux, names: folder => (folder === '/w/few' ? [] : listed[folder]) },
    }).writes.map(({ path }) => path)
  expect(written('/lists', 'many')).toEqual([undefined])
  expect(written('/lists', 'few')).toEqual(['/w/few/x'])
  expect(written('/nowhere/at/all', 'few')).toEqual(['/w/few/x'])
})
