/** The module graph of the product: the entry, and every source file whether the entry reaches it or not. And that of the scripts. */

import { readdirSync } from 'node:fs'
import { build, type Metafile } from 'esbuild'
import { alias } from '../../scripts/build/bundle.ts'

const sources = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.endsWith('.d.ts'))

const graphOf = async (entryPoints: string[], packages: 'bundle' | 'external'): Promise<Metafile['inputs']> => {
  const { metafile } = await build({
    entryPoints,
    packages,
    ...(packages === 'bundle' && { alias: { ...alias } }),
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

export const productGraph = () => graphOf(['bin/tfy-hook.ts', ...sources('src')], 'bundle')

/** With what the scripts take from the product, and without packages: some exist under Bun alone. */
export const scriptsGraph = () => graphOf([...sources('scripts')], 'external')
