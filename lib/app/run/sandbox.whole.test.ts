import { expect, test } from 'vitest'
import { runConformance } from './index.ts'
import { OPTIONS } from './testing/options.ts'
import { startSandbox } from './sandbox.ts'

test('several faults and a freedom are served at once', async () => {
  const { baseUrl, variables, close } = await startSandbox({
    port: 0,
    mutants: ['fields/me-as-stored', 'description/version-newer'],
    variants: ['unknown/everywhere'],
  })
  const [main, other] = variables.map(({ value }) => value)
  try {
    const { record } = await runConformance({
      ...OPTIONS,
      baseUrl,
      apiKey: main,
      otherApiKey: other,
      only: ['ME-01', 'VERSION-03'],
    })
    const failed = record.requirements.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id)

    expect(failed.toSorted()).toEqual(['ME-01', 'VERSION-03'])
  } finally {
    await close()
  }
})

test('freedoms are drawn for each request, the same for the same seed, and a reset sets the data back', async () => {
  const runs = await Promise.all(
    [1, 2].map(async () => {
      const lines: string[] = []
      const { baseUrl, variables, resetUrl, lasting, close } = await startSandbox({
        port: 0,
        vary: 5,
        log: (line) => lines.push(line),
      })
      const headers = { authorization: `Bearer ${variables[0]?.value}`, 'content-type': 'application/json' }
      try {
        const read = async (): Promise<readonly unknown[]> => {
          const response = await fetch(`${baseUrl}/chatbots`, { headers })
          return Object(await response.json()).data
        }
        const before = await read()
        expect((await fetch(resetUrl, { method: 'POST' })).status).toBe(204)
        expect((await read()).length).toBe(before.length)
        return [...lasting.map(({ id }) => id), ...lines]
      } finally {
        await close()
      }
    }),
  )

  expect(runs[0]).toEqual(runs[1])
  expect(runs[0]?.at(-1)).toMatch(/^GET \/v1\/chatbots {2}[a-z]+\/[a-z0-9-]+: /)
})
