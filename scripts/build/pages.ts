/** The pages of the dashboard: bundled, named by their content, and put as text in the place of src/fleet/dashboard/assets.ts. */

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { build, type Metafile, type Plugin } from 'esbuild'
import type { Asset } from '../../src/fleet/dashboard/assets.ts'
import { at, root, stop } from '../project/project.ts'

const folder = 'src/fleet/dashboard/pages'

const packed = (text: string): string => gzipSync(text, { level: 9 }).toString('base64')

interface Pages {
  readonly assets: readonly Asset[]
  readonly inputs: Metafile['inputs']
}

let made: Promise<Pages> | undefined

/** The same for every artifact, so it is made once. */
export const pages = (): Promise<Pages> => {
  made ??= make()
  return made
}

const make = async (): Promise<Pages> => {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [`${folder}/main.tsx`],
    outdir: 'pages',
    write: false,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: ['chrome111', 'firefox115', 'safari16.4'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    // Text beyond Latin would double what the executable holds.
    charset: 'ascii',
    legalComments: 'none',
    metafile: true,
    logLevel: 'error',
  }).catch(() => stop('the pages of the dashboard could not be bundled'))
  const one = (end: string, type: string, text: string) => {
    const digest = createHash('sha256').update(text).digest('hex').slice(0, 12)
    return { name: `assets/${digest}.${end}`, type, packed: packed(text) }
  }
  const textOf = (end: string): string => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? ''
  const script = one('js', 'text/javascript; charset=utf-8', textOf('.js'))
  const style = one('css', 'text/css; charset=utf-8', textOf('.css'))
  const icon = one('svg', 'image/svg+xml', readFileSync(at(folder, 'icon.svg'), 'utf8'))
  const page = readFileSync(at(folder, 'page.html'), 'utf8')
    .replace('SCRIPT', script.name)
    .replace('STYLE', style.name)
    .replace('ICON', icon.name)
  return {
    assets: [{ name: '', type: 'text/html; charset=utf-8', packed: packed(page) }, script, style, icon],
    inputs: metafile.inputs,
  }
}

export const withPages: Plugin = {
  name: 'with-pages',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]src[\\/]fleet[\\/]dashboard[\\/]assets\.ts$/ }, async () => ({
      contents: `export const assets = ${JSON.stringify((await pages()).assets)}`,
      loader: 'js',
    }))
  },
}
