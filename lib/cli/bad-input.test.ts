import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runProgram } from './program.ts'
import { call, type Circumstances, fakeEngine } from './testing/call.ts'
import { fakeHost } from './testing/fake-host.ts'

/** Keys that must not appear in any message. */
const KEY = 'cak_live_9f8e7d6c5b4a39281706'
const OTHER_KEY = 'cak_live_00112233445566778899'

const TARGET = { CONFORMANCE_BASE_URL: 'https://host.test/v1', CONFORMANCE_API_KEY: KEY }

interface BadInput extends Circumstances {
  readonly argv?: readonly string[]
  /** The one line, without its prefix `error: `; the caller's folder is FOLDER. */
  readonly says: string
}

/** Expects that each input is refused by one line, with exit code 2, before the engine is asked for anything. */
function refuses(inputs: Readonly<Record<string, BadInput>>): void {
  test.each(Object.entries(inputs))('%s', async (_, { argv = [], says, ...circumstances }) => {
    const { code, out, err, asked } = await call(argv, circumstances)
    expect({ code, out, err, asked }).toEqual({ code: 2, out: '', err: `error: ${says}\n`, asked: [] })
  })
}

describe('a command line that is not understood', () => {
  refuses({
    'an unknown option': {
      argv: ['--bugdet', '5'],
      says: 'unknown option --bugdet (Did you mean --budget?) (see "chat-agent-conformance run --help")',
    },
    'an unknown option with a value': {
      argv: ['plan', `--secret=${KEY}`],
      says: 'unknown option --secret (see "chat-agent-conformance plan --help")',
    },
    'an option of another command': {
      argv: ['list', '--budget', '5'],
      says: 'unknown option --budget (see "chat-agent-conformance list --help")',
    },
    'an option without its value': {
      argv: ['run', '--profile'],
      says: 'option --profile <name> argument missing (see "chat-agent-conformance run --help")',
    },
    'an unknown command': {
      argv: ['lst'],
      says: 'unknown command "lst" (Did you mean list?) (see "chat-agent-conformance --help")',
    },
    'a key where a command belongs': {
      argv: [KEY],
      says: 'unknown command a value of 29 characters (see "chat-agent-conformance --help")',
    },
    'a key behind a command': {
      argv: ['doctor', KEY],
      says: 'too many arguments for "doctor". Expected 0 arguments but got 1. (see "chat-agent-conformance doctor --help")',
    },
    'a missing operand': {
      argv: ['compare', 'old.json'],
      says: 'compare needs NEW (see "chat-agent-conformance compare --help")',
    },
    'options that exclude each other': {
      argv: ['--quiet', '--verbose'],
      says: 'option --quiet cannot be used with option --verbose (see "chat-agent-conformance run --help")',
    },
  })
})

describe('a value that its option does not take', () => {
  refuses({
    'an unknown profile': {
      argv: ['--profile', 'fast'],
      says: '--profile must be smoke, standard or full, not "fast"',
    },
    'an unknown requirement': {
      argv: ['--only', 'LEAD-01', 'LEDA-02'],
      says: '--only names an unknown requirement id, "LEDA-02"; did you mean LEAD-02?',
    },
    'a part that does not exist': {
      argv: ['--part', '3', '11'],
      says: '--part must name parts from 1 to 9, or 10 for own requirements, not "11"',
    },
    'no budget': {
      argv: ['--budget', '0'],
      says: '--budget must be a whole number from 1 to 1000000, not "0"',
    },
    'a budget that is no number': {
      environment: { CONFORMANCE_BUDGET: 'lots' },
      says: 'CONFORMANCE_BUDGET must be a whole number from 1 to 1000000, not "lots"',
    },
    'a seed beyond 31 bits': {
      argv: ['--seed', '2147483648'],
      says: '--seed must be a whole number from 0 to 2147483647, not "2147483648"',
    },
    'a negative seed': {
      argv: ['--seed', '-1'],
      says: '--seed must be a whole number from 0 to 2147483647, not "-1"',
    },
    'a key where a number belongs': {
      argv: ['--seed', KEY],
      says: '--seed must be a whole number from 0 to 2147483647, not a value of 29 characters',
    },
    'too many connections': {
      argv: ['--concurrency', '65'],
      says: '--concurrency must be a whole number from 1 to 64, not "65"',
    },
    'no time': {
      argv: ['--timeout', '0'],
      says: '--timeout must be a number of seconds from 0.1 to 600, not "0"',
    },
    'a switch that is neither on nor off': {
      environment: { CONFORMANCE_WRITES: 'maybe' },
      says: 'CONFORMANCE_WRITES must be 1 or 0 (or true, false, yes, no, on, off), not "maybe"',
    },
    'an operation that does not exist': {
      argv: ['--endpoint', 'POST /lead'],
      says: '--endpoint names no operation of this API, "POST /lead"; did you mean POST /leads?',
    },
    'something else than an operation': {
      argv: ['--endpoint', 'leads?limit=1'],
      says: '--endpoint must name operations like "POST /leads", a method or a path, not "leads?limit=1"',
    },
  })
})

describe('a target that cannot be', () => {
  refuses({
    'a base URL that does not parse': {
      environment: { ...TARGET, CONFORMANCE_BASE_URL: 'https://host:port/v1' },
      says: 'CONFORMANCE_BASE_URL is not an address that parses; expected one like https://host/v1',
    },
    'a base URL without a scheme': {
      argv: ['--base-url', 'localhost:8080/v1'],
      environment: TARGET,
      says: '--base-url must begin with http:// or https://',
    },
    'another scheme': {
      argv: ['--base-url', 'ftp://host/v1'],
      says: '--base-url must begin with http:// or https://',
    },
    'credentials in the address': {
      argv: ['--base-url', `https://me:${KEY}@host/v1`],
      says: '--base-url must not contain a user name or password',
    },
    'a query in the address': {
      argv: ['--base-url', 'https://host/v1?debug=1'],
      says: '--base-url must not contain a query or a fragment',
    },
    'an empty fragment in the address': {
      argv: ['--base-url', 'https://host/v1#'],
      says: '--base-url must not contain a query or a fragment',
    },
    'white space in the address': {
      argv: ['--base-url', 'https://host/v1 '],
      says: '--base-url must not contain white space',
    },
    'an empty base URL': { argv: ['--base-url', ''], says: '--base-url must not be empty' },
    'the key where the base URL belongs': {
      environment: { CONFORMANCE_BASE_URL: KEY },
      says: 'CONFORMANCE_BASE_URL must begin with http:// or https://',
    },
    'a base URL without a key': {
      argv: ['--base-url', 'https://host/v1'],
      says: 'a base URL needs a key: set CONFORMANCE_API_KEY in the environment or in .env',
    },
    'a base URL out of a variable that is empty': {
      environment: { CONFORMANCE_API_KEY: KEY, CONFORMANCE_BASE_URL: '' },
      says: 'CONFORMANCE_BASE_URL is set but empty: give it a value, or unset it',
    },
    'a key without a base URL': {
      environment: { CONFORMANCE_API_KEY: KEY },
      says: 'CONFORMANCE_API_KEY is set but no base URL: set CONFORMANCE_BASE_URL, or unset the key to verify the embedded service',
    },
    'the same key for both workspaces': {
      environment: { ...TARGET, CONFORMANCE_OTHER_API_KEY: KEY },
      says: 'CONFORMANCE_OTHER_API_KEY is the same key as CONFORMANCE_API_KEY: isolation needs the key of a second workspace',
    },
    'the key under test as the one to exhaust': {
      environment: TARGET,
      files: { '.env': `CONFORMANCE_EXHAUSTIBLE_API_KEY=${KEY}\n` },
      says: 'CONFORMANCE_EXHAUSTIBLE_API_KEY (in .env) is the same key as CONFORMANCE_API_KEY: its whole allowance would be spent',
    },
    'the other key as the one to exhaust': {
      environment: {
        ...TARGET,
        CONFORMANCE_OTHER_API_KEY: OTHER_KEY,
        CONFORMANCE_EXHAUSTIBLE_API_KEY: OTHER_KEY,
      },
      says: 'CONFORMANCE_EXHAUSTIBLE_API_KEY is the same key as CONFORMANCE_OTHER_API_KEY: its whole allowance would be spent',
    },
    'an apex address with the host of the base URL': {
      environment: { ...TARGET, CONFORMANCE_APEX_URL: TARGET.CONFORMANCE_BASE_URL },
      says: 'CONFORMANCE_APEX_URL has the host of the base URL: give the bare apex host, which redirects to it',
    },
    'an apex address that does not parse': {
      argv: ['--apex-url', 'host'],
      says: '--apex-url must begin with http:// or https://',
    },
    'a certificate without its key': {
      argv: ['--client-cert', 'client.pem'],
      environment: TARGET,
      says: '--client-cert needs --client-key, too: a certificate and its private key belong together',
    },
    'a private key without its certificate': {
      environment: { ...TARGET, CONFORMANCE_CLIENT_KEY: 'key.pem' },
      says: 'CONFORMANCE_CLIENT_KEY needs --client-cert, too: a certificate and its private key belong together',
    },
    'a webhook port out of range': {
      argv: ['--webhook-port', '65536'],
      says: '--webhook-port must be a whole number from 0 to 65535, not "65536"',
    },
  })
})

describe('a malformed key', () => {
  refuses({
    'with a line break': {
      environment: { ...TARGET, CONFORMANCE_API_KEY: `${KEY}\n` },
      says: 'CONFORMANCE_API_KEY must be visible ASCII characters only: it contains a line break',
    },
    'with white space': {
      environment: { ...TARGET, CONFORMANCE_OTHER_API_KEY: `Bearer ${KEY}` },
      says: 'CONFORMANCE_OTHER_API_KEY must be visible ASCII characters only: it contains white space',
    },
    'with a character that is not ASCII': {
      environment: { ...TARGET, CONFORMANCE_API_KEY: `${KEY}é` },
      says: 'CONFORMANCE_API_KEY must be visible ASCII characters only: it contains a character that is not visible ASCII',
    },
    'on the command line': {
      argv: [`--api-key=${KEY}`],
      says: 'keys do not belong on a command line, where others can read them: set CONFORMANCE_API_KEY in the environment or in .env',
    },
    'on the command line, under another name': {
      argv: ['run', '--token', KEY],
      says: 'keys do not belong on a command line, where others can read them: set CONFORMANCE_API_KEY in the environment or in .env',
    },
  })
})

const FILE_NAME = 'known.json'
const KNOWN = ['--known-failures', FILE_NAME]
const knownFile = (value: unknown): Record<string, string> => ({ [FILE_NAME]: JSON.stringify(value) })

describe('a known-failures file', () => {
  refuses({
    'that is not there': {
      argv: KNOWN,
      says: 'known-failures file FOLDER/known.json cannot be read (ENOENT)',
    },
    'that is not JSON': {
      argv: KNOWN,
      files: { [FILE_NAME]: `${KEY}\n` },
      says: 'known-failures file FOLDER/known.json is not JSON',
    },
    'that is not a list': {
      argv: KNOWN,
      files: knownFile({}),
      says: 'known-failures file FOLDER/known.json is not a JSON array of entries',
    },
    'with an unknown id': {
      argv: KNOWN,
      files: knownFile([
        { id: 'LEAD-01', reason: 'r' },
        { id: 'LEAD-1', reason: 'r' },
      ]),
      says: 'known-failures file FOLDER/known.json, entry 2: unknown requirement id "LEAD-1"; did you mean LEAD-01?',
    },
    'without a reason': {
      argv: KNOWN,
      files: knownFile([{ id: 'LEAD-01', reason: ' ' }]),
      says: 'known-failures file FOLDER/known.json, entry 1: LEAD-01 has no reason',
    },
    'with a bad date': {
      argv: KNOWN,
      files: knownFile([{ id: 'LEAD-01', reason: 'r', until: '2026-02-30' }]),
      says: 'known-failures file FOLDER/known.json, entry 1: the date "until" of LEAD-01 is not a date like 2027-01-31',
    },
    'with a mistyped property': {
      argv: KNOWN,
      files: knownFile([{ id: 'LEAD-01', reason: 'r', untill: '2026-12-31' }]),
      says: 'known-failures file FOLDER/known.json, entry 1: unknown property "untill"; did you mean until?',
    },
    'with a link that is none': {
      argv: KNOWN,
      files: knownFile([{ id: 'LEAD-01', reason: 'r', link: 'TICKET-7' }]),
      says: 'known-failures file FOLDER/known.json, entry 1: the link of LEAD-01 is not an http or https address',
    },
    'with an entry twice': {
      argv: KNOWN,
      files: knownFile([
        { id: 'LEAD-01', reason: 'r' },
        { id: 'LEAD-01', reason: 's' },
      ]),
      says: 'known-failures file FOLDER/known.json: LEAD-01 is listed twice',
    },
  })
})

describe('an .env file', () => {
  refuses({
    'with a line that is no assignment': {
      files: { '.env': `# comment\n\nCONFORMANCE_BUDGET=5\n${KEY}\n` },
      says: '.env line 4 is not of the form NAME=value',
    },
    'with an open quotation mark': {
      files: { '.env': `A=1\nCONFORMANCE_API_KEY="${KEY}\n` },
      says: '.env line 2 has a quotation mark that is not closed',
    },
    'that is not text': { files: { '.env': 'A=\u0000' }, says: '.env is not a text file' },
    'with a value that its option does not take': {
      files: { '.env': 'CONFORMANCE_PROFILE=fast\n' },
      says: 'CONFORMANCE_PROFILE (in .env) must be smoke, standard or full, not "fast"',
    },
  })
})

const CONFIG = 'conformance.config.json'
const configured = (content: object): Record<string, string> => ({ [CONFIG]: JSON.stringify(content) })

describe('a settings file', () => {
  refuses({
    'that is not there': {
      argv: ['--config', 'none.json'],
      says: 'the settings file none.json cannot be read (ENOENT)',
    },
    'with a mistyped setting': {
      files: configured({ profil: 'smoke' }),
      says: `${CONFIG} has an unknown setting, "profil"; did you mean profile?`,
    },
    'with a key': {
      files: configured({ apiKey: KEY }),
      says: `${CONFIG} has "apiKey": keys do not belong in a file of the repository; set CONFORMANCE_API_KEY in the environment or in .env`,
    },
    'with a value of another type': {
      files: configured({ budget: { smoke: 100 } }),
      says: `budget in ${CONFIG} must be a text, a number, true or false, or a list where it names more`,
    },
    'with a value that its option does not take': {
      files: configured({ environments: { staging: { profile: 'fast' } } }),
      argv: ['--env', 'staging'],
      says: `profile in ${CONFIG} (staging) must be smoke, standard or full, not "fast"`,
    },
    'without the environment': {
      files: configured({ environments: { staging: {} } }),
      argv: ['--env', 'stagin'],
      says: `${CONFIG} has no environment "stagin"; did you mean staging?`,
    },
    'that is needed for an environment': {
      argv: ['--env', 'staging'],
      says: `--env "staging" needs a settings file, and there is no ${CONFIG} or conformance.config.mjs in this folder or above it`,
    },
    'with known failures that are none': {
      files: configured({ knownFailures: [{ id: 'LEAD-01' }] }),
      says: `knownFailures in ${CONFIG}, entry 1: LEAD-01 has no reason`,
    },
  })
})

test('an unreadable .env is one line', async () => {
  const host = await fakeHost()
  await mkdir(join(host.folder, '.env'))

  const code = await runProgram([], host, fakeEngine())

  expect([code, host.err()]).toEqual([2, 'error: .env is not a file: remove it, or replace it by one\n'])
})

test('an unwritable reports folder is one line, before anything is spent', async () => {
  const { code, err, asked } = await call(['--reports', 'file/reports'], { files: { file: '' } })
  expect([code, err, asked]).toEqual([
    2,
    'error: reports folder FOLDER/file/reports cannot be written: there is a file in its place (ENOTDIR); choose another with --reports\n',
    [],
  ])
})

test('a mistyped variable is warned about, and its value is not shown', async () => {
  const { code, err } = await call(['--quiet'], { environment: { CONFORMANCE_API_KY: KEY } })
  expect([code, err]).toEqual([
    0,
    'warning: CONFORMANCE_API_KY has no effect: no option has this variable; did you mean CONFORMANCE_API_KEY?\n',
  ])
})
