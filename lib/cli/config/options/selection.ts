import { oneOf, onOrOff, type OptionDefinition, parts, someText, wholeNumber, words } from '../option.ts'

const RUNS = ['run', 'plan'] as const

/** Options that select what is verified, and how strictly. */
export const SELECTION_OPTIONS = {
  profile: {
    flag: '--profile',
    value: 'NAME',
    variable: 'CONFORMANCE_PROFILE',
    fallback: 'standard',
    description: 'smoke, standard or full: how much is verified',
    commands: [...RUNS, 'doctor'],
    parse: oneOf('smoke', 'standard', 'full'),
  },
  only: {
    flag: '--only',
    value: 'ID',
    list: true,
    variable: 'CONFORMANCE_ONLY',
    fallback: 'all requirements',
    description: 'verify these requirements only',
    commands: [...RUNS, 'list', 'prove'],
    parse: words,
  },
  case: {
    flag: '--case',
    value: 'ID',
    list: true,
    variable: 'CONFORMANCE_CASE',
    fallback: 'all cases',
    description: 'run these cases only, as the replays of the reports name them',
    commands: RUNS,
    parse: words,
  },
  part: {
    flag: '--part',
    value: 'N',
    list: true,
    variable: 'CONFORMANCE_PART',
    fallback: 'all parts',
    description: 'verify these parts of the specification only, 1 to 9, or 10 for own requirements',
    commands: [...RUNS, 'list', 'prove'],
    parse: parts,
  },
  lastFailed: {
    flag: '--last-failed',
    description: 'verify only what failed, or was an error, in the last run (run.json of the reports folder)',
    commands: ['run'],
    parse: onOrOff,
  },
  bail: {
    flag: '--bail',
    value: 'N',
    valueOptional: true,
    description: 'end the run after N failed cases; without N, after the first',
    commands: ['run'],
    parse: wholeNumber(1, 10_000),
  },
  watch: {
    flag: '--watch',
    description:
      'stay, and run again on Enter, or when the target accepts connections again after a restart: what failed, or everything where nothing did',
    commands: ['run'],
    parse: onOrOff,
  },
  grep: {
    flag: '--grep',
    value: 'TEXT',
    description: 'list only what has this text in its id, endpoint or words; letter case does not matter',
    commands: ['list'],
    parse: someText,
  },
  suite: {
    flag: '--suite',
    value: 'FILE',
    variable: 'CONFORMANCE_SUITE',
    description: 'add the cases and requirements of this file',
    commands: [...RUNS, 'list', 'explain', 'known-failures'],
    parse: someText,
  },
  knownFailures: {
    flag: '--known-failures',
    value: 'FILE',
    variable: 'CONFORMANCE_KNOWN_FAILURES',
    description: 'requirements known to fail, each with a reason; still run, and an unexpected pass fails',
    commands: [...RUNS, 'known-failures'],
    parse: someText,
  },
  failOn: {
    flag: '--fail-on',
    value: 'STRENGTH',
    variable: 'CONFORMANCE_FAIL_ON',
    fallback: 'derived',
    description:
      'which violations make a run fail: must (what is stated), or derived (what follows from it, too)',
    commands: RUNS,
    parse: oneOf('must', 'derived'),
  },
  strict: {
    flag: '--strict',
    variable: 'CONFORMANCE_STRICT',
    fallback: 'off',
    description: 'inconclusive counts as incomplete: exit code 3',
    commands: RUNS,
    parse: onOrOff,
  },
} as const satisfies Record<string, OptionDefinition<unknown>>
