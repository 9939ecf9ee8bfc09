/** Builds `fuzz.c`: the host with an engine that lies, under the address and the undefined behaviour sanitizer. */

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { at, must, run } from '../project/project.ts'
import { engineIn, lacking, toolsFor } from './build.ts'

const header = `#define IMAGE_SIZE 262144u
#define IMAGE_PAGES 4u
#define IMAGE_STACK 0u
#define IMAGE_START 0u
#define IMAGE_TICK 0u
#define BUILD_ID "tfy-build"
#define BUILD_AT 0
#define BUILD_SIZE 0
static const struct { unsigned first, count; } dirtied[] = { { 0, 1 } };
`

const checks = ['-fsanitize=address,undefined,float-cast-overflow', '-fno-sanitize-recover=all', '-g', '-O1']

/** Why it cannot be tried here. */
export const lackingForFuzz = (): string | undefined => {
  const sanitized = () =>
    run('gcc', [...checks, '-x', 'c', '-', '-o', '/dev/null'], { input: 'int main(void) { return 0; }' }).code === 0
  return lacking() ?? (sanitized() ? undefined : 'gcc has no sanitizers here')
}

/** Its last words, and whether the host did nothing that it must not. */
export const fuzzHost = (seconds: number, seed: number): { readonly ok: boolean; readonly said: string } => {
  const folder = mkdtempSync(join(tmpdir(), 'tfy-hook-fuzz-'))
  try {
    const { compiler, flags, register } = toolsFor(process.arch)
    const engine = engineIn(folder, compiler, flags, register)
    writeFileSync(join(folder, 'image.h'), header)
    const program = join(folder, 'fuzz')
    const own = ['-std=gnu11', '-fno-strict-aliasing', ...flags.filter(flag => /^-ffixed|^-DWASM/.test(flag)), ...checks]
    must(compiler, [...own, `-I${engine}`, `-I${folder}`, at('scripts/door/fuzz.c'), '-o', program, '-lm'])
    const state = join(folder, 'state')
    mkdirSync(state)
    const { status, stdout, stderr } = spawnSync(program, [state, String(seconds), String(seed)], {
      encoding: 'utf8',
      cwd: folder,
    })
    return { ok: status === 0, said: `${stderr}${stdout}`.trim() }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
