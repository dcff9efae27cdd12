import type { RunOptions } from '../options.ts'

/** The options of a run as a test needs them: one seed, short deadlines. */
export const OPTIONS: RunOptions = {
  writes: true,
  budget: 600,
  floor: 100,
  wait: false,
  profile: 'standard',
  seed: 7,
  concurrency: 8,
  timeout: 2,
  runTimeout: 30,
  insecure: false,
  strict: false,
}
