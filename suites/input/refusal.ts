import { quote } from '../../lib/util/values.ts'
import type { BodySchema } from './schema.ts'
import type { DefectiveBody } from './defects.ts'
import type { Sample } from './sampling.ts'

/** A body that was sent, and the answer. */
export interface Attempt<A> {
  readonly defective: DefectiveBody
  readonly replay: Sample<DefectiveBody>['replay']
  readonly answer: A
  /** The answer to the larger body that was accepted first. */
  readonly also: readonly A[]
}

/**
 * Sends bodies with a defect side by side.
 * If one is accepted, the smallest body with the same defect is found offline and sent once per defect: if it is
 * accepted too, it is the better evidence.
 */
export async function sendDefective<A extends { readonly status: number | undefined }>(
  body: BodySchema,
  samples: readonly Sample<DefectiveBody>[],
  send: (body: unknown, raw: boolean) => Promise<A>,
): Promise<Attempt<A>[]> {
  const transmit = ({ body: value, raw }: DefectiveBody): Promise<A> => send(value, raw === true)
  const attempts = await Promise.all(
    samples.map(async (sample) => ({ sample, answer: await transmit(sample.value) })),
  )
  const tried = new Set<string>()
  return Promise.all(
    attempts.map(async ({ sample, answer }) => {
      const attempt: Attempt<A> = { defective: sample.value, replay: sample.replay, answer, also: [] }
      const site = JSON.stringify(sample.value.defect)
      if (answer.status !== 200 || tried.has(site)) return attempt
      tried.add(site)
      const smallest = sample.smallest((defective) => isStillDefective(body, defective))
      if (JSON.stringify(smallest.body) === JSON.stringify(sample.value.body)) return attempt
      const again = await transmit(smallest)
      return again.status === 200
        ? { ...attempt, defective: smallest, answer: again, also: [answer] }
        : attempt
    }),
  )
}

/** Whether the contract rejects the body in its form on the wire. */
export function isStillDefective(body: BodySchema, { body: value, raw }: DefectiveBody): boolean {
  if (raw === true) return !isJson(String(value))
  const sent: unknown = JSON.parse(JSON.stringify(value))
  return !body.isValid(sent)
}

/** The arguments of one expectation on an answer. */
interface Judgement<A> {
  readonly answer: A
  /** The arguments of the expectation. */
  readonly terms: readonly [fact: boolean, expected: string, received: string, blame: Blame<A>]
}

interface Blame<A> {
  readonly requirement?: string
  readonly replay: Attempt<A>['replay']
  readonly also: readonly A[]
  readonly pointer?: string
  readonly status: number | undefined
}

/**
 * The expectations on refusals: each defective body is judged by the requirement that it violates, and by the
 * requirement of the case.
 */
export function refusals<A extends { readonly status: number | undefined }>(
  attempts: readonly Attempt<A>[],
): Judgement<A>[] {
  return attempts.flatMap(({ defective: { body, defect }, replay, answer, also }) => {
    const what =
      defect.field === '' ? `a body that is ${wholeDefect(defect.kind)}` : `${defect.field}: ${defect.kind}`
    const blame = {
      replay,
      also,
      status: answer.status,
      ...(defect.field === '' ? {} : { pointer: `/${defect.field}` }),
    }
    return [{ requirement: defect.requirementHint }, {}].map((attributed): Judgement<A> => ({
      answer,
      terms: [
        answer.status === 400 || (answer.status === 404 && defect.notFoundIsOpen),
        `status 400 (${what})`,
        `status ${answer.status} to ${quote(body)}`,
        { ...blame, ...attributed },
      ],
    }))
  })
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function wholeDefect(kind: DefectiveBody['defect']['kind']): string {
  return kind === 'missing' ? 'missing every field of which it needs one' : kind
}
