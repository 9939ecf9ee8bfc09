/**
 * Finds the native executable that npm put beside the package. Only the folders above this file count, never `NODE_PATH` or another
 * variable: a hook's environment can be set by the project that it guards.
 */

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

declare const __TFY_VERSION__: string

const { platform, arch } = process

const base = `@truefoundry/tfy-hook-${platform}-${arch}`

/** A package manager that does not know `libc` installs both: then the loader decides that the executable asks for. */
const names = (): readonly string[] => {
  if (platform !== 'linux') return [base]
  const loader = arch === 'arm64' ? '/lib/ld-linux-aarch64.so.1' : '/lib64/ld-linux-x86-64.so.2'
  return existsSync(loader) ? [base, `${base}-musl`] : [`${base}-musl`, base]
}

/** Of exactly our version: what lies further up may belong to another installation. */
const inFolder = (folder: string): string | undefined => {
  try {
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version?: unknown }
    const file = join(folder, 'bin', platform === 'win32' ? 'tfy-hook.exe' : 'tfy-hook')
    return version === __TFY_VERSION__ && existsSync(file) ? file : undefined
  } catch {
    return undefined
  }
}

export const findNative = (from: string): string | undefined => {
  for (const name of names()) {
    for (let dir = from; ; dir = dirname(dir)) {
      const file = inFolder(join(dir, 'node_modules', name))
      if (file !== undefined) return file
      if (dirname(dir) === dir) break
    }
  }
  return undefined
}
