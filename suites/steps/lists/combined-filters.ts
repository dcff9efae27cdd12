import type { ListKey } from '../../../lib/api/catalogue/index.ts'
import type { Verify } from '../../../lib/harness/case.ts'
import { keepsExactly } from './filtering.ts'
import { nextPages } from './next-pages.ts'
import { together } from './together.ts'

/** What differs from list to list in the cases on filters that are given together. */
interface Combined {
  readonly requirements: { readonly whole: string; readonly paged: string }
  readonly costs: { readonly whole: number; readonly paged: number }
  /** The rows of the list, in the plural. */
  readonly rows: string
}

/** Part 4: filters that are given together all apply, on the first page and on later ones. */
export function combinedFilters(
  verify: Verify,
  list: ListKey,
  { requirements, costs, rows }: Combined,
): void {
  verify(
    requirements.whole,
    'filters that are given together all apply',
    { cost: costs.whole, smoke: true },
    async (ctx) => {
      const { whole } = await together(ctx, list)

      await keepsExactly(ctx, list, whole, `${rows} that differ in two filters`)
    },
  )

  verify(requirements.paged, 'filters hold on every page', { cost: costs.paged }, async (ctx) => {
    const { paged } = await together(ctx, list)

    await nextPages(ctx, list, paged)
  })
}
