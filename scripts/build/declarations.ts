/** The types of src/library, with those that they need and no others. */

import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { at, stop } from '../project/project.ts'
import { libraries } from './bundle.ts'

const imported = /(\bfrom |\bimport\()(['"])(\.[^'"]+)\.ts\2/g

export const declarations = async (outdir: string): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'tfy-types-'))
  const config = join(folder, 'tsconfig.json')
  const files = libraries.map(name => at('src/library', `${name}.ts`))
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    outDir: join(folder, 'out'),
    rootDir: at('src'),
    typeRoots: [at('node_modules/@types')],
  }
  await writeFile(config, JSON.stringify({ extends: at('tsconfig.json'), compilerOptions, include: [], files }))
  try {
    await promisify(execFile)(process.execPath, [at('node_modules/typescript/bin/tsc'), '-p', config])
    const kept = new Set<string>()
    const keep = async (path: string): Promise<void> => {
      if (kept.has(path)) return
      kept.add(path)
      const text = await readFile(join(folder, 'out', `${path}.d.ts`), 'utf8')
      const target = at(outdir, `${path}.d.ts`)
      await mkdir(dirname(target), { recursive: true })
      await writeFile(target, text.replace(imported, '$1$2$3.js$2'))
      for (const [, , , to = ''] of text.matchAll(imported)) await keep(join(dirname(path), to))
    }
    for (const name of libraries) await keep(join('library', name))
  } catch (error) {
    stop(`the types of the library cannot be made: ${error instanceof Error ? error.message : error}`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
