/** A suite with requirements of its own, as its owner works with it: looked up, run, excused. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RunRecord } from '../app/report/record.ts'
import { runProgram } from './program.ts'
import { fakeHost } from './testing/fake-host.ts'

/** ACME-1 holds, ACME-2 and ACME-3 do not, and no case verifies ACME-4. */
const SUITE = `
const asks = async (ctx, fact, requirement) => {
  const me = await ctx.api.me()
  ctx.expect(me).toAnswer(200)
  ctx.expect(me).toSatisfy(fact, 'what was agreed', 'something else', { requirement })
}
const verifying = (id, requirements, run) =>
  ({ id, title: id, suite: 'Acme', requirements, needs: [], cost: 1, phase: 'read', smoke: true, deep: false, generated: false, run })
const requirements = [1, 2, 3, 4].map((n) => ({ id: 'ACME-' + n, text: 'Agreed ' + n + '.', source: 'Handbook ' + n }))
export default {
  title: 'Acme',
  requirements,
  cases: [
    verifying('ACME-1/holds', ['ACME-1'], (ctx) => asks(ctx, true, 'ACME-1')),
    verifying('ACME-2/fails', ['ACME-2', 'ACME-3'], async (ctx) => {
      await asks(ctx, false, 'ACME-2')
      await asks(ctx, false, 'ACME-3')
    }),
  ],
}
`

type Said = { readonly code: number; readonly out: string; readonly err: string }

/** A folder with the suite, in which commands run. */
async function owner(): Promise<{
  readonly says: (...argv: readonly string[]) => Promise<Said>
  /** The record of the last run. */
  readonly record: () => Promise<RunRecord>
}> {
  const { folder } = await fakeHost({}, { 'own.mjs': SUITE })
  return {
    says: async (...argv) => {
      const host = { ...(await fakeHost({})), folder }
      const code = await runProgram(argv, host)
      return { code, out: host.out(), err: host.err() }
    },
    record: async () => JSON.parse(await readFile(join(folder, 'reports/run.json'), 'utf8')) as RunRecord,
  }
}

const OWN = ['--suite', 'own.mjs']
const RUN = ['run', ...OWN, '--part', '10', '--quiet', '--seed', '7']

function verdicts({ requirements }: RunRecord): readonly string[] {
  return requirements.filter(({ own }) => own === true).map(({ id, verdict }) => `${id} ${verdict}`)
}

test('its requirements are listed and explained beside those of the specification', async () => {
  const { says } = await owner()

  expect((await says('list', ...OWN, '--part', '10')).out).toContain('ACME-2/fails')
  const { out } = await says('explain', ...OWN, 'ACME-2', 'ACME-4')
  expect(out).toContain('Handbook 2')
  expect(out).toContain('run --only ACME-2 --suite FILE')
  expect(out).toContain('By no case of the own suite.')
  expect((await says('explain', 'ACME-2')).err).toContain('own ones need --suite FILE')
})

test.concurrent('a violation of one hides no other, and known failures excuse each by itself', async () => {
  const { says, record } = await owner()
  expect((await says(...RUN)).code).toBe(1)
  expect(verdicts(await record())).toEqual([
    'ACME-1 passed',
    'ACME-2 failed',
    'ACME-3 failed',
    'ACME-4 inconclusive',
  ])

  const known = ['--known-failures', 'known.json']
  expect((await says('known-failures', '--update', ...known)).out).toContain('added ACME-2 at GET /me')
  expect((await says('known-failures', '--update', ...known)).out).toMatch(/: 2 entries\n$/)
  expect((await says('known-failures', ...known)).err).toContain('needs --suite FILE')
  expect((await says('known-failures', ...known, ...OWN)).code).toBe(0)
  // Nothing is violated beyond the known, and ACME-4 was not exercised.
  expect((await says(...RUN, ...known, '--strict')).code).toBe(3)
})
