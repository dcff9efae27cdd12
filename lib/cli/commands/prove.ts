import { prove as proveCases } from '../../app/prove/command.ts'
import { createProgress } from '../../app/report/progress.ts'
import { SCOPE } from '../../app/run/scope.ts'
import { command } from '../command.ts'
import { onOrOff, parts, wholeNumber, words } from '../settings/parsers.ts'
import { aSeed, json, OUTPUT } from '../settings/options.ts'
import { resolveOutput } from '../settings/output.ts'
import { operationsOf, selectedIds } from '../settings/selection.ts'
import { grouped, Setting } from '../settings/setting.ts'

const { reports, verbose, color } = OUTPUT

/** Runs the cases against every mutant and variant, and prints the kill matrix. */
export const prove = command({
  name: 'prove',
  summary: 'run the cases against every mutant and variant, and print the kill matrix',
  settings: {
    // Only flags select what is proven: a variable that is meant for runs must not make a proof smaller.
    ...grouped('Selection', {
      only: new Setting('--only <id...>', words, 'prove these requirements only'),
      part: new Setting('--part <n...>', parts, 'prove these parts of the specification only'),
      seed: new Setting('--seed <n>', aSeed, 'seed of generated data'),
      fuzzRuns: new Setting('--fuzz-runs <n>', wholeNumber(0, 100_000), 'generated inputs for each property'),
      thorough: new Setting(
        '--thorough',
        onOrOff,
        'run all cases on every seeded fault, not only those that verify what it breaks',
      ),
    }),
    reports,
    verbose,
    color,
    json,
  },
  examples: ['chat-agent-conformance prove', 'chat-agent-conformance prove --part 7'],
  action: async ({ host, interruption, values, origin }) => {
    const only = await selectedIds({ values, origin: () => origin('only') }, operationsOf)
    const { isTTY: interactive, columns: width, write } = host.stderr
    const progress = createProgress({ interactive, width, write, now: host.now, noun: 'trials' })
    const options = {
      ...resolveOutput(values, host),
      only,
      parts: values.part,
      seed: values.seed,
      fuzzRuns: values.fuzzRuns,
      thorough: values.thorough === true,
      onProgress: (done: number, total: number): void => progress.update({ done, total }),
    }
    try {
      const { text, exitCode } = await interruption.guard((signal) => proveCases(SCOPE, options, signal))
      progress.end()
      host.stdout.write(text)
      return exitCode
    } finally {
      progress.end()
    }
  },
})
