import { fileURLToPath } from 'node:url'
import type { TestProjectInlineConfiguration } from 'vitest/config'

/** The suffix of the sources: TypeScript in a checkout, JavaScript in the package. */
const SUFFIX = import.meta.url.endsWith('.ts') ? 'ts' : 'js'

/**
 * A project for Vitest whose tests are the cases of this package, against the target of the environment:
 *
 * ```ts
 * import { conformance } from 'chat-agent-conformance/vitest'
 * export default defineConfig({ test: { projects: [conformance()] } })
 * ```
 *
 * `vitest run --project conformance create-lead -t 'returns 404'` then runs that case. All files of a call share one
 * run: the workspace is looked at once, requests are counted together, and one set of reports is written at the end.
 */
export function conformance(): TestProjectInlineConfiguration {
  const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
  return {
    root: here('../..'),
    test: {
      name: 'conformance',
      include: [`suites/*.${SUFFIX}`],
      exclude: [
        '**/*.test.*',
        '**/*.d.ts',
        ...['index', 'catalogue', 'client'].map((name) => `suites/${name}.*`),
      ],
      runner: here(`runner.${SUFFIX}`),
      globalSetup: here(`run.${SUFFIX}`),
      pool: 'threads',
      isolate: false,
      fileParallelism: false,
      includeTaskLocation: true,
      testTimeout: 0,
      hookTimeout: 0,
    },
  }
}
