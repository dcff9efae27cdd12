import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ConfigurationError } from '../../util/errors.ts'
import { readEnvironmentFile } from './environment.ts'

async function read(text: string | Uint8Array): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-env-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, '.env'), text)
  return readEnvironmentFile(folder)
}

test('a folder without the file gives nothing', async () => {
  expect(await readEnvironmentFile(join(tmpdir(), 'no such folder'))).toEqual({})
})

test('reads the forms that dotenv knows', async () => {
  const text = [
    '\uFEFF# a comment',
    'PLAIN=value # with a comment',
    'export EXPORTED=yes',
    `QUOTED='a # b'`,
    'DOUBLE="two\nlines"',
    'EMPTY=',
    'COLON: value\r',
    '  INDENTED = value',
    '',
  ].join('\n')
  expect(await read(text)).toEqual({
    PLAIN: 'value',
    EXPORTED: 'yes',
    QUOTED: 'a # b',
    DOUBLE: 'two\nlines',
    EMPTY: '',
    COLON: 'value',
    INDENTED: 'value',
  })
})

test.each([
  [
    'a line behind a quoted text of two lines',
    'A="x\ny"\n\n=oops\n',
    '.env line 4 is not of the form NAME=value',
  ],
  ['an open quotation mark', "\n\nA='secret\n", '.env line 3 has a quotation mark that is not closed'],
  ['text behind a quotation mark', 'A="b" secret\n', '.env line 1 has a quotation mark that is not closed'],
  ['bytes that are not UTF-8', Uint8Array.of(0x41, 0x3d, 0xff), '.env is not a text file in UTF-8'],
])('refuses %s, and does not show it', async (_, text, message) => {
  await expect(read(text)).rejects.toThrow(new ConfigurationError(message))
})
