/** What a call really loads, behind `import()` too: the Node bundle is asked by a module hook, and the build knows what is in each chunk. */

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { packageOf } from '../guards/arrows.ts'
import { call, homeEnv } from './call.ts'
import { listeners } from './clients.ts'

const bundle = resolve('dist/node/tfy-hook.mjs')
const outputs = () =>
  JSON.parse(readFileSync('dist/meta.json', 'utf8')) as Record<string, { inputs: Record<string, { bytesInOutput: number }> }>

const hook = `export const load = (url, context, next) => { process._rawDebug('loaded ' + url); return next(url, context) }`
const register = `import { register } from 'node:module'; register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hook)}`)})`
const spy = ['--import', `data:text/javascript,${encodeURIComponent(register)}`]

/** Packages in the chunks that one call loaded. */
const packagesLoaded = async (
  flags: readonly string[],
  stdin: string,
  env: Readonly<Record<string, string>>,
): Promise<readonly string[]> => {
  const exe = { name: 'Node bundle', file: bundle, command: 'node', args: [...spy, bundle], excuse: undefined }
  const { stderr } = await call(exe, { args: flags, stdin, env })
  const urls = [...stderr.matchAll(/^loaded (file:\S+)/gm)].map(match => match[1])
  expect(urls).toContain(pathToFileURL(bundle).href)
  const inputs = Object.entries(outputs())
    .filter(([file]) => urls.includes(pathToFileURL(resolve(file)).href))
    .flatMap(([, { inputs }]) => Object.keys(inputs))
  return [...new Set(inputs.flatMap(path => packageOf(path) ?? []))].sort()
}

describe.each(listeners)('$id', listener => {
  const env = { ...homeEnv(), ...listener.env }
  const flags = ['--client', listener.id, '--event', listener.event]
  const denied = JSON.stringify(listener.payload)
  const harmless = denied.replaceAll('pwned', 'hello')
  // The first call of a home compiles its policy.
  beforeAll(async () => void (await packagesLoaded(flags, harmless, env)))

  it.each([
    ['an allowed command', harmless],
    ['a denied command', denied],
  ])('%s needs the shell parser and nothing else', async (_, stdin) => {
    expect(await packagesLoaded(flags, stdin, env)).toEqual(['unbash'])
  })

  it('input that cannot be read needs no package at all', async () => {
    expect(await packagesLoaded([...flags, '--fail-closed'], 'not JSON', env)).toEqual([])
  })
})

it('the spy sees lazy chunks: a first call compiles the policy by yaml and zod', async () => {
  const [first] = listeners
  const packages = await packagesLoaded(
    ['--client', 'claude-code', '--event', 'PreToolUse'],
    JSON.stringify(first?.payload),
    homeEnv(),
  )
  expect(packages).toEqual(expect.arrayContaining(['yaml', 'zod']))
})
