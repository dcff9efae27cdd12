import {
  headers,
  key,
  oneOf,
  onOrOff,
  operations,
  parts,
  path,
  seconds,
  someText,
  webAddress,
  wholeNumber,
  words,
} from './kinds.ts'
import { grouped, Setting } from './setting.ts'

/** The target: its address, its keys, and how it is reached. */
export const TARGET = grouped('Target', {
  baseUrl: new Setting(
    '--base-url <url>',
    'base address of the target, version segment included',
    webAddress,
    'the embedded reference service',
  ).env('CONFORMANCE_BASE_URL'),
  apiKey: new Setting('--api-key <key>', 'key of the workspace under test; required with a base URL', key)
    .env('CONFORMANCE_API_KEY')
    .withoutFlag(),
  otherApiKey: new Setting('--other-api-key <key>', 'key of a second workspace, for isolation', key)
    .env('CONFORMANCE_OTHER_API_KEY')
    .withoutFlag(),
  exhaustibleApiKey: new Setting(
    '--exhaustible-api-key <key>',
    'key whose whole hourly allowance may be spent, for the 429 checks',
    key,
  )
    .env('CONFORMANCE_EXHAUSTIBLE_API_KEY')
    .withoutFlag(),
  apexUrl: new Setting(
    '--apex-url <url>',
    'address of the bare apex host, for the 308 check',
    webAddress,
  ).env('CONFORMANCE_APEX_URL'),
  writes: new Setting(
    '--writes',
    'allow requests that create or change data',
    onOrOff,
    'on for the embedded service only',
  )
    .env('CONFORMANCE_WRITES')
    .negatable(),
  webhookPort: new Setting(
    '--webhook-port <port>',
    "listen here for the target's webhook deliveries",
    wholeNumber(0, 65_535),
  ).env('CONFORMANCE_WEBHOOK_PORT'),
  webhookHost: new Setting(
    '--webhook-host <host>',
    'network address to listen on for deliveries',
    someText,
    '127.0.0.1',
  ).env('CONFORMANCE_WEBHOOK_HOST'),
  webhookWait: new Setting(
    '--webhook-wait <seconds>',
    'seconds to wait for a delivery',
    seconds(0, 600),
    '10',
  ).env('CONFORMANCE_WEBHOOK_WAIT'),
  header: new Setting(
    '--header <name:value...>',
    'send this header with every request; a value $NAME is taken from the environment, and no output shows it',
    headers,
  ).env('CONFORMANCE_HEADER'),
  trace: new Setting(
    '--trace',
    'send traceparent and X-Request-Id, by which a request is found in the logs of the target',
    onOrOff,
    'on',
  )
    .env('CONFORMANCE_TRACE')
    .negatable(),
  clientCert: new Setting(
    '--client-cert <file>',
    'certificate of the client in PEM, for a target that asks for one (mutual TLS)',
    path,
  ).env('CONFORMANCE_CLIENT_CERT'),
  clientKey: new Setting(
    '--client-key <file>',
    'private key of that certificate in PEM, without a passphrase',
    path,
  ).env('CONFORMANCE_CLIENT_KEY'),
  insecure: new Setting(
    '--insecure',
    'do not verify TLS certificates; the record says so',
    onOrOff,
    'off',
  ).env('CONFORMANCE_INSECURE'),
})

/** What is verified, and how strictly. */
export const SELECTION = grouped('Selection', {
  profile: new Setting(
    '--profile <name>',
    'smoke, standard or full: how much is verified',
    oneOf('smoke', 'standard', 'full'),
    'standard',
  ).env('CONFORMANCE_PROFILE'),
  only: new Setting('--only <id...>', 'verify these requirements only', words, 'all requirements').env(
    'CONFORMANCE_ONLY',
  ),
  endpoint: new Setting(
    '--endpoint <operation...>',
    'verify the requirements of these operations only: "POST /leads", a method alone or a path alone',
    operations,
    'all operations',
  ).env('CONFORMANCE_ENDPOINT'),
  part: new Setting(
    '--part <n...>',
    'verify these parts of the specification only, 1 to 9, or 10 for own requirements',
    parts,
    'all parts',
  ).env('CONFORMANCE_PART'),
  case: new Setting(
    '--case <id...>',
    'run these cases only, as the replays of the reports name them',
    words,
    'all cases',
  ).env('CONFORMANCE_CASE'),
  suite: new Setting('--suite <file>', 'add the cases and requirements of this file', path).env(
    'CONFORMANCE_SUITE',
  ),
  knownFailures: new Setting(
    '--known-failures <file>',
    'requirements known to fail, each with a reason; still run, and an unexpected pass fails',
    path,
  ).env('CONFORMANCE_KNOWN_FAILURES'),
  failOn: new Setting(
    '--fail-on <strength>',
    'which violations make a run fail: must (what is stated), or derived (what follows from it, too)',
    oneOf('must', 'derived'),
    'derived',
  ).env('CONFORMANCE_FAIL_ON'),
  strict: new Setting('--strict', 'inconclusive counts as incomplete: exit code 3', onOrOff, 'off').env(
    'CONFORMANCE_STRICT',
  ),
})

/** Seeds have 31 bits: every consumer accepts such a number unchanged. */
const LARGEST_SEED = 2 ** 31 - 1

/** Requests, time and connections, and the generated tests, which cost most of them. */
export const SPENDING = grouped('Spending', {
  budget: new Setting(
    '--budget <n>',
    'wire requests that the run may spend on the key under test',
    wholeNumber(1, 1_000_000),
    'as the profile needs',
  ).env('CONFORMANCE_BUDGET'),
  floor: new Setting(
    '--floor <n>',
    'allowance that the run leaves unspent on the key under test',
    wholeNumber(0, 1_000_000),
    '100',
  ).env('CONFORMANCE_FLOOR'),
  wait: new Setting(
    '--wait',
    'wait for the next rate-limit window instead of ending at the floor',
    onOrOff,
    'off',
  ).env('CONFORMANCE_WAIT'),
  concurrency: new Setting('--concurrency <n>', 'requests under way at once', wholeNumber(1, 64), '32').env(
    'CONFORMANCE_CONCURRENCY',
  ),
  rate: new Setting(
    '--rate <n>',
    'requests a second at most, where a gateway limits them',
    wholeNumber(1, 1000),
    'as fast as the target takes them',
  ).env('CONFORMANCE_RATE'),
  timeout: new Setting(
    '--timeout <seconds>',
    'deadline of one request, connecting and reading included',
    seconds(0.1, 600),
    '10',
  ).env('CONFORMANCE_TIMEOUT'),
  runTimeout: new Setting(
    '--run-timeout <seconds>',
    'deadline of the run; what is left then is inconclusive',
    seconds(1, 86_400),
    'smoke 120, standard 600, full 3600; with --wait 7200',
  ).env('CONFORMANCE_RUN_TIMEOUT'),
  seed: new Setting(
    '--seed <n>',
    'seed of generated data; repeats an earlier run',
    wholeNumber(0, LARGEST_SEED),
    'random, printed',
  ).env('CONFORMANCE_SEED'),
  fuzzRuns: new Setting(
    '--fuzz-runs <n>',
    'generated inputs for each property',
    wholeNumber(0, 100_000),
    'smoke 0, standard 3, full 200',
  ).env('CONFORMANCE_FUZZ_RUNS'),
})

/** What is printed and written. */
export const OUTPUT = grouped('Output', {
  reports: new Setting('--reports <dir>', 'folder for the reports', path, './reports').env(
    'CONFORMANCE_REPORTS',
  ),
  quiet: new Setting('--quiet', 'print the verdict only', onOrOff, 'off')
    .env('CONFORMANCE_QUIET')
    .conflicts('verbose'),
  verbose: new Setting(
    '--verbose',
    'print details: what passed, and the stack of a fault of the tool',
    onOrOff,
    'off',
  ).env('CONFORMANCE_VERBOSE'),
  color: new Setting(
    '--color',
    'print with colours, or without',
    onOrOff,
    'on a terminal; NO_COLOR and FORCE_COLOR count, too',
  ).negatable(),
  annotations: new Setting(
    '--annotations',
    'print annotations for GitHub Actions',
    onOrOff,
    'on when GITHUB_ACTIONS=true',
  )
    .env('CONFORMANCE_ANNOTATIONS')
    .negatable(),
})

/** A switch of single commands. */
export const json = new Setting('--json', 'print JSON, for tools', onOrOff)

/** Where settings come from. */
export const SOURCES = grouped('Settings', {
  config: new Setting(
    '--config <file>',
    'settings file',
    path,
    'conformance.config.json or .mjs in this folder or the nearest above it',
  ).env('CONFORMANCE_CONFIG'),
  env: new Setting('--env <name>', 'use these "environments" of the settings file', someText).env(
    'CONFORMANCE_ENV',
  ),
  printConfig: new Setting(
    '--print-config',
    'print every setting with its value and where it comes from, and do nothing else',
    onOrOff,
  ),
})

/** The settings that a run resolves to its options. */
export const RUN_SETTINGS = { ...TARGET, ...SELECTION, ...SPENDING }

/** Whose violations count, where the traffic of clients is judged. */
export const judgedSide = (fallback: 'target' | 'both'): Setting<'target' | 'client' | 'both'> =>
  new Setting(
    '--judge <side>',
    'whose violations make the exit code: target, client or both',
    oneOf('target', 'client', 'both'),
    fallback,
  )
