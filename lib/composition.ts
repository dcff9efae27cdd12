import { createReference, startReference } from '../fixtures/reference/index.ts'
import { CASES } from '../suites/index.ts'
import { API } from '../suites/api.ts'
import type { Setup } from './run/setup.ts'

/** The composition root: engine, API, cases and reference service. Nothing else outside of lib/api combines them. */
export const SETUP: Setup = {
  api: API,
  cases: CASES,
  embedded: {
    start: startReference,
    create: createReference,
    mutants: async () => (await import('../fixtures/mutants/index.ts')).MUTANTS,
    variants: async () => (await import('../fixtures/variants/index.ts')).VARIANTS,
    combine: async (changes) => (await import('../fixtures/variants/combine.ts')).combine(changes),
    canMeet: async (changes) => (await import('../fixtures/variants/combine.ts')).canMeet(changes),
  },
  proofWorker: new URL('./proof-worker.js', import.meta.url),
}
