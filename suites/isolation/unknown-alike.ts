/** A foreign id is answered like one that exists nowhere: whoever asks does not learn that it exists. */
import type { Answer } from '../../lib/harness/answer.ts'
import type { Context } from '../../lib/harness/context.ts'
import { OPERATIONS } from '../../lib/spec/operations.ts'
import { quote } from '../../lib/util/values.ts'

/** A request that names an id. */
interface Probe {
  /** An id that exists only in the workspace of another key. */
  readonly foreign: string
  /** Ids that exist in neither workspace, the likeliest to be well-formed first. */
  readonly absent: readonly string[]
  /** Sends the request with an id; resolves with undefined where it must not be sent. */
  readonly ask: (id: string) => Promise<Answer | undefined>
}

/** Turns of unknown ids: so many that of two hosts with different error texts both answer some. */
export const SEVERAL = [0, 1, 2, 3, 4] as const

/**
 * ISOLATION-13, ISOLATION-26: expects a foreign id to get the answer of an unknown one. Resolves with that answer.
 * If the first unknown id is answered in the same way, that is all. If not, further ones are asked for: a trait of the
 * foreign answer tells that the id exists if no unknown id has it. Some traits differ in each answer, such as an id of the
 * request. So it counts only where two unknown ids share another one.
 */
export async function expectAlike(
  { expect, answersTo }: Pick<Context, 'expect' | 'answersTo'>,
  requirement: string,
  { foreign, absent, ask }: Probe,
): Promise<Answer> {
  const ids = [foreign, ...absent]
  const [first = '', ...further] = absent
  const others = [await ask(first)].filter((one) => one !== undefined)
  const own = await ask(foreign)
  if (own === undefined) throw new Error('a request with a foreign id was not sent')
  // Headers that accepted answers carry, too, come from gateways, caches and hosts, which add them now and then.
  const usual = new Set(
    OPERATIONS.flatMap(answersTo)
      .filter(({ isAccepted }) => isAccepted)
      .flatMap(headerNames),
  )
  const traits = (answer: Answer): Traits => traitsOf(answer.arrived(), ids, usual)
  const wanted = traits(own)
  for (const id of further) {
    if (others.some((one) => isSame(traits(one), wanted))) break
    const other = await ask(id)
    if (other !== undefined) others.push(other)
  }
  const seen = others.map(traits)
  const revealing = Object.entries(wanted).flatMap(([name, trait]) => {
    const values = seen.map((one) => one[name])
    const shared = values.find((value, index) => values.indexOf(value) < index)
    const reveals = shared !== undefined && !values.includes(trait)
    return reveals ? `${name} ${quote(trait)} instead of ${quote(shared)}` : []
  })
  expect(own).toSatisfy(revealing.length === 0, 'the same response as for an unknown id', `${revealing[0]}`, {
    requirement,
    also: others,
  })
  return own
}

type Traits = Readonly<Record<string, string>>

/** What is compared of an answer, the plainest trait first. Ids are masked: an answer may repeat the one that was asked for. */
function traitsOf(answer: Answer, ids: readonly string[], usual: ReadonlySet<string>): Traits {
  const { status, body } = answer
  return {
    status: String(status),
    code: String(body['code']),
    text: masked(String(body['error']), ids),
    body: masked(answer.exchange.response?.text ?? '', ids),
    headers: headerNames(answer)
      .filter((name) => !usual.has(name))
      .sort()
      .join(' '),
  }
}

function isSame(one: Traits, other: Traits): boolean {
  return Object.entries(one).every(([name, trait]) => other[name] === trait)
}

function headerNames({ exchange }: Answer): readonly string[] {
  return (exchange.response?.headers ?? []).map(([name]) => name.toLowerCase())
}

/** A text with the given ids masked, which it may echo as they are or as in a URL. */
function masked(text: string, ids: readonly string[]): string {
  const forms = ids.flatMap((id) => [id, encodeURIComponent(id)]).toSorted((a, b) => b.length - a.length)
  return forms.reduce((rest, form) => rest.replaceAll(form, '<id>'), text)
}
