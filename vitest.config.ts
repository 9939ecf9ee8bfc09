import { configDefaults, defineConfig } from 'vitest/config'
import { full, long } from './test/tiers.ts'

const all = ['src/**/*.test.ts', 'test/**/*.test.ts']
const project = (name: string, include: readonly string[], exclude: readonly string[]) => ({
  extends: true as const,
  test: { name, include: [...include], exclude: [...configDefaults.exclude, ...exclude] },
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
    projects: [project('fast', all, [...full, ...long]), project('full', full, long), project('long', long, [])],
  },
})
