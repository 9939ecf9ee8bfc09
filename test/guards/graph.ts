/** The module graph of the product: the entry, and every source file whether the entry reaches it or not. */

import { readdirSync } from 'node:fs'
import { build, type Metafile } from 'esbuild'

const sources = (): readonly string[] =>
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map(name => `src/${name.replaceAll('\\', '/')}`)
    .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.endsWith('.d.ts'))

export const productGraph = async (): Promise<Metafile['inputs']> => {
  const { metafile } = await build({
    entryPoints: ['bin/tfy-hook.ts', ...sources()],
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    outdir: 'dist/graph',
    write: false,
    metafile: true,
    logLevel: 'silent',
  })
  return metafile.inputs
}
