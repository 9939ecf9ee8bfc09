/** What a settings file can do to the built program by its environment, and what the registered command leaves of that. */

import { resolve } from 'node:path'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { version } from '../../scripts/project/project.ts'
import { shellText } from '../../src/core/command-line.ts'
import { clearsOf } from '../../src/install/cleared.ts'
import { folder } from './call.ts'

const programs: readonly (readonly [string, readonly [string, ...string[]]])[] = [
  ['the executable', [resolve('dist/tfy-hook')]],
  ['the Node bundle', [process.execPath, resolve('dist/node/tfy-hook.mjs')]],
]

describe.each(programs)('%s', (name, [executable, ...before]) => {
  const home = folder({ 'preload.cjs': "process.stdout.write('LOADED\\n')\n" })
  const say = async (clears: readonly string[], env: Record<string, string>): Promise<string> => {
    const text = shellText({ executable, args: [...before, '--version'], clears }, 'posix')
    const ran = await execa('/bin/sh', ['-c', text], {
      env: { PATH: '/usr/bin:/bin', HOME: home, ...env },
      extendEnv: false,
      reject: false,
      stdin: 'ignore',
    })
    return ran.stdout
  }
  const preload = `${home}/preload.cjs`
  const hostile: readonly Readonly<Record<string, string>>[] =
    name === 'the executable'
      ? [{ BUN_OPTIONS: `--preload=${preload}` }, { BUN_BE_BUN: '1' }, { BUN_INSPECT: '127.0.0.1:9911?break=1' }]
      : [{ NODE_OPTIONS: `--require=${preload}` }]

  it.each(hostile)('is itself where the command empties %j', async env => {
    expect(await say([], env)).not.toBe(version())
    expect(await say(clearsOf([executable, ...before]), env)).toBe(version())
  })
})
