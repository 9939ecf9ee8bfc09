/** `npm run build:pkg`: dist/tfy-hook-node, the Node that builds it with our bundle inside. See docs/adr/0002-node-executable.md. */

import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { bundleSingle } from './build/bundle.ts'
import { at, must, say, stop } from './project/project.ts'

interface SeaTarget {
  readonly platform: string
  readonly arch: string
  readonly nodeRange: string
  readonly output: string
}
type Sea = (entry: string, options: { nodePath: string; targets: readonly SeaTarget[]; signature: boolean }) => Promise<void>

const single = 'dist/pkg/tfy-hook.cjs'
const output = 'dist/tfy-hook-node'

const started = performance.now()
await bundleSingle(single)

// pkg works in the temporary folder and calls npx there; inside the project npx finds the project's own postject.
await mkdir(at('dist/pkg/tmp'), { recursive: true })
process.env.TMPDIR = at('dist/pkg/tmp')
process.env.npm_config_yes = 'true'

const node = must('node', ['-p', 'process.execPath']).stdout.trim()
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'
if (!(await readFile(node)).includes(fuse)) {
  const reason = `${node} is built without single-executable support`
  await writeFile(at(`${output}.impossible`), `${reason}\n`)
  say(`NOT BUILT ${output}: ${reason}`)
  process.exit(0)
}

const { default: sea } = createRequire(import.meta.url)('@yao-pkg/pkg/lib-es5/sea.js') as { default: Sea }
for (const old of [output, `${output}.impossible`]) await rm(at(old), { force: true })
const os = platform() === 'darwin' ? 'macos' : platform() === 'win32' ? 'win' : platform()
await sea(at(single), {
  nodePath: node,
  signature: true,
  targets: [{ platform: os, arch: arch(), nodeRange: 'node20', output: at(output) }],
})

// pkg reports success even when the injection failed: ask the executable itself.
await chmod(at(output), 0o755).catch(() => stop('pkg wrote no executable'))
const said = must(at(output), ['--version'], { timeout: 10_000 }).stdout.trim()
if (/^v\d/.test(said)) stop(`${output} is a bare Node (${said}): the bundle was not injected. Is postject installed?`)
const mib = ((await stat(at(output))).size / 1024 / 1024).toFixed(0)
say(`${output} ${mib} MiB, ${((performance.now() - started) / 1000).toFixed(1)} s`)
