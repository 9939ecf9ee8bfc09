/** The hot path as one script for an engine without a runtime. */

import { join, relative } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { constants } from '../build/bundle.ts'
import { at, root, stop } from '../project/project.ts'

/** What `tfy-hook` does: whoever loads one of these behind the door is handed over there. */
const elsewhere = [
  'src/hook/approvals/use.ts',
  'src/hook/background/start.ts',
  'src/hook/bundle/compile.ts',
  'src/hook/bundle/later.ts',
  'src/hook/bundle/state.ts',
  'src/hook/config/credential-helper.ts',
  'src/hook/config/parse.ts',
  'src/hook/config/sso-token.ts',
  'src/hook/contain/here.ts',
  'src/hook/identity/elsewhere.ts',
  'src/engine/policy/judge/check.ts',
  'src/engine/policy/judge/contained.ts',
  'src/engine/policy/language/load.ts',
  'src/engine/policy/rules/mcp-servers.ts',
  'src/hook/sources/resident/start.ts',
  'src/hook/sources/transport/authorities.ts',
  'src/hook/sources/transport/compress.ts',
  'src/hook/sources/transport/identity.ts',
  'src/hook/spool/append.ts',
]

/** What the engine is made with. Any other package is in the image by mistake, and every call pays for its pages. */
const packages = new Set(['re2js', 'unbash'])

const instead = new Map([
  ['src/core/tokens/marks.ts', 'src/door/marks.ts'],
  ['src/engine/analysis/values/patience.ts', 'src/door/patience.ts'],
  ['src/hook/io.ts', 'src/door/io.ts'],
  ['src/hook/sources/machine/digest.ts', 'src/door/io.ts'],
  ['src/hook/sources/resident/wire.ts', 'src/door/wire.ts'],
  ['src/hook/sources/transport/fetch.ts', 'src/door/send.ts'],
])

const behindTheDoor: Plugin = {
  name: 'behind-the-door',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^node:fs$/ }, () => ({ path: at('src/door/fs.ts') }))
    // Sources of ours say where a file is. The bundler, when asked, would ask its plugins again.
    onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path, resolveDir }) => {
      const file = relative(root, join(resolveDir, path))
      const other = instead.get(file)
      if (other !== undefined) return { path: at(other) }
      return elsewhere.includes(file) ? { path: file, namespace: 'elsewhere' } : undefined
    })
    onLoad({ filter: /./, namespace: 'elsewhere' }, () => ({ contents: 'export default tfyHost.handOver()', loader: 'js' }))
  },
}

export const bundleDoor = async (): Promise<string> => {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['src/door/entry.ts'],
    bundle: true,
    write: false,
    metafile: true,
    format: 'iife',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'es2023',
    define: constants('bun'),
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    charset: 'utf8',
    logLevel: 'error',
    logOverride: { 'import-is-undefined': 'silent' },
    tsconfigRaw: '{}',
    plugins: [behindTheDoor],
  }).catch(() => stop('the bundle of the door failed'))
  const outside = Object.values(metafile.inputs).flatMap(({ imports }) => imports.filter(({ external }) => external === true))
  if (outside.length > 0) stop(`the door cannot reach ${outside.map(({ path }) => path).join(', ')}`)
  const carried = Object.keys(metafile.inputs).flatMap(path => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [])
  const strange = [...new Set(carried)].filter(name => !packages.has(name))
  if (strange.length > 0) stop(`the door must not carry ${strange.join(', ')}: hand over what loads it`)
  return outputFiles[0]?.text ?? stop('the bundle of the door is empty')
}
