import { expect, test } from 'vitest'
import { type Deferred, deferred } from '../util/testing/deferred.ts'
import { Lane } from './lane.ts'

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('one alone begins when all before it have ended, however they end, and later ones wait for its end', async () => {
  const lane = new Lane()
  const begun: string[] = []
  const send =
    (name: string, { promise }: Deferred<'answer' | 'loss'>) =>
    async (): Promise<void> => {
      begun.push(name)
      if ((await promise) === 'loss') throw new Error(name)
    }
  const [first, second, alone, later] = [1, 2, 3, 4].map(() => deferred<'answer' | 'loss'>())
  const before = [lane.beside(send('first', first!)), lane.beside(send('second', second!))]
  await settled()
  const ends = Promise.allSettled([
    ...before,
    lane.alone(send('alone', alone!)),
    lane.beside(send('later', later!)),
  ])

  first!.resolve('answer')
  await settled()
  expect(begun).toEqual(['first', 'second'])

  second!.resolve('loss')
  await settled()
  expect(begun).toEqual(['first', 'second', 'alone'])

  alone!.resolve('loss')
  await settled()
  expect(begun).toEqual(['first', 'second', 'alone', 'later'])

  later!.resolve('answer')
  expect((await ends).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
})
