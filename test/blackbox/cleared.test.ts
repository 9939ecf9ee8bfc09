/** What a settings file can do to the built program by its environment, and what the registered command leaves of that. */

import { existsSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { version } from '../../scripts/project/project.ts'
import { shellText } from '../../src/core/command-line.ts'
import { clearsOf } from '../../src/hook/programs/cleared-variables.ts'
import { folder } from './call.ts'

const programs: readonly (readonly [string, readonly [string, ...string[]]])[] = [
  ['the executable', [resolve('dist/tfy-hook')]],
  ['the Node bundle', [process.execPath, resolve('dist/node/tfy-hook.mjs')]],
]

describe.each(programs)('%s', (name, [executable, ...before]) => {
  const home = folder({
    'preload.cjs': "process.stdout.write('LOADED\\n')\n",
    'openssl.cnf': 'nodejs_conf = all\n[all]\nproviders = each\n[each]\nother = one\n[one]\nmodule = /nowhere.so\nactivate = 1\n',
  })
  const written = `${home}/written`
  const say = async (clears: Readonly<Record<string, string>>, env: Readonly<Record<string, string>>): Promise<string> => {
    rmSync(written, { recursive: true, force: true })
    const text = shellText({ executable, args: [...before, '--version'], clears }, 'posix')
    const ran = await execa('/bin/sh', ['-c', text], {
      env: { PATH: '/usr/bin:/bin', HOME: home, ...env },
      extendEnv: false,
      reject: false,
      stdin: 'ignore',
    })
    return existsSync(written) ? `${ran.stdout} and a file` : ran.stdout
  }
  const preload = `${home}/preload.cjs`
  const hostile: readonly Readonly<Record<string, string>>[] =
    name === 'the executable'
      ? [
          { BUN_OPTIONS: `--preload=${preload}` },
          { BUN_BE_BUN: '1' },
          { BUN_INSPECT: '127.0.0.1:9911?break=1' },
          { BUN_BYTECODE_ORDER_OUT: written },
          { BUN_BYTECODE_DIGEST_OUT: written },
          { BUN_JSC_functionOverrides: preload },
          { BUN_JSC_watchdog: '1' },
        ]
      : [{ NODE_OPTIONS: `--require=${preload}` }, { OPENSSL_CONF: `${home}/openssl.cnf` }, { NODE_V8_COVERAGE: written }]

  it.each(hostile)('is itself where the command empties %j', async env => {
    expect(await say({}, env)).not.toBe(version())
    expect(await say(clearsOf([executable, ...before]), env)).toBe(version())
  })
})
