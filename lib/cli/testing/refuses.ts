import { expect, test } from 'vitest'
import { runProgram } from '../program.ts'
import { fakeDependencies } from './fake-dependencies.ts'
import { fakeHost } from './fake-host.ts'

/** Keys that must not appear in any message. */
export const KEY = 'cak_live_9f8e7d6c5b4a39281706'
export const OTHER_KEY = 'cak_live_00112233445566778899'

export const TARGET = { CONFORMANCE_BASE_URL: 'https://host.test/v1', CONFORMANCE_API_KEY: KEY }

export interface BadInput {
  readonly argv?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly files?: Readonly<Record<string, string>>
  /** The one line, without its prefix `error: `; the caller's folder is FOLDER. */
  readonly says: string
}

/** Expects that each input is refused by one line, with exit code 2, before the engine is asked for anything. */
export function refuses(inputs: Readonly<Record<string, BadInput>>): void {
  test.each(Object.entries(inputs))('%s', async (_, { argv = [], environment, files, says }) => {
    const host = await fakeHost(environment, files)
    const dependencies = fakeDependencies()

    const code = await runProgram(argv, host, dependencies)

    const err = host.err().replaceAll(host.folder, 'FOLDER')
    expect({ code, out: host.out(), err, runs: dependencies.asked.runs }).toEqual({
      code: 2,
      out: '',
      err: `error: ${says}\n`,
      runs: [],
    })
  })
}
