/** The licence texts of what a bundle contains, as their authors ask. */

import { readdirSync, readFileSync } from 'node:fs'
import type { Metafile } from 'esbuild'
import { at, stop } from '../project/project.ts'

export const packageOf = (path: string): string | undefined => /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]

const licenceOf = (name: string): string => {
  const folder = at('node_modules', name)
  const { version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as { version: string; license: string }
  const file = readdirSync(folder).find(entry => /^licen[cs]e/i.test(entry))
  const path = file === undefined ? (kept[name] ?? stop(`${name} has no licence file`)) : `${folder}/${file}`
  return `${name} ${version} (${license})\n\n${readFileSync(path, 'utf8').trim()}\n`
}

/** Texts of packages that are published without theirs, from their repositories. */
const kept: Readonly<Record<string, string>> = { '@redis/client': at('scripts/build/licences/redis-client.txt') }

export const notices = ({ inputs }: Metafile, more: readonly string[] = []): string => {
  const names = new Set(Object.keys(inputs).flatMap(path => packageOf(path) ?? []))
  return [...[...names].sort().map(licenceOf), ...more].join(`\n${'-'.repeat(80)}\n\n`)
}

/** The door has its engine and the library of C inside. */
export const doorNotices = (): readonly string[] =>
  [
    ['quickjs-wasi, in tfy-hook-door', 'node_modules/quickjs-wasi/LICENSE'],
    ['musl, in tfy-hook-door', 'scripts/build/licences/musl.txt'],
  ].map(([title, file]) => `${title}\n\n${readFileSync(at(file ?? ''), 'utf8').trim()}\n`)
