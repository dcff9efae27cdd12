import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { sinkOf } from './node-host.ts'

test('writing ends quietly when nobody reads any more', () => {
  const written: string[] = []
  const stream = Object.assign(new EventEmitter(), { write: (text: string) => written.push(text) })
  const sink = sinkOf(stream)

  sink.write('read')
  stream.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))
  sink.write('lost')

  expect(written).toEqual(['read'])
  expect(sink.isTTY).toBe(false)
})
