/** A client with a bridge: set up by the executable from the place at which trouble will stand. */

import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { E2eClient, Hook, Moment, Place, Start } from '../../scripts/e2e/client.ts'
import { register } from '../../scripts/e2e/register.ts'
import { at } from '../../scripts/project/project.ts'

const program = at('dist/tfy-hook')

const stage = (moments: readonly Moment[], commands: (hook: Hook, folder: string) => readonly Start[]) => {
  const folder = mkdtempSync(join(tmpdir(), 'tfy-e2e-test-'))
  const place: Place = {
    home: folder,
    project: folder,
    install: folder,
    model: 'http://127.0.0.1:1',
    mcp: { command: '', args: [] },
    node: '',
  }
  const path = join(folder, 'bin', 'tfy-hook')
  const hook: Hook = { program: path, moments, closed: true, times: 1, timeoutSeconds: undefined, url: undefined }
  const said = () => ({ say: '' })
  const client: E2eClient = {
    id: 'agent',
    title: 'Agent',
    package: { name: 'agent', version: '1.0.0' },
    settings: () => ({}),
    hooks: () => ({}),
    setup: (_place, hook) => commands(hook, folder),
    start: () => ({ command: '', args: [] }),
    tools: { shell: said, read: said, write: said, mcp: said },
  }
  const env = { HOME: folder, PATH: '/usr/bin:/bin' }
  return { path, folder, registered: () => register(client, place, hook, program, { around: 'missing' }, env) }
}

const bridge = ({ program }: Hook, folder: string): readonly Start[] => [
  { command: program, args: ['bridge', 'opencode', '--out', folder] },
]

test('the bridge names the place, and trouble comes with the first request', async () => {
  const { path, folder, registered } = stage(['before-tool'], bridge)
  const asked = await registered()
  expect(readFileSync(join(folder, 'tfy-hook.ts'), 'utf8')).toContain(`"${path}"`)
  expect(existsSync(path)).toBe(true)
  asked()
  expect(existsSync(path)).toBe(false)
})

test('trouble that is about the prompt is there from the start', async () => {
  const { path, registered } = stage(['prompt', 'before-tool'], bridge)
  await registered()
  expect(existsSync(path)).toBe(false)
})

test('a command of the page that fails is told', async () => {
  const { registered } = stage(['prompt'], ({ program }) => [{ command: program, args: ['bridge', 'nobody'] }])
  await expect(registered()).rejects.toThrow('bridge nobody')
})
