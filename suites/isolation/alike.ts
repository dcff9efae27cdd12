/** A foreign id must get the same answer as an absent one, so that nobody learns that it exists. */
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { OPERATIONS } from '../../lib/engine/contract/operations.ts'
import { quote } from '../../lib/engine/util/values.ts'

/** A request with a foreign id: its answer, and how to send it again with other ids. */
interface Probe {
  readonly foreign: string
  readonly answer: Answer
  readonly absent: readonly string[]
  /** Sends the same request with an id. */
  readonly ask: (id: string) => Promise<Answer>
  /** Whether an id is absent: any other id proves nothing, and must not be written to. */
  readonly isAbsent: (id: string) => Promise<boolean>
}

/**
 * ISOLATION-13, ISOLATION-26: expects a foreign id to get the same answer as an absent one. A difference must
 * be stable: all ids are requested several times, and it counts only if every answer to the foreign id has
 * it, and no answer to an absent id. A value that changes between two answers to one id, such as a request
 * number, gives nothing away.
 */
export async function expectAlike(
  { expect, answersTo, inconclusive }: Pick<Context, 'expect' | 'answersTo' | 'inconclusive'>,
  requirement: string,
  { foreign, answer, absent, ask, isAbsent }: Probe,
): Promise<void> {
  const usualHeaders = headersOfAccepted(answersTo)
  const ids = [foreign, ...absent]
  const seen = new Map<string, readonly Answer[]>([[foreign, [answer]]])
  const look = async (id: string): Promise<void> => {
    if (id !== foreign && !seen.has(id) && !(await isAbsent(id))) return
    seen.set(id, [...(seen.get(id) ?? []), (await ask(id)).mustArrive()])
  }
  const compared = (): AnswerDifference | undefined => {
    const [ofForeign = [], ...ofAbsent] = ids.flatMap((id) => {
      const answers = seen.get(id)
      return answers === undefined
        ? []
        : [answers.map((one) => aspectsOf(one.mustArrive(), ids, usualHeaders))]
    })
    return difference(ofForeign, ofAbsent)
  }
  // Each id is requested twice: the second answer shows which values change each time.
  for (const id of [...absent, foreign, ...absent]) {
    await look(id)
    if (seen.has(id) && compared() === undefined) return
  }
  if (seen.size < 3)
    inconclusive('needs two unknown ids: every id that was tried exists, or was rejected as malformed')
  const found = compared()
  expect(answer).toSatisfy(
    found === undefined,
    'the same response as for an unknown id',
    `${found?.name} ${quote(found?.foreign)} instead of ${quote(found?.absent)}`,
    { requirement, also: [...seen.values()].flat().filter((one) => one !== answer) },
  )
}

/** Gateways and caches sometimes add headers, also to accepted answers: those give nothing away. */
function headersOfAccepted(answersTo: Context['answersTo']): ReadonlySet<string> {
  const accepted = OPERATIONS.flatMap(answersTo).filter(({ fate }) => fate === 'accepted')
  return new Set(accepted.flatMap(headerNames))
}

/** The parts of an answer that are compared, by name: `status`, `/code`, `header etag`. */
type Aspects = ReadonlyMap<string, unknown>

interface AnswerDifference {
  readonly name: string
  readonly foreign: unknown
  readonly absent: unknown
}

/**
 * The first aspect in which the foreign id differs. It has one value in all answers to the foreign id, one
 * value in all answers to each absent id, and no absent id has the value of the foreign one.
 */
function difference(
  ofForeign: readonly Aspects[],
  ofAbsent: readonly (readonly Aspects[])[],
): AnswerDifference | undefined {
  const all = [ofForeign, ...ofAbsent]
  const names = new Set(all.flat().flatMap((aspects) => [...aspects.keys()]))
  for (const name of names) {
    const values = all.map((answers) => [...new Set(answers.map((aspects) => aspects.get(name)))])
    const [[foreign] = [], ...absent] = values
    if (values.every(({ length }) => length === 1) && !absent.flat().includes(foreign))
      return { name, foreign, absent: absent[0]?.[0] }
  }
  return undefined
}

/**
 * The status, each value of the JSON body, and the names of headers. Ids are masked: an answer may repeat the
 * id of its request.
 */
function aspectsOf(answer: Answer, ids: readonly string[], usualHeaders: ReadonlySet<string>): Aspects {
  const { status, body, exchange } = answer
  const content = Object.keys(body).length === 0 ? exchange.response?.text : body
  const headers = headerNames(answer).filter((name) => !usualHeaders.has(name))
  return new Map([
    ['status', status],
    ...valuesOf(content, '').map(
      ([name, value]) => [name, typeof value === 'string' ? masked(value, ids) : value] as const,
    ),
    ...headers.map((name) => [`header ${name}`, 'present'] as const),
  ])
}

function valuesOf(value: unknown, pointer: string): readonly (readonly [pointer: string, value: unknown])[] {
  if (typeof value !== 'object' || value === null) return [[pointer, value]]
  const entries = Object.entries(value)
  if (entries.length === 0) return [[pointer, JSON.stringify(value)]]
  return entries.flatMap(([name, member]) => valuesOf(member, `${pointer}/${name}`))
}

function headerNames({ exchange }: Answer): readonly string[] {
  return (exchange.response?.headers ?? []).map(([name]) => name.toLowerCase())
}

function masked(text: string, ids: readonly string[]): string {
  const forms = ids.flatMap((id) => [id, encodeURIComponent(id)]).toSorted((a, b) => b.length - a.length)
  return forms.reduce((rest, form) => rest.replaceAll(form, '<id>'), text)
}
