import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { conformance } from './lib/vitest/index.ts'

export default defineConfig({
  test: {
    pool: 'threads',
    isolate: false,
    hideSkippedTests: true,
    maxWorkers: availableParallelism() + 1,
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
      {
        extends: true,
        test: {
          name: 'proof',
          include: ['fixtures/proof/*.proof.ts'],
          // A mutant that survives meets all cases before it is reported.
          testTimeout: 120_000,
        },
      },
      conformance(),
    ],
  },
})
