import { describe, expect, test } from 'vitest'
import type { Row } from '../../../lib/util/values.ts'
import { recordLead } from './leads.ts'
import { leadOfRefused } from './refused-leads.ts'
import { answerOf } from '../../../lib/harness/testing/answers.ts'
import { fakeClient } from '../../../lib/harness/testing/fake-client.ts'
import { runCase, sessionOf } from '../../../lib/harness/testing/run-case.ts'
import { page } from '../../../lib/harness/testing/tables.ts'

/** Which lead of the list is told after leads with these names were answered with these statuses, in one case and looked at in another. */
async function told(sent: readonly (readonly [name: string, status: number])[], rows: readonly Row[]) {
  const session = sessionOf(
    fakeClient((_, count) => ({ status: sent[count - 1]?.[1] ?? 200, body: { data: { id: `L${count}` } } })),
  )
  await runCase(session, async (ctx) => {
    for (const [name] of sent) recordLead(ctx, await ctx.api.createLead({ name }))
  })
  let found: ReturnType<typeof leadOfRefused>
  await runCase(session, async (ctx) => {
    found = leadOfRefused(ctx, answerOf(page(rows).body))
    await Promise.resolve()
  })
  return found === undefined ? undefined : [found.row['id'], found.refusal.exchange.id]
}

describe('a lead in the list with the mark of a refused body', () => {
  test.each([400, 404, 422])('is told, with the refusal (%i)', async (status) => {
    const rows = [{ id: 'A' }, { id: 'B', name: 'x cac-test-12 y' }]

    expect(
      await told(
        [
          ['cac-test-1', 200],
          ['cac-test-12', status],
        ],
        rows,
      ),
    ).toEqual(['B', 2])
  })

  test.each<[string, [string, number][], Row]>([
    ['its mark is that of an accepted body', [['cac-test-1', 200]], { id: 'A', name: 'cac-test-1' }],
    [
      'both were sent',
      [
        ['cac-test-1', 400],
        ['cac-test-1', 200],
      ],
      { id: 'A', name: 'cac-test-1' },
    ],
    ['the service failed', [['cac-test-1', 500]], { id: 'A', name: 'cac-test-1' }],
    ['the allowance was spent', [['cac-test-1', 429]], { id: 'A', name: 'cac-test-1' }],
    ['only its beginning is the same', [['cac-test-1', 400]], { id: 'A', name: 'cac-test-12' }],
    ['another run made it', [['cac-test-1', 400]], { id: 'A', name: 'cac-other-1' }],
  ])('is nothing where %s', async (_, sent, row) => {
    expect(await told(sent, [row])).toBeUndefined()
  })
})
