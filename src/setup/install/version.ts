/** A client's version as its installer left it on the disk, so that nothing of the client has to be started. */

import { realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Ground, Installation } from '../../core/install.ts'
import { readObject, stringAt } from '../../core/json.ts'
import { readBounded } from '../../hook/config/bounded-file.ts'
import { isProjects } from './project.ts'

/** From a program in `dist/bin` up to its package, and not through the whole disk. */
const mostSteps = 6
const longest = 1024 * 1024
const longestShim = 16 * 1024

/** Undefined when the disk does not say it. Nothing that a project could have put there is read. */
export const versionOnDisk = (binary: string, { packages = {} }: Installation, ground: Ground): readonly number[] | undefined => {
  const real = realOf(binary)
  if (real === undefined || isProjects(binary, ground) || isProjects(real, ground)) return undefined
  return (
    byPackage(real, packages.npm ?? [], ground) ??
    byShim(binary, packages.npm ?? [], ground) ??
    byFolder(real, [
      ...(packages.brew ?? []).flatMap(name => [`/Cellar/${name}`, `/Caskroom/${name}`]),
      ...(packages.versions ?? []).map(folder => `/${folder}`),
    ])
  )
}

/** `lib/node_modules/@google/gemini-cli/dist/index.js`, behind the link that npm makes. */
const byPackage = (real: string, names: readonly string[], ground: Ground): readonly number[] | undefined => {
  if (names.length === 0) return undefined
  let dir = dirname(real)
  for (let step = 0; step < mostSteps && dir !== dirname(dir) && !isProjects(dir, ground); step++, dir = dirname(dir)) {
    const found = versionIn(join(dir, 'package.json'), names)
    if (found !== undefined) return found
  }
  return undefined
}

/** Where npm and pnpm write a script instead of a link, it names the package, which lies beside it: `gemini.cmd`. */
const byShim = (binary: string, names: readonly string[], ground: Ground): readonly number[] | undefined => {
  const text = textOf(binary, longestShim)?.replaceAll('\\', '/') ?? ''
  for (const name of names)
    for (const at of ['node_modules', '../lib/node_modules', 'global/5/node_modules']) {
      if (!text.includes(`node_modules/${name}/`)) continue
      const dir = realOf(join(dirname(binary), at, name))
      const found = dir === undefined || isProjects(dir, ground) ? undefined : versionIn(join(dir, 'package.json'), names)
      if (found !== undefined) return found
    }
  return undefined
}

/** `/Cellar/codex/0.169.0/bin/codex`, `claude/versions/2.1.329`: the part behind the folder. */
const byFolder = (real: string, folders: readonly string[]): readonly number[] | undefined => {
  const path = real.replaceAll('\\', '/')
  for (const folder of folders) {
    const at = path.lastIndexOf(`${folder}/`)
    const part = at < 0 ? undefined : path.slice(at + folder.length + 1).split('/')[0]
    const found = part === undefined ? undefined : wholeVersion(part)
    if (found !== undefined) return found
  }
  return undefined
}

const versionIn = (file: string, names: readonly string[]): readonly number[] | undefined => {
  const read = readObject(textOf(file, longest) ?? '')
  if (typeof read === 'string' || !names.some(name => isNamed(name, stringAt(read, 'name') ?? ''))) return undefined
  return wholeVersion(stringAt(read, 'version') ?? '')
}

const textOf = (file: string, most: number): string | undefined => {
  try {
    return readBounded(file, most)
  } catch {
    return undefined
  }
}

/** Its own name, or that of the part which holds the program for one system: `@github/copilot-linux-x64`. */
const isNamed = (name: string, said: string): boolean =>
  said === name || (said.startsWith(`${name}-`) && /^-(?:linux|darwin|win32|windows)-[\w-]+$/.test(said.slice(name.length)))

const realOf = (path: string): string | undefined => {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

/** `2.1.329`, `0.61.0-nightly.20260901`, `1.4.5_1`. */
const wholeVersion = (text: string): readonly number[] | undefined =>
  /^(\d{1,10})\.(\d{1,10})(?:\.(\d{1,12}))?(?![\d.])/
    .exec(text)
    ?.slice(1)
    .filter(part => part !== undefined)
    .map(Number)
