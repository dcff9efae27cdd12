import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runProgram } from './program.ts'
import { fakeDependencies } from './testing/fake-dependencies.ts'
import { fakeHost } from './testing/fake-host.ts'
import { KEY, refuses } from './testing/refuses.ts'

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

test('an unreadable .env is one line', async () => {
  const host = await fakeHost()
  await mkdir(join(host.folder, '.env'))

  const code = await runProgram([], host, fakeDependencies())

  expect([code, host.err()]).toEqual([2, 'error: .env is not a file: remove it, or replace it by one\n'])
})

test('an unwritable reports folder is one line, before anything is spent', async () => {
  const host = await fakeHost({}, { file: '' })
  const dependencies = fakeDependencies()

  const code = await runProgram(['--reports', 'file/reports'], host, dependencies)

  const folder = join(host.folder, 'file/reports')
  expect([code, host.err()]).toEqual([
    2,
    `error: reports folder ${folder} cannot be written (ENOTDIR); choose another with --reports\n`,
  ])
  expect(dependencies.asked.runs).toEqual([])
})

test('a mistyped variable is warned about, and its value is not shown', async () => {
  const host = await fakeHost({ CONFORMANCE_API_KY: KEY })

  const code = await runProgram(['--quiet'], host, fakeDependencies())

  expect([code, host.err()]).toEqual([
    0,
    'warning: CONFORMANCE_API_KY has no effect: no option has this variable; did you mean CONFORMANCE_API_KEY?\n',
  ])
})
