import { expect, test } from 'vitest'
import { scrubberFor } from './scrubber.ts'
import { OPTIONS } from './testing/options.ts'

const credentials = Buffer.from('operator:correct-horse').toString('base64')
const { text } = scrubberFor(
  { main: 'wk_live_9aF3kQ7mZp2RtX8vB1nC' },
  { ...OPTIONS, header: [['X-Gateway', `Basic ${credentials}`]] },
)

test.each([`Basic ${credentials}`, credentials, 'operator:correct-horse', 'correct-horse'])(
  'of a header with credentials %s is masked',
  (shown) => {
    expect(text(`x ${shown} y`)).toMatch(/^x ?\$X-Gateway(?:\(altered\))? y$/)
  },
)
