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

/** Turns of unknown ids: so many that two hosts which word their errors differently answer some of them alike. */
export const SEVERAL = [0, 1, 2, 3, 4] as const

/**
 * ISOLATION-13, ISOLATION-26: expects a foreign id to get the answer of an unknown one. Resolves with that answer.
 * Not every service has a use for every text, and some answers differ each time. So where the first unknown id is
 * answered otherwise, further ones are asked for, and a trait counts only where two of these share another one and none
 * has the same.
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
  // What answers with a 200 carry as well comes from gateways, caches and hosts, which add headers now and then.
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
  const told = Object.entries(wanted).flatMap(([name, trait]) => {
    const values = seen.map((one) => one[name])
    const shared = values.find((value, index) => values.indexOf(value) < index)
    const isTold = shared !== undefined && !values.includes(trait)
    return isTold ? `${name} ${quote(trait)} instead of ${quote(shared)}` : []
  })
  expect(own).toSatisfy(told.length === 0, 'the same response as for an unknown id', `${told[0]}`, {
    requirement,
    also: others,
  })
  return own
}

type Traits = Readonly<Record<string, string>>

/** What is compared of an answer, the plainest first; echoed ids are masked. */
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
