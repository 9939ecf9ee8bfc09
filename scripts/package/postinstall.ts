/**
 * Puts the native executable in the launcher's place, so that no Node process stands before it. Optional: without it (`--ignore-scripts`,
 * or a package manager that runs no scripts) the launcher starts the executable. It downloads nothing, writes one file of its own package,
 * and never fails an installation.
 */

import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, linkSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findNative } from './native.ts'

declare const __TFY_VERSION__: string

const works = (native: string): boolean => {
  const { status, stdout } = spawnSync(native, ['--version'], { encoding: 'utf8', timeout: 10_000, windowsHide: true })
  return status === 0 && stdout.trim() === __TFY_VERSION__
}

const replace = (launcher: string, native: string): void => {
  const fresh = `${launcher}.new`
  rmSync(fresh, { force: true })
  try {
    linkSync(native, fresh)
  } catch {
    copyFileSync(native, fresh)
  }
  chmodSync(fresh, 0o755)
  renameSync(fresh, launcher)
}

// Windows and Yarn start `bin` through a Node of their own, which cannot run an executable.
const viaNode = process.platform === 'win32' || /^yarn\//.test(process.env.npm_config_user_agent ?? '')
const native = findNative(__dirname)
if (!viaNode && native !== undefined && works(native)) {
  try {
    replace(join(__dirname, 'bin', 'tfy-hook'), native)
    if (existsSync(`${native}-door`)) replace(join(__dirname, 'bin', 'tfy-hook-door'), `${native}-door`)
  } catch {
    // The launcher stays, and works.
  }
}
