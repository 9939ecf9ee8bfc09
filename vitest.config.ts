import { configDefaults, defineConfig } from 'vitest/config'
import { full, long, turns } from './test/tiers.ts'

const all = ['src/**/*.test.ts', 'test/**/*.test.ts']
const later = [...long, ...turns.flat()]
const project = (name: string, include: readonly string[], exclude: readonly string[], isolate = true) => ({
  extends: true as const,
  test: { name, isolate, include: [...include], exclude: [...configDefaults.exclude, ...exclude] },
})

export default defineConfig({
  define: { __TFY_VERSION__: '"0.0.0-test"', __TFY_RUNTIME__: '"node"' },
  test: {
    environment: 'node',
    globalSetup: 'test/temporary.ts',
    pool: 'forks',
    maxWorkers: 2,
    maxConcurrency: 4,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Fast tests share the modules that they load.
    projects: [
      project('fast', all, [...full, ...later], false),
      project('full', full, later),
      project('long', long, []),
      ...turns.map((files, at) => project(`turn-${at + 1}`, files, [])),
    ],
  },
})
