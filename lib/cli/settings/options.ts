import { DEFAULTS, PROFILE_DEFAULTS, TWO_WINDOWS, WEBHOOK_HOST } from '../../app/run/options.ts'
import type { JudgedSide } from '../../app/traffic/record.ts'
import { address } from '../../engine/util/address.ts'
import {
  headerFields,
  key,
  oneOf,
  onOrOff,
  operations,
  parts,
  path,
  seconds,
  skips,
  someText,
  version,
  type Parser,
  wholeNumber,
  words,
} from './parsers.ts'
import { grouped, Setting, type Settings } from './setting.ts'

function withVariables<S extends Settings>(heading: string, settings: S): S {
  for (const setting of Object.values(settings))
    setting.variable = `CONFORMANCE_${setting.name().replaceAll('-', '_').toUpperCase()}`
  return grouped(heading, settings)
}

/** A key: from the environment and `.env` alone, because others can read a command line (`refuseKeys`). */
function secret(flags: string, description: string): Setting<string> {
  return new Setting(flags, key, description).hideHelp()
}

/** The word for the embedded reference service, in place of an address. */
export const EMBEDDED = 'embedded'

/** The target: its address, its keys, and the way to reach it. */
export const TARGET = withVariables('Target', {
  baseUrl: new Setting(
    '--base-url <url>',
    (text) => (text === EMBEDDED ? text : address(text)),
    'base address of the target, version segment included; `embedded` is the embedded reference service',
    'the embedded service, but neither in CI nor beside a settings file that names environments',
  ),
  targetName: new Setting(
    '--target-name <name>',
    someText,
    'what the reports call the target, such as staging',
  ),
  targetVersion: new Setting(
    '--target-version <version>',
    someText,
    'which build of the target is verified, for the reports',
    'in CI the commit',
  ),
  apiKey: secret('--api-key <key>', 'key of the workspace under test'),
  otherApiKey: secret('--other-api-key <key>', 'key of a second workspace, for isolation'),
  exhaustibleApiKey: secret('--exhaustible-api-key <key>', 'a key that may be spent until the 429'),
  apexUrl: new Setting('--apex-url <url>', address, 'address of the bare apex host, for the 308 check'),
  writes: new Setting(
    '--writes',
    onOrOff,
    'allow requests that create or change data',
    'on for the embedded service only',
  ),
  webhookPort: new Setting(
    '--webhook-port <port>',
    wholeNumber(0, 65_535),
    "listen here for the target's webhook deliveries",
  ),
  webhookHost: new Setting(
    '--webhook-host <host>',
    someText,
    'network address to listen on for deliveries',
    WEBHOOK_HOST,
  ),
  header: new Setting(
    '--header <name:value...>',
    headerFields,
    'send this header with every request; a value $NAME is taken from the environment, and no output shows it',
  ),
  trace: new Setting(
    '--trace',
    onOrOff,
    'send traceparent and X-Request-Id, by which a request is found in the logs of the target',
    'on',
  ),
  clientCert: new Setting(
    '--client-cert <file>',
    path,
    'certificate of the client in PEM, for a target that asks for one (mutual TLS)',
  ),
  clientKey: new Setting(
    '--client-key <file>',
    path,
    'private key of that certificate in PEM, without a passphrase',
  ),
  insecure: new Setting('--insecure', onOrOff, 'do not verify TLS certificates; the record says so'),
})

/** The requirements to verify, and how strictly. */
export const SELECTION = withVariables('Selection', {
  profile: new Setting(
    '--profile <name>',
    oneOf('smoke', 'standard', 'full'),
    'smoke, standard or full: how much is verified',
    'standard',
  ),
  only: new Setting(
    '--only <id...>',
    words,
    'verify these requirements only: ids, or patterns such as AUTH-*; `run AUTH-02` does the same',
    'all requirements',
  ),
  skip: new Setting(
    '--skip <id...>',
    skips,
    'leave these requirements out; the settings file gives each a reason',
  ),
  endpoint: new Setting(
    '--endpoint <operation...>',
    operations,
    'verify the requirements of these operations only: "POST /leads", a method alone or a path alone',
    'all operations',
  ),
  part: new Setting(
    '--part <n...>',
    parts,
    'verify these parts of the specification only, 1 to 9',
    'all parts',
  ),
  case: new Setting('--case <id...>', words, 'run these cases only, by the ids that list shows', 'all cases'),
  knownFailures: new Setting(
    '--known-failures <file>',
    path,
    'requirements known to fail, each with a reason; still run, and an unexpected pass fails',
  ),
  failOn: new Setting(
    '--fail-on <strength>',
    oneOf('must', 'derived'),
    'which violations make a run fail: must (what is stated), or derived (what follows from it, too)',
    'derived',
  ),
  rules: new Setting(
    '--rules <version>',
    version,
    'only rules that came with this version of the tool, or before, count; newer ones are judged and shown',
    'all rules',
  ),
  strict: new Setting('--strict', onOrOff, 'inconclusive counts as incomplete: exit code 3'),
})

/** Seeds have 31 bits: every consumer accepts such a number unchanged. */
export const aSeed = wholeNumber(0, 2 ** 31 - 1)

const seedOrRandom: Parser<number | 'random'> = (text) => (text === 'random' ? text : aSeed(text))

const RUN_TIMEOUTS = Object.entries(PROFILE_DEFAULTS).map(([name, { runTimeout }]) => `${name} ${runTimeout}`)

/** Requests, time and connections, and the drawn inputs. */
export const SPENDING = withVariables('Spending', {
  budget: new Setting(
    '--budget <n>',
    wholeNumber(1, 1_000_000),
    'wire requests that the run may spend on the key under test',
    'as the profile needs',
  ),
  floor: new Setting(
    '--floor <n>',
    wholeNumber(0, 1_000_000),
    'allowance that the run leaves unspent on the key under test, and on that of the second workspace',
    String(DEFAULTS.floor),
  ),
  wait: new Setting('--wait', onOrOff, 'wait for the next rate-limit window instead of ending at the floor'),
  concurrency: new Setting(
    '--concurrency <n>',
    wholeNumber(1, 64),
    'requests under way at once',
    String(DEFAULTS.concurrency),
  ),
  rate: new Setting(
    '--rate <n>',
    wholeNumber(1, 1000),
    'requests a second at most, where a gateway limits them',
    'as fast as the target takes them',
  ),
  timeout: new Setting(
    '--timeout <seconds>',
    seconds(0.1, 600),
    'deadline of one request, connecting and reading included',
    String(DEFAULTS.timeout),
  ),
  runTimeout: new Setting(
    '--run-timeout <seconds>',
    seconds(1, 86_400),
    'deadline of the run; what is left then is inconclusive',
    `${RUN_TIMEOUTS.join(', ')}; with --wait ${TWO_WINDOWS}`,
  ),
  seed: new Setting(
    '--seed <n>',
    seedOrRandom,
    'seed of what is drawn; random: another one for this run, printed',
    'the same in every run',
  ),
  fuzzRuns: new Setting(
    '--fuzz-runs <n>',
    wholeNumber(0, 100_000),
    'inputs that a case draws from its tables at most; 0 is one',
    'as the profile draws',
  ),
})

/** Printed output and written reports. */
export const OUTPUT = withVariables('Output', {
  reports: new Setting('--reports <dir>', path, 'folder for the reports', './reports'),
  quiet: new Setting('--quiet', onOrOff, 'print the verdict only').conflicts('verbose'),
  verbose: new Setting(
    '--verbose',
    onOrOff,
    'print details: what passed, and the stack of a fault of the tool',
  ),
  color: new Setting(
    '--color',
    onOrOff,
    'print with colours, or without',
    'on a terminal; NO_COLOR and FORCE_COLOR count, too',
  ),
})

/** The places from which settings are read. */
export const SOURCES = {
  ...withVariables('Settings', {
    config: new Setting(
      '--config <file>',
      path,
      'settings file',
      'conformance.config.json or .mjs in this folder or the nearest above it',
    ),
    env: new Setting('--env <name>', someText, 'use these "environments" of the settings file'),
  }),
  ...grouped('Settings', {
    printConfig: new Setting(
      '--print-config',
      onOrOff,
      'print every setting with its value and where it comes from, and do nothing else',
    ),
  }),
}

/** The settings that a run resolves to its options. */
export const RUN_SETTINGS = { ...TARGET, ...SELECTION, ...SPENDING }

/** The target of recorded traffic. */
export const RECORDED = withVariables('Target', {
  baseUrl: new Setting(
    '--base-url <url>',
    address,
    'base address of the target, version segment included',
    'the one that the recording shows',
  ),
})

/** A switch of single commands. */
export const jsonSetting = new Setting('--json', onOrOff, 'print JSON, for tools')

/** The setting that decides whose violations count when the traffic of clients is judged. */
export const judgedSide = (fallback: JudgedSide): Setting<JudgedSide> =>
  new Setting(
    '--judge <side>',
    oneOf('target', 'client', 'both'),
    'whose violations make the exit code: target, client or both',
    fallback,
  )
