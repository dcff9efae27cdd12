import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { conformance } from './lib/vitest/index.ts'

/** Vitest knows how long a file takes from earlier runs alone, and a fresh clone has none. */
const LONGEST = ['fixtures/mutants/kill-matrix.test.ts', 'lib/cli/hostile-targets.test.ts']

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      LONGEST.some((name) => moduleId.endsWith(name))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    pool: 'threads',
    isolate: false,
    // One more than cores: the test of the kill matrix only waits for processes of its own.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
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
      conformance(),
    ],
  },
})
