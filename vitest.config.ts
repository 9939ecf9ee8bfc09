import { defineConfig } from 'vitest/config'

export default defineConfig({
  define: { __TFY_VERSION__: '"0.0.0-test"', __TFY_RUNTIME__: '"node"' },
  test: {
    environment: 'node',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    pool: 'threads',
    maxWorkers: 2,
    maxConcurrency: 4,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
