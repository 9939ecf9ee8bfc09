/** Why Landlock is no backend: on this kernel it holds what lies outside, and nothing within a workspace in which files can be made. */

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

mkdirSync('node_modules/.cage', { recursive: true })
const root = mkdtempSync(resolve('node_modules/.cage/l-'))
const compiled = spawnSync('gcc', ['-O1', '-Wall', '-Werror', '-o', `${root}/tries`, 'test/contain/landlock.c']).status === 0
const [workspace, outside] = [`${root}/ws`, `${root}/outside`]
for (const folder of [`${workspace}/.git/hooks`, `${workspace}/src`, outside]) mkdirSync(folder, { recursive: true })
writeFileSync(`${outside}/file`, 'as it was')
const tried = (how: 'whole' | 'parts') => {
  const { status, stdout } = spawnSync(`${root}/tries`, [workspace, outside, how], { encoding: 'utf8' })
  return { status, done: stdout.split('\n').filter(line => line.endsWith(' yes')) }
}
const kernels = compiled && tried('parts').status === 0
const server = createServer(socket => socket.destroy())

describe.skipIf(!kernels)('Landlock', () => {
  beforeAll(() => new Promise<void>(done => server.listen(`${outside}/s`, done)))
  afterAll(() => server.close())

  // An addition to a folder's rights holds for all that is below, and there is no taking away.
  const open = ['rights of a file outside changed yes', 'a socket outside reached yes']

  it('lets a hook be made wherever a file can be made', () => {
    expect(tried('whole').done).toEqual(['a new file in the workspace yes', 'a new hook of git yes', ...open])
  })

  it('lets no file be made beside the folders that may be written', () => {
    rmSync(`${workspace}/new`)
    rmSync(`${workspace}/.git/hooks/pre-commit`)
    expect(tried('parts').done).toEqual(open)
  })
})

afterAll(() => rmSync(root, { recursive: true, force: true }))
