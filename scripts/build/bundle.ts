/** How the source becomes JavaScript: one place for the bundler's options, shared by every artifact and the guards. */

import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, relative, resolve } from 'node:path'
import { type BuildOptions, type BuildResult, build, type Metafile, type Plugin } from 'esbuild'
import { at, root, stop, version } from '../project/project.ts'
import { declared } from './declared.ts'
import { late } from './late.ts'
import { pages, withPages } from './pages.ts'

export type Runtime = 'node' | 'bun'

export const entry = 'bin/tfy-hook.ts'

export const libraries = ['engine', 'adapters']

/** Compile-time constants, so that the other runtime's branches vanish. */
export const constants = (runtime: Runtime, build = ''): Record<string, string> => ({
  __TFY_VERSION__: JSON.stringify(version()),
  __TFY_BUILD__: JSON.stringify(build),
  __TFY_RUNTIME__: JSON.stringify(runtime),
})

/** Main files that ask for their parts in a way that no bundler sees, or that bring all of them. */
export const alias: Readonly<Record<string, string>> = {
  'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
  ...Object.fromEntries(
    ['core', 'otlp-transformer', 'resources', 'sdk-metrics'].map(name => [
      `@opentelemetry/${name}`,
      `@opentelemetry/${name}/build/esm/index.js`,
    ]),
  ),
}

const options = (runtime: Runtime): BuildOptions & { metafile: true } => ({
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: runtime === 'bun' ? 'esnext' : 'node20',
  define: constants(runtime),
  alias: { ...alias },
  // Names stay, so that a stack trace from the field can be read.
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  charset: 'utf8',
  metafile: true,
  logLevel: 'error',
  // Bun has fetch and TLS options of its own.
  ...(runtime === 'bun' && { external: ['undici'] }),
})

/** ES modules with a chunk for everything behind `import()`. */
export const bundleSplit = async (runtime: Runtime, outdir: string): Promise<Metafile> => {
  await rm(at(outdir), { recursive: true, force: true })
  const split: BuildOptions & { metafile: true } = {
    ...options(runtime),
    entryPoints: { 'tfy-hook': entry },
    format: 'esm',
    splitting: true,
    outdir: at(outdir),
    outExtension: { '.js': '.mjs' },
    chunkNames: 'chunks/[name]-[hash]',
  }
  const whole = await bundle({ ...split, plugins: [withPages], write: false })
  const { metafile } = await bundle({
    ...split,
    define: constants(runtime, buildOf(whole)),
    plugins: [withPages, inOnePiece(neededBy(whole.metafile))],
  })
  for (const file of Object.keys(metafile.outputs)) await finish(resolve(root, file), runtime)
  return withTheirs(metafile)
}

/** Names a program by its content, so that the door can tell whether the program beside it is the one it was built with. */
const buildOf = ({ outputFiles = [] }: BuildResult): string => {
  const hash = createHash('sha256')
  for (const { path, contents } of outputFiles) hash.update(`${relative(root, path)} ${contents.length}\n`).update(contents)
  return `tfy-build-${hash.digest('hex').slice(0, 32)}`
}

/** What a call loads, in the order in which it does: the way to a source, the engine. */
const stages = ['src/hook/hook.ts', 'src/hook/sources/offline.ts']

/** What is there when a part of the analyser's knowledge is loaded. */
const analyser = 'src/engine/analysis/analyse.ts'
const parts = 'src/engine/analysis/programs/parts/'

/**
 * A chunk is what the same set of entries shares, so that each cold command would cut another piece off the hot path, and each piece costs a
 * call its loading. Whatever is loaded late is told to need the whole of the first stage, and of each other that it takes anything from: it is
 * there by then, or the caller can wait. A part needs the analyser as well.
 */
const neededBy = ({ inputs }: Metafile): ReadonlyMap<string, readonly string[]> => {
  const imports = (path: string, dynamic: boolean): readonly string[] =>
    (inputs[path]?.imports ?? []).filter(one => !one.external && (one.kind === 'dynamic-import') === dynamic).map(one => one.path)
  const reached = (path: string, seen = new Set<string>()): ReadonlySet<string> => {
    if (!seen.has(path)) for (const next of imports(path, false)) reached(next, seen.add(path))
    return seen.add(path)
  }
  const own = stages.map((stage, at) => {
    const before = stages.slice(0, at).flatMap(one => [...reached(one)])
    return [...reached(stage)].filter(path => !before.includes(path))
  })
  const lazy = Object.keys(inputs).flatMap(path => imports(path, true))
  return new Map(
    lazy
      .filter(path => path.startsWith('src/') && path !== stages[0])
      .map(path => {
        const all = reached(path)
        const last = own.findLastIndex((files, at) => stages[at] !== path && files.some(file => all.has(file)))
        const until = stages.indexOf(path)
        return [
          path,
          [...stages.slice(0, until < 0 ? Math.max(last, 0) + 1 : until), ...(path.startsWith(parts) ? [analyser] : [])],
        ]
      }),
  )
}

/** The same in every folder that the sources lie in. */
const importOf = (from: string, to: string): string =>
  `import ${JSON.stringify(`./${relative(dirname(from), to).replaceAll('\\', '/')}`)}\n`

const inOnePiece = (needed: ReadonlyMap<string, readonly string[]>): Plugin => ({
  name: 'in-one-piece',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const stages = needed.get(relative(root, path).replaceAll('\\', '/'))
      if (stages === undefined) return undefined
      const contents = [await readFile(path, 'utf8'), ...stages.map(to => importOf(path, resolve(root, to)))].join('\n')
      return { contents, loader: 'ts' }
    })
  },
})

/** What other programs import: an ES module for each file of src/library, with a chunk for everything behind `import()`. */
export const bundleLibrary = async (outdir: string): Promise<Metafile> => {
  await rm(at(outdir), { recursive: true, force: true })
  const { metafile } = await bundle({
    ...options('node'),
    entryPoints: libraries.map(name => `src/library/${name}.ts`),
    format: 'esm',
    splitting: true,
    outdir: at(outdir),
    outExtension: { '.js': '.mjs' },
    chunkNames: 'chunks/[name]-[hash]',
  })
  for (const file of Object.keys(metafile.outputs)) await finish(resolve(root, file), 'node')
  return metafile
}

/** One CommonJS file: the only form a Node single executable takes. */
export const bundleSingle = async (outfile: string): Promise<Metafile> => {
  const { metafile } = await bundle({
    ...options('node'),
    entryPoints: [entry],
    format: 'cjs',
    outfile: at(outfile),
    plugins: [withPages],
  })
  return withTheirs(metafile)
}

/** What the pages are made of is in the program as well: its licences and its part in the SBOM. */
const withTheirs = async (metafile: Metafile): Promise<Metafile> => ({
  ...metafile,
  inputs: { ...metafile.inputs, ...(await pages()).inputs },
})

/** The bundler has printed what is wrong; its stack would only hide that. */
const bundle = (specific: BuildOptions & { metafile: true }): Promise<BuildResult<{ metafile: true }>> =>
  build(specific).catch(() => stop('the bundle failed'))

/** CommonJS packages inside an ES module bundle `require()` Node's own modules, and nothing else. */
const finish = async (file: string, runtime: Runtime): Promise<void> => {
  const text = await readFile(file, 'utf8')
  const given = text.includes('Dynamic require of') ? `const require=process.getBuiltinModule;${text}` : text
  const made = runtime === 'bun' ? late(declared(given)) : given
  if (made !== text) await writeFile(file, made)
}
