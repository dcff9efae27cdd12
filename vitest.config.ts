import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    pool: 'threads',
    isolate: false,
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
