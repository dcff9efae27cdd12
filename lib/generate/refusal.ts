import { loadContract } from '../contract/index.ts'
import { quote } from '../oracles/values.ts'
import type { BodyName } from './ground.ts'
import type { Planted } from './planting.ts'
import type { Sample } from './sampling.ts'

/** A planted body and what the target answered to it. */
export interface Shot<A> {
  readonly planted: Planted
  readonly replay: Sample<Planted>['replay']
  readonly answer: A
  /** The answer to the larger body that was accepted first. */
  readonly also: readonly A[]
}

/**
 * Sends planted bodies, side by side. Where one is accepted, the smallest body with the same defect is looked for without asking the
 * target, and sent once for each defect: if that is accepted too, it is the better evidence.
 */
export async function sendPlanted<A extends { readonly status: number | undefined }>(
  body: BodyName,
  samples: readonly Sample<Planted>[],
  send: (body: unknown) => Promise<A>,
): Promise<Shot<A>[]> {
  const shots = await Promise.all(
    samples.map(async (sample) => ({ sample, answer: await send(sample.value.body) })),
  )
  const tried = new Set<string>()
  return Promise.all(
    shots.map(async ({ sample, answer }) => {
      const shot: Shot<A> = { planted: sample.value, replay: sample.replay, answer, also: [] }
      const site = JSON.stringify(sample.value.defect)
      if (answer.status !== 200 || tried.has(site)) return shot
      tried.add(site)
      const smallest = sample.smallest((planted) => stillPlanted(body, planted))
      if (JSON.stringify(smallest.body) === JSON.stringify(sample.value.body)) return shot
      const again = await send(smallest.body)
      return again.status === 200 ? { ...shot, planted: smallest, answer: again, also: [answer] } : shot
    }),
  )
}

/** Whether the contract calls the body invalid as it goes over the wire. */
export function stillPlanted(body: BodyName, { body: value }: Planted): boolean {
  const sent: unknown = JSON.parse(JSON.stringify(value))
  return loadContract().validate(body, sent).length > 0
}

/** What a refusal is judged by: the arguments of an expectation. */
export function refusal<A extends { readonly status: number | undefined }>({
  planted: { body, defect },
  replay,
  answer,
  also,
}: Shot<A>): [
  fact: boolean,
  expected: string,
  received: string,
  blame: { explainedBy: string[]; replay: Shot<A>['replay']; also: readonly A[]; pointer?: string },
] {
  const what =
    defect.field === '' ? `a body that is ${wholeDefect(defect.kind)}` : `${defect.field}: ${defect.kind}`
  return [
    answer.status === 400,
    `status 400 (${what})`,
    `status ${answer.status} to ${quote(body)}`,
    {
      explainedBy: [defect.requirementHint],
      replay,
      also,
      ...(defect.field === '' ? {} : { pointer: `/${defect.field}` }),
    },
  ]
}

function wholeDefect(kind: Planted['defect']['kind']): string {
  return kind === 'missing' ? 'missing every field of which it needs one' : kind
}
