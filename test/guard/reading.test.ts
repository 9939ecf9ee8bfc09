/** Settings files that a client drops whole. */

import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadClient } from '../../src/hook/recognise.ts'
import { refusalOf } from '../../src/setup/guard/reading.ts'
import { worldOf } from '../../src/setup/guard/world.ts'
import { filesOn } from '../../src/setup/install/files.ts'
import { folder } from '../blackbox/call.ts'

const refusal = async (client: string, text: string): Promise<string | undefined> => {
  const found = (await loadClient(client))?.install.switches?.({
    scope: 'user',
    system: 'linux',
    env: {},
    home: '/home/dev',
    root: '/srv/shop',
  })
  return found?.reading === undefined ? undefined : refusalOf(found.reading, text)
}

const command = '/opt/tfy-hook --client cursor --event preToolUse --fail-closed'
const hooks = (entry: object, more: object = {}) =>
  JSON.stringify({ version: 1, hooks: { preToolUse: [{ command, ...entry }], ...more } })

// Measured on the running client; see the contract.
describe('a file that Cursor drops', () => {
  it.each([
    ['a valid one', hooks({ timeout: 15, failClosed: true, matcher: 'Shell' }), undefined],
    ['a higher version', hooks({}).replace('1', '2'), undefined],
    ['an unknown key at the top', JSON.stringify({ version: 1, hooks: {}, extra: true }), undefined],
    ['a line of comment', `// ours\n${hooks({})}`, undefined],
    ['another type of hook', hooks({}, { stop: [{ type: 'prompt', prompt: 'Is it done?' }] }), undefined],
    ['no version', '{"hooks":{}}', /version/],
    ['a version as text', '{"version":"1","hooks":{}}', /version/],
    ['an unknown event', hooks({}, { beforeEverything: [] }), /beforeEverything/],
    ['a timeout as text', hooks({ timeout: '15' }), /timeout/],
    ['a timeout of 0', hooks({ timeout: 0 }), /timeout/],
    ['failClosed as text', hooks({ failClosed: 'yes' }), /failClosed/],
    ['a matcher that does not compile', hooks({ matcher: '(' }), /matcher/],
    ['a bad entry elsewhere', hooks({}, { stop: [{ command: '' }] }), /stop/],
    ['a URL', hooks({ note: 'see https://example.com' }), /\/\//],
    ['a trailing comma', hooks({}).replace(/}$/, ',}'), /JSON/],
    ['a byte order mark', `\ufeff${hooks({})}`, /byte order mark/],
  ])('%s', async (_, text, wanted) => {
    const said = await refusal('cursor', text)
    if (wanted === undefined) expect(said).toBeUndefined()
    else expect(said).toMatch(wanted)
  })
  it('is another matter with a client that takes comments', async () => {
    expect(await refusal('gemini-cli', '{ /* ours */ "hooks": {}, }')).toBeUndefined()
    expect(await refusal('claude-code', '{ /* ours */ "hooks": {} }')).toMatch(/JSON/)
  })
})

it('Cursor reads no file of a project behind a link', () => {
  const dir = folder({ 'shop/.cursor/hooks.json': hooks({}), 'mall/readme.md': '' })
  symlinkSync(join(dir, 'shop/.cursor'), join(dir, 'mall/.cursor'))
  const { linked } = worldOf(filesOn(), new Map())
  expect(['shop', 'mall'].map(root => linked(join(dir, root, '.cursor/hooks.json'), join(dir, root)))).toEqual([false, true])
})
