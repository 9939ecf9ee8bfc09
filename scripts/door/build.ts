/** Makes the door: the image, the engine as C, the host, and the executable. */

import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { at, must, run, stop } from '../project/project.ts'
import { bundleDoor } from './bundle.ts'
import { readEngine, withoutData } from './engine.ts'
import { type Image, imageOf } from './image.ts'
import { payloads } from './payloads.ts'

export const doorFile = 'dist/tfy-hook-door'

/** Its C differs from version to version. */
const wabt = '1.0.32'

const machines: Readonly<Record<string, string>> = { x64: 'x86_64', arm64: 'aarch64' }
const compilerFor = (arch: string): string => (arch === process.arch ? 'gcc' : `${machines[arch]}-linux-gnu-gcc`)

/** Where Debian has musl. Its programs start 0.3 ms sooner: before `main`, glibc's ask the processor what it can, which is slow where that is virtual. */
const muslFor = (arch: string): string => `/usr/lib/${machines[arch]}-linux-musl`

/** Why it cannot be built here. */
export const lacking = (arch: string = process.arch): string | undefined => {
  if (process.platform !== 'linux') return 'it is for Linux'
  const found = run('wasm2c', ['--version'])
  if (found.code !== 0) return 'there is no wasm2c (apt-get install wabt)'
  if (found.stdout.trim() !== wabt) return `it needs wasm2c ${wabt}, and this one is ${found.stdout.trim()}`
  const compiler = compilerFor(arch)
  if (run(compiler, ['--version']).code !== 0) return `there is no ${compiler}`
  if (existsSync(`${muslFor(arch)}/rcrt1.o`)) return undefined
  return `there is no musl (apt-get install musl-dev${arch === process.arch ? '' : `:${arch}`})`
}

/** Every access of the engine starts from here, so it stays in a register that nothing else uses. */
const registers: Readonly<Record<string, string>> = { x64: 'r15', arm64: 'x28' }

/** The guard pages make unused loads needless, and the memory never moves. What is not found has another form in that version of wasm2c. */
const quicker = (text: string, register: string): string => {
  const replaced = (before: string, from: string, to: string): string =>
    before.includes(from) ? before.replaceAll(from, to) : stop(`wasm2c writes no ${from}`)
  const steps: readonly (readonly [string, string])[] = [
    ['wasm_asm("" ::"r"(result));', ''],
    ['&mem->data[addr]', '&wasm_base[addr]'],
    ['#include "engine.h"\n', `#include "engine.h"\nregister uint8_t *wasm_base __asm__("${register}");\n`],
  ]
  return steps.reduce((made, [from, to]) => replaced(made, from, to), text)
}

const commonFlags = ['-O2', '-fPIE', '-DNDEBUG', '-fno-strict-aliasing', '-ffile-prefix-map=/=', '-std=gnu11']

/** What compiles the door of an architecture. */
export const toolsFor = (arch: string) => {
  const register = registers[arch] ?? stop(`no door for ${arch}`)
  const compiler = compilerFor(arch)
  // The compiler's own headers stay, and behind all the one of wasm2c.
  const own = run(compiler, ['-print-file-name=include']).stdout.trim()
  const headers = [`/usr/include/${machines[arch]}-linux-musl`, own].flatMap(folder => ['-isystem', folder])
  const flags = [
    ...commonFlags,
    `-ffixed-${register}`,
    `-DWASM_BASE="${register}"`,
    '-nostdinc',
    ...headers,
    '-idirafter',
    '/usr/include',
  ]
  return { compiler, register, flags }
}

/** Of objects a program that no loader has to prepare, at an address of its own each time. */
const link = (compiler: string, arch: string, outfile: string, objects: readonly string[]): void => {
  const [rcrt1, crti, crtn] = ['rcrt1.o', 'crti.o', 'crtn.o'].map(name => `${muslFor(arch)}/${name}`) as [string, string, string]
  const options = '-Wl,-pie,--no-dynamic-linker,-z,text,--build-id=none,-z,relro,-z,now,-z,noexecstack'
  const libraries = [`-L${muslFor(arch)}`, '-lm', '-lc', '-lgcc']
  must(compiler, ['-nostdlib', '-static', '-s', options, '-o', outfile, rcrt1, crti, ...objects, ...libraries, crtn])
}

/** Its searches and patterns gain a fifth by being unrolled; the host's code gains nothing. */
const forEngine = '-O3'

/** The engine as an object file, compiled once. */
export const engineIn = (folder: string, compiler: string, flags: readonly string[], register: string): string => {
  const wasm = withoutData(readEngine())
  const parts = [wabt, run(compiler, ['--version']).stdout, quicker.toString(), ...flags, forEngine]
  const key = createHash('sha256').update(wasm).update(parts.join('\0'))
  const cache = at('node_modules/.cache/tfy-hook-door', key.digest('hex').slice(0, 32))
  if (!existsSync(cache)) {
    writeFileSync(join(folder, 'engine.wasm'), wasm)
    const made = join(folder, 'made')
    mkdirSync(made)
    must('wasm2c', [join(folder, 'engine.wasm'), '-n', 'engine', '-o', join(made, 'engine.c')])
    writeFileSync(join(made, 'engine.c'), quicker(readFileSync(join(made, 'engine.c'), 'utf8'), register))
    must(compiler, [...flags, forEngine, '-c', join(made, 'engine.c'), '-o', join(made, 'engine.o')])
    rmSync(join(made, 'engine.c'))
    mkdirSync(dirname(cache), { recursive: true })
    try {
      renameSync(made, cache)
    } catch (error) {
      // Another build was first with the same.
      if (!existsSync(cache)) throw error
    }
  }
  return cache
}

/** Where the other program says which build it is: the door compares so many bytes there. */
const buildIn = (program: string): { readonly id: string; readonly at: number; readonly size: number } => {
  const chunks = at('dist/bun/chunks')
  const texts = readdirSync(chunks).map(name => readFileSync(join(chunks, name), 'utf8'))
  const id =
    texts.flatMap(text => /tfy-build-[0-9a-f]{32}/.exec(text) ?? [])[0] ?? stop('dist/bun does not say which build it is')
  const bytes = readFileSync(program)
  const place = bytes.indexOf(id)
  return place < 0 ? stop(`${program} is not made of dist/bun`) : { id, at: place, size: bytes.length }
}

const headerOf = (
  { memory, size, stack, start, tick, dirtied }: Image,
  build: ReturnType<typeof buildIn>,
): string => `/* Generated. */
#define IMAGE_SIZE ${memory.length}u
#define IMAGE_PAGES ${size / 65536}u
#define IMAGE_STACK ${stack}u
#define IMAGE_START ${start}u
#define IMAGE_TICK ${tick}u
#define BUILD_ID ${JSON.stringify(build.id)}
#define BUILD_AT ${build.at}
#define BUILD_SIZE ${build.size}
static const struct { unsigned first, count; } dirtied[] = {
${dirtied.map(([first, last]) => `  { ${first}, ${last - first + 1} },`).join('\n')}
};
`

/** Of pages as large as any processor has them, so that it can be moved as it is. */
const imageSource = (file: string): string => `.section .image,"aw",@progbits
.global image
.balign 65536
image: .incbin ${JSON.stringify(file)}
.balign 65536
.section .note.GNU-stack,"",%progbits
`

/** Builds the door of a program; returns its size. The file is replaced in one step. */
export const buildDoor = async (program: string, outfile: string, arch: string = process.arch): Promise<number> => {
  const { compiler, register, flags } = toolsFor(arch)
  mkdirSync(at(dirname(outfile)), { recursive: true })
  const folder = mkdtempSync(`${at(dirname(outfile))}/.door-`)
  const file = (name: string): string => join(folder, name)
  try {
    const image = imageOf(readEngine(), await bundleDoor(), payloads)
    writeFileSync(file('image.bin'), image.memory)
    writeFileSync(file('image.h'), headerOf(image, buildIn(at(program))))
    writeFileSync(file('image.S'), imageSource('image.bin'))
    const engine = engineIn(folder, compiler, flags, register)
    const warnings = ['-Wall', '-Wextra', '-Werror', '-fstack-protector-strong']
    must(compiler, [...flags, ...warnings, `-I${engine}`, `-I${folder}`, '-c', at('src/door/host.c'), '-o', file('host.o')])
    must(compiler, ['-c', 'image.S', '-o', 'image.o'], { cwd: folder })
    link(compiler, arch, file('door'), [file('host.o'), join(engine, 'engine.o'), file('image.o')])
    renameSync(file('door'), at(outfile))
    return statSync(at(outfile)).size
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
