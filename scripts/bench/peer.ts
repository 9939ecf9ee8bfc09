/** Another hook of this kind from npm, for the same run. Fetched once, without its scripts; where it cannot be had, that is said. */

import { existsSync, mkdirSync } from 'node:fs'
import { at, run, say } from '../project/project.ts'

const name = 'cc-safety-net'
const version = '2.4.5'

export const peer = (): { readonly name: string; readonly args: readonly string[] } | undefined => {
  const folder = at('dist/bench/peer')
  const program = `${folder}/node_modules/${name}/dist/bin/${name}.js`
  mkdirSync(folder, { recursive: true })
  if (!existsSync(program))
    run('npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${version}`], {
      timeout: 120_000,
    })
  if (!existsSync(program)) {
    say(`SKIPPED ${name}: it could not be fetched from npm`)
    return undefined
  }
  return { name, args: [program, 'hook', '--claude-code'] }
}
