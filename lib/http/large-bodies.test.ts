import { expect, test } from 'vitest'
import { createTurns } from './large-bodies.ts'

test('two large bodies are held at a time, and a turn that was given up makes room', async () => {
  const turns = createTurns()
  const [first, second, third, fourth] = [turns(), turns(), turns(), turns()]
  const taken: string[] = []
  await Promise.all([first.take(), second.take()])
  const thirdTaken = third.take().then(() => taken.push('third'))
  const fourthTaken = fourth.take().then(() => taken.push('fourth'))

  third.end(0)
  expect(taken).toEqual([])
  first.end(0)
  await thirdTaken
  await fourthTaken

  expect(taken).toEqual(['third', 'fourth'])
})

test('the memory of bodies is freed when there were many', () => {
  const turns = createTurns()
  const before = process.memoryUsage().arrayBuffers
  for (let i = 0; i < 40; i++) turns().end(Buffer.alloc(4 * 1024 * 1024, 1).length)

  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(60 * 1024 * 1024)
})
