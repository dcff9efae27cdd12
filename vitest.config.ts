import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    pool: 'threads',
    isolate: false,
    // By default a machine with two cores gets one worker, and half of it stands idle.
    maxWorkers: '100%',
    // The proof keeps all cores busy beside the other tests.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{lib,suites,fixtures}/**/*.test.ts'],
        },
      },
      { extends: true, test: { name: 'conformance', include: ['lib/vitest.conformance.ts'] } },
    ],
  },
})
