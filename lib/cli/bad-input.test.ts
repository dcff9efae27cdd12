import { expect, test } from 'vitest'
import { call, type Circumstances } from './testing/call.ts'

const KEY = 'cak_live_9f8e7d6c5b4a39281706'
const OTHER = 'cak_live_00112233445566778899'

/** The one line by which an input is refused before the engine is called; otherwise the whole result. */
async function refusalOf(argv: readonly string[], circumstances: Circumstances): Promise<unknown> {
  const { code, out, err, asked } = await call(argv, circumstances)
  const [, line] = /^error: (.*)\n$/.exec(err) ?? []
  return code === 2 && out === '' && asked.length === 0 && line !== undefined
    ? line
    : { code, out, err, asked }
}

/**
 * Command lines as in a shell, variables first, each with the expected message. `TARGET` stands for a base
 * URL with its key, `KEY` and `OTHER` for keys; text in quotation marks is JSON.
 */
const COMMAND_LINES = String.raw`
--bugdet 5                  → unknown option --bugdet (Did you mean --budget?) (see "chat-agent-conformance run --help")
list --budget 5             → unknown option --budget (see "chat-agent-conformance list --help")
run --profile               → option --profile <name> argument missing (see "chat-agent-conformance run --help")
lst                         → unknown command "lst" (Did you mean list?) (see "chat-agent-conformance --help")
KEY                         → unknown command a value of 29 characters (see "chat-agent-conformance --help")
doctor KEY                  → too many arguments for "doctor". Expected 0 arguments but got 1. (see "chat-agent-conformance doctor --help")
compare old.json            → missing required argument "new" (see "chat-agent-conformance compare --help")
--quiet --verbose           → option --quiet cannot be used with option --verbose (see "chat-agent-conformance run --help")

explain                     → missing required argument "id" (see "chat-agent-conformance explain --help")
explain NO-99               → there is no requirement "NO-99"
judge none.har              → FOLDER/none.har cannot be read (ENOENT)
compare old.json new.json   → old.json cannot be read (ENOENT)
run --last-failed           → --last-failed has nothing to repeat: there is no run.json of a whole run in FOLDER/reports
run --watch                 → --watch waits for a key, and there is no terminal: leave it out
run --update-known-failures → --update-known-failures needs the name of the file: --known-failures FILE, or knownFailures in the settings file
serve --mutant dedup/non    → there is no mutant "dedup/non"; did you mean dedup/none?
serve npm test              → serve takes arguments for the command of --for only
TARGET --header X-Gate:$NONE → --header wants $NONE for X-Gate, which the environment does not have

--profile fast              → --profile must be smoke, standard or full, not "fast"
--only LEAD-01 LEDA-02      → --only names an unknown requirement, "LEDA-02"; did you mean LEAD-02?
run AUTHH-02                → --only names an unknown requirement, "AUTHH-02"; did you mean AUTH-02?
--skip LAED-*               → --skip names an unknown requirement, "LAED-*"
--case GET-ME-01/nothing    → --case names an unknown case, "GET-ME-01/nothing"
--part 3 11                 → --part must be a whole number from 1 to 9, not "11"
--budget 0                  → --budget must be a whole number from 1 to 1000000, not "0"
CONFORMANCE_BUDGET=lots     → CONFORMANCE_BUDGET must be a whole number from 1 to 1000000, not "lots"
CONFORMANCE_BUDGET=""       → CONFORMANCE_BUDGET is set but empty: give it a value, or unset it
CONFORMANCE_BUDGET=" "      → CONFORMANCE_BUDGET is set but empty: give it a value, or unset it
--seed 2147483648           → --seed must be a whole number from 0 to 2147483647, not "2147483648"
--seed -1                   → --seed must be a whole number from 0 to 2147483647, not "-1"
--seed KEY                  → --seed must be a whole number from 0 to 2147483647, not a value of 29 characters
--timeout 0                 → --timeout must be a number of seconds from 0.1 to 600, not "0"
CONFORMANCE_WRITES=maybe    → CONFORMANCE_WRITES must be 1 or 0 (or true, false, yes, no, on, off), not "maybe"
--endpoint "POST /lead"     → --endpoint names an unknown operation, "POST /lead"; did you mean POST /leads?

CONFORMANCE_BASE_URL=https://host:port/v1 → CONFORMANCE_BASE_URL is not an address that parses; expected one like https://host/v1
TARGET --base-url host:8080/v1            → --base-url must begin with http:// or https://
--base-url ftp://host/v1                  → --base-url must begin with http:// or https://
--base-url https://me:KEY@host/v1         → --base-url must not contain a user name or password
--base-url https://host/v1?debug=1        → --base-url must not contain a query or a fragment
--base-url https://host/v1#               → --base-url must not contain a query or a fragment
--base-url "https://host/v1 "             → --base-url must not contain white space
--base-url ""                             → --base-url must not be empty
--base-url https://$<HOST>/v1             → --base-url has $<HOST> in it, which nobody has replaced: set the variable, or write the address
--base-url file:///srv/v1                 → --base-url must begin with http:// or https://
CONFORMANCE_BASE_URL=KEY                  → CONFORMANCE_BASE_URL must begin with http:// or https://
--base-url https://host/v1                → a base URL needs a key: set CONFORMANCE_API_KEY in the environment or in .env
CONFORMANCE_API_KEY=KEY                   → a key is given but no base URL: set CONFORMANCE_BASE_URL, or unset the key to verify the embedded service
TARGET CONFORMANCE_OTHER_API_KEY=KEY      → CONFORMANCE_OTHER_API_KEY is the key under test: isolation needs the key of a second workspace
TARGET CONFORMANCE_OTHER_API_KEY=OTHER CONFORMANCE_EXHAUSTIBLE_API_KEY=OTHER → CONFORMANCE_EXHAUSTIBLE_API_KEY is one of the other keys, too: its whole allowance would be spent
TARGET CONFORMANCE_APEX_URL=https://host.test/v1 → the apex URL has the host of the base URL: give the bare apex host, which redirects to it
TARGET --client-cert client.pem           → --client-cert and --client-key belong together: give both, or neither
--webhook-port 65536                      → --webhook-port must be a whole number from 0 to 65535, not "65536"

TARGET CONFORMANCE_API_KEY="KEY\n"            → CONFORMANCE_API_KEY must be visible ASCII characters only, without blanks and line breaks
TARGET CONFORMANCE_API_KEY=short              → CONFORMANCE_API_KEY must have at least 8 characters: is it cut short?
TARGET CONFORMANCE_API_KEY=op://vault/item/key → CONFORMANCE_API_KEY is no key, but where 1Password keeps it: start this command with "op run --"
TARGET CONFORMANCE_API_KEY=encrypted:BIqZ0c8f  → CONFORMANCE_API_KEY is no key, but a text that only dotenvx reads: start this command with "dotenvx run --"
TARGET CONFORMANCE_API_KEY=$STAGING_KEY        → CONFORMANCE_API_KEY is no key, but the name of a variable that nobody has replaced
--reports ~/reports         → --reports begins with ~, which only a shell replaces: write the whole path
--reports file:///tmp/r     → --reports must be a path, without file:// before it
--reports $<OUT>/r          → --reports has $<OUT> in it, which nobody has replaced: a shell does that, and not between single quotes
TARGET --api-key=KEY                          → keys do not belong on a command line, where others can read them: set CONFORMANCE_API_KEY in the environment or in .env
TARGET run --token KEY                        → keys do not belong on a command line, where others can read them: set CONFORMANCE_API_KEY in the environment or in .env

run https://host/v1  → an address is no requirement: give it with --base-url, or in CONFORMANCE_BASE_URL

CI=true run          → no base URL, and CI is set: does CONFORMANCE_BASE_URL exist, and may this job read it? (to verify the embedded service, say --base-url embedded)
CI=1 --profile smoke → no base URL, and CI is set: does CONFORMANCE_BASE_URL exist, and may this job read it? (to verify the embedded service, say --base-url embedded)
CI=true doctor       → no base URL, and CI is set: does CONFORMANCE_BASE_URL exist, and may this job read it? (to verify the embedded service, say --base-url embedded)

--known-failures known.json → known-failures file FOLDER/known.json cannot be read (ENOENT)
--config none.json          → the settings file none.json cannot be read (ENOENT)
--env staging               → --env "staging" needs a settings file, and there is no conformance.config.json or conformance.config.mjs in this folder or above it
`

const WORD = /([A-Z_]+=)?("(?:[^"\\]|\\.)*"|\S+)/g

const withBraces = (text: string): string => text.replaceAll(/\$<(\w+)>/g, '${$1}')

function read(
  line: string,
): [line: string, argv: string[], environment: Record<string, string>, says: string] {
  const [given = '', says = ''] = line.split(/ +→ /)
  const argv: string[] = []
  const environment: Record<string, string> = {}
  // A template uses the braces for itself.
  const plain = withBraces(given).replace(
    'TARGET',
    'CONFORMANCE_BASE_URL=https://host.test/v1 CONFORMANCE_API_KEY=KEY',
  )
  for (const [, variable, text = ''] of plain.matchAll(WORD)) {
    const word = text.startsWith('"') ? String(JSON.parse(text)) : text
    const value = word.replace(/\bKEY\b/, KEY).replace(/\bOTHER\b/, OTHER)
    if (variable === undefined) argv.push(value)
    else environment[variable.slice(0, -1)] = value
  }
  return [line, argv, environment, withBraces(says)]
}

test.each(
  COMMAND_LINES.split('\n')
    .filter((line) => line !== '')
    .map(read),
)('%s', async (_, argv, environment, says) => {
  expect(await refusalOf(argv, { environment })).toBe(says)
})

const CONFIG = 'conformance.config.json'
const KNOWN = 'known.json'
const ONE = { id: 'LEAD-01', reason: 'r' }
const listed = (...failures: readonly object[]): object => ({ profile: 'standard', failures })
const known = (problem: string): string => `known-failures file FOLDER/${KNOWN}${problem}`
const notRead = 'is not read: the settings file is conformance.config.json or conformance.config.mjs'

/** Files with the expected message; content that is not a text is written as JSON. */
test.each<[file: string, content: unknown, says: string, argv?: readonly string[]]>([
  [KNOWN, `${KEY}\n`, known(' is not JSON')],
  [
    KNOWN,
    [ONE],
    known(
      ' is not of the form { "profile": "standard", "failures": [{ "id": …, "places": […], "reason": … }] }',
    ),
  ],
  [
    KNOWN,
    { failures: [] },
    known(': "profile" is not that of the runs that it is for: smoke, standard, full'),
  ],
  [KNOWN, { profile: 'full', failures: ONE }, known(': "failures" is not a list')],
  [KNOWN, { profile: 'full', entries: [] }, known(': unknown property "entries"')],
  [
    KNOWN,
    listed(ONE, { ...ONE, id: 'LEAD-1' }),
    known(', entry 2: unknown requirement id "LEAD-1"; did you mean LEAD-01?'),
  ],
  [
    KNOWN,
    listed({ ...ONE, id: 'OPEN-01' }),
    known(', entry 1: OPEN-01 is never violated: it is an open point'),
  ],
  [KNOWN, listed(ONE, ONE), known(', entry 2: LEAD-01 is listed twice: one entry holds all of its places')],
  [KNOWN, listed({ ...ONE, reason: ' ' }), known(', entry 1: "reason" is not a text that says why')],
  [KNOWN, listed({ ...ONE, until: '2027' }), known(', entry 1: "until" is not a date like 2027-01-31')],
  [
    KNOWN,
    listed({ ...ONE, until: '2027-02-29' }),
    known(', entry 1: "until" is a day that does not exist, "2027-02-29"'),
  ],
  [
    KNOWN,
    listed({ ...ONE, places: ['leads'] }),
    known(
      ', entry 1: "places" is not a list of places like GET /things/{id} or GET /things at /data/*/email',
    ),
  ],
  [
    KNOWN,
    listed({ ...ONE, untill: '2026-12-31' }),
    known(', entry 1: unknown property "untill"; did you mean until?'),
  ],
  [KNOWN, listed({ ...ONE, link: 'TICKET-7' }), known(', entry 1: "link" is not an http or https address')],
  [
    '.env',
    `# comment\nOTHER\nCONFORMANCE_BUDGET=5\nCONFORMANCE_API_KEY ${KEY}\n`,
    '.env line 4 is not of the form NAME=value',
  ],
  ['.env', `A=1\nCONFORMANCE_API_KEY="${KEY}\n`, '.env line 2 is not of the form NAME=value'],
  ['.env', `CONFORMANCE_API_KEY='a' ${KEY}`, '.env line 1 is not of the form NAME=value'],
  ['.env', 'A=\u0000', '.env is not a text file in UTF-8'],
  [
    '.env',
    'CONFORMANCE_PROFILE=fast\n',
    'CONFORMANCE_PROFILE (in .env) must be smoke, standard or full, not "fast"',
  ],
  ['.env/file', '', '.env cannot be read (EISDIR)'],
  [CONFIG, '{', `the settings file ${CONFIG} is not JSON`],
  [CONFIG, { profil: 'smoke' }, `${CONFIG} has an unknown setting, "profil"; did you mean profile?`],
  [CONFIG, { profile: 'fast' }, `profile in ${CONFIG} must be smoke, standard or full, not "fast"`],
  [
    CONFIG,
    { budget: { smoke: 100 } },
    `budget in ${CONFIG} must be a text, a number, true or false, or a list`,
  ],
  [
    CONFIG,
    { apiKey: KEY },
    `${CONFIG} has "apiKey": keys do not belong in a file of the repository; set CONFORMANCE_API_KEY in the environment or in .env`,
  ],
  [
    CONFIG,
    { environments: { staging: {}, local: {} } },
    `no base URL: ${CONFIG} names staging, local; choose one with --env (to verify the embedded service, say --base-url embedded)`,
    ['run'],
  ],
  [
    CONFIG,
    { environments: { staging: {} } },
    `no base URL: ${CONFIG} gives staging none (to verify the embedded service, say --base-url embedded)`,
    ['--env', 'staging'],
  ],
  [
    CONFIG,
    { environments: { eu: {}, us: {} } },
    `${CONFIG} has no environment "staging"; it has eu, us`,
    ['--env', 'staging'],
  ],
  [
    CONFIG,
    { environments: { stagin: {} } },
    `${CONFIG} has no environment "staging"; did you mean stagin?`,
    ['--env', 'staging'],
  ],
  [
    'conformance.config.mjs',
    'throw new Error("no\\nvault")',
    'the settings file conformance.config.mjs cannot be read (no vault)',
  ],
  ['conformance.config.mjs', 'export const a = 1', 'conformance.config.mjs is not an object of settings'],
  ['conformance.config.ts', '', `conformance.config.ts ${notRead}`],
  ['conformance.conf.json', '', `conformance.conf.json ${notRead}`],
  ['.conformancerc', '', `.conformancerc ${notRead}`],
  [
    'file',
    '',
    'reports folder FOLDER/file/reports cannot be written (ENOTDIR); choose another with --reports',
    ['--reports', 'file/reports'],
  ],
  [
    'reports/run.json',
    '{"schemaVersion":1,',
    'FOLDER/reports/run.json cannot be read (it is not JSON, or cut off)',
    ['--last-failed'],
  ],
  [
    'reports/run.json',
    {},
    'FOLDER/reports/run.json cannot be read (it is no record of this tool)',
    ['--last-failed'],
  ],
  ['reports/run.json/x', '', 'FOLDER/reports/run.json cannot be read (EISDIR)', ['--last-failed']],
  ['cut.har', '{"log":', 'FOLDER/cut.har is cut off, and no whole HAR file', ['judge', 'cut.har']],
])('the file %s with %j', async (file, content, says, argv) => {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  const words = argv ?? (file === KNOWN ? ['--known-failures', KNOWN] : [])
  expect(await refusalOf(words, { files: { [file]: text } })).toBe(says)
})

test('of two settings files in one folder, none is chosen', async () => {
  const files = { [CONFIG]: '{}', 'conformance.config.mjs': 'export default {}' }
  expect(await refusalOf([], { files })).toBe(
    'conformance.config.json and conformance.config.mjs are both in this folder: keep one of them',
  )
})

test.each([
  ['CONFORMANCE_BASEURL', 'CONFORMANCE_BASE_URL'],
  ['CONFORMANCE_API_KY', 'CONFORMANCE_API_KEY'],
  ['CONFORMANCE_KEY', 'CONFORMANCE_API_KEY'],
  ['CONFORMANCE_TARGET_URL', 'CONFORMANCE_BASE_URL'],
  ['conformance_base_url', 'CONFORMANCE_BASE_URL'],
])('the variable %s is nearly right, and its value is not shown', async (name, meant) => {
  const says = `${name} is no variable of this tool; did you mean ${meant}?`
  expect(await refusalOf(['--quiet'], { environment: { [name]: KEY } })).toBe(says)
  expect(await refusalOf(['--quiet'], { files: { '.env': `${name}=${KEY}` } })).toBe(says)
})

test('what has no effect in .env is warned about', async () => {
  const files = { '.env': 'NODE_EXTRA_CA_CERTS=ca.pem\nHTTPS_PROXY=http://proxy.test:8080\n' }
  expect((await call(['--quiet'], { files })).err).toBe(
    'warning: NODE_EXTRA_CA_CERTS has no effect in .env: set it in the environment\n' +
      'warning: HTTPS_PROXY has no effect in .env: set it in the environment\n',
  )
})
