/** `npm run build`: dist/node/tfy-hook.mjs for Node, dist/tfy-hook for this machine, dist/lib for other programs. Why these flags: docs/adr/0001-build.md. */

import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { bundleLibrary, bundleSplit } from './build/bundle.ts'
import { compile } from './build/compile.ts'
import { declarations } from './build/declarations.ts'
import { doorNotices, notices } from './build/notices.ts'
import { sbom } from './build/sbom.ts'
import { at, say } from './project/project.ts'

const nodeEntry = 'dist/node/tfy-hook.mjs'
const executable = 'dist/tfy-hook'

const kib = async (path: string): Promise<string> => `${((await stat(at(path))).size / 1024).toFixed(0)} KiB`

const started = performance.now()
const library = await bundleLibrary('dist/lib')
const typed = declarations('dist/lib/types')
await writeFile(at('dist/lib/THIRD-PARTY-LICENSES.txt'), notices(library))
const metafile = await bundleSplit('node', 'dist/node')
await writeFile(at('dist/node/THIRD-PARTY-LICENSES.txt'), notices(metafile))
await writeFile(at('dist/THIRD-PARTY-LICENSES.txt'), notices(metafile, doorNotices()))
const text = await readFile(at(nodeEntry), 'utf8')
if (!text.startsWith('#!')) await writeFile(at(nodeEntry), `#!/usr/bin/env node\n${text}`)
await chmod(at(nodeEntry), 0o755)

// Which source stands in which chunk: the tests ask it what a call really loaded.
await writeFile(at('dist/meta.json'), JSON.stringify(metafile.outputs))

await writeFile(at('dist/node/tfy-hook.cdx.json'), sbom(metafile, 'node'))
await writeFile(at('dist/tfy-hook.cdx.json'), sbom(await bundleSplit('bun', 'dist/bun'), 'bun'))
compile('dist/bun/tfy-hook.mjs', executable, {
  args: ['--client', 'claude-code', '--event', 'PreToolUse', '--fail-closed'],
  stdin: JSON.stringify({
    session_id: 'build',
    transcript_path: '/.claude/projects/-/build.jsonl',
    hook_event_name: 'PreToolUse',
    cwd: '/',
    permission_mode: 'default',
    tool_name: 'Bash',
    tool_input: { command: 'git status --short && npm run build 2>&1 | tail -20' },
  }),
  policy:
    'version: 1\nextends: recommended\nrules:\n  - { id: team.word, on: any, when: { text: nobody-writes-this }, decision: deny, reason: Not here. }\n',
})

await typed
const seconds = ((performance.now() - started) / 1000).toFixed(1)
say(`${nodeEntry} ${await kib(nodeEntry)}, ${executable} ${await kib(executable)}, ${seconds} s`)
