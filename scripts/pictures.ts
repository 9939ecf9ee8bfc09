/**
 * `npm run pictures`: runs the commands that the README shows in a terminal and writes what appears to docs/pictures. `--check` writes
 * nothing and says which picture shows what the commands no longer say.
 */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { accountHasFiles, type Scratch, scratch, shownHome } from './docs/scratch.ts'
import { mask } from './docs/shown.ts'
import { linesOf } from './pictures/ansi.ts'
import { svgOf, wordsIn } from './pictures/svg.ts'
import { inTerminal } from './pictures/terminal.ts'
import { at, root, say, stop } from './project/project.ts'

interface Scene {
  readonly name: string
  readonly title: string
  /** As a person types it. */
  readonly typed: string
  /** What is run for it, where that is something else. */
  readonly run?: string
  readonly inRepository?: true
  readonly before?: string
}

const scenes: readonly Scene[] = [
  {
    name: 'demo',
    title: 'npm run demo: a payload of Claude Code as recorded, and the same with a dangerous command',
    typed: 'npm run demo -- claude-code',
    run: `"${process.execPath}" scripts/demo.ts --built claude-code`,
    inRepository: true,
  },
  {
    name: 'doctor',
    title: 'tfy-hook doctor: what is registered is run as the clients would run it',
    typed: 'tfy-hook doctor',
    run: 'tfy-hook doctor 2>/dev/null',
    before: 'mkdir -p ~/.claude ~/.cursor && tfy-hook init --yes --client claude-code cursor',
  },
  {
    name: 'explain',
    title: 'tfy-hook explain: why a command would be denied',
    typed: `tfy-hook explain --command 'sudo bash -c "cd ..; git push -f origin main"'`,
  },
]

const columns = 124

const shown = async ({ typed, run = typed, inRepository }: Scene, { cwd, env, home }: Scratch): Promise<string> => {
  const setting = inRepository ? { cwd: root, env, columns } : { cwd, env, columns }
  const output = (await inTerminal(run, setting)).replaceAll(home, shownHome)
  return `\u001b[2m$\u001b[0m \u001b[1m${typed}\u001b[0m\n${output}`
}

if (!existsSync(at('dist/tfy-hook'))) stop('dist/tfy-hook is missing: npm run build')
if (accountHasFiles()) stop('this account has a tfy-hook configuration, which would be seen in the pictures')
const check = process.argv.includes('--check')
const stale: string[] = []
for (const scene of scenes) {
  const file = `docs/pictures/${scene.name}.svg`
  const ground = scratch()
  try {
    if (scene.before !== undefined) ground.bash(scene.before)
    const svg = svgOf(scene.title, linesOf(await shown(scene, ground), columns), columns)
    if (check) {
      const old = existsSync(at(file)) ? readFileSync(at(file), 'utf8') : ''
      if (mask(wordsIn(old)) !== mask(wordsIn(svg))) stale.push(`${file} shows\n${wordsIn(old)}\nand now it is\n${wordsIn(svg)}`)
    } else {
      mkdirSync(at('docs/pictures'), { recursive: true })
      writeFileSync(at(file), svg)
    }
  } finally {
    ground.done()
  }
}
if (stale.length > 0) stop(`stale, run "npm run pictures":\n${stale.join('\n')}`)
say(check ? `${scenes.length} pictures show what is so` : `wrote ${scenes.length} pictures`)
