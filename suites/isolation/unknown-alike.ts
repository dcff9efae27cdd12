/** A foreign id is answered like one that exists nowhere: whoever asks does not learn that it exists. */
import { isDeepStrictEqual } from 'node:util'
import type { Answer } from '../../lib/harness/answer.ts'
import type { Context } from '../../lib/harness/context.ts'
import { OPERATIONS } from '../../lib/spec/operations.ts'
import { quote } from '../../lib/util/values.ts'

/** The answer to a foreign id, and what else can be asked for in the same way. */
interface Probe {
  /** An id that exists only in the workspace of another key. */
  readonly foreign: string
  readonly answer: Answer
  /** Ids that exist in neither workspace, the likeliest to be well-formed first. */
  readonly unknown: readonly string[]
  /** Sends the same request with an unknown id; resolves with undefined where it must not be sent. */
  readonly ask: (id: string) => Promise<Answer | undefined>
}

/** Turns of unknown ids: so many that of two hosts with different error texts both answer some. */
export const SEVERAL = [0, 1, 2, 3, 4] as const

/**
 * ISOLATION-13, ISOLATION-26: expects the answer to a foreign id to be that to an unknown one. Unknown ids are asked for until
 * one is answered alike. If none is, the answer tells that the id exists by whatever it has and none of the others has. What
 * differs in each answer, such as an id of the request, tells nothing: two unknown ids have to be alike in it.
 */
export async function expectAlike(
  { expect, answersTo, inconclusive }: Pick<Context, 'expect' | 'answersTo' | 'inconclusive'>,
  requirement: string,
  { foreign, answer, unknown, ask }: Probe,
): Promise<void> {
  // Headers that accepted answers carry, too, come from gateways, caches and hosts, which add them now and then.
  const usual = new Set(
    OPERATIONS.flatMap(answersTo)
      .filter(({ isAccepted }) => isAccepted)
      .flatMap(headerNames),
  )
  const aspects = (one: Answer): Aspects => aspectsOf(one.arrived(), [foreign, ...unknown], usual)
  const own = aspects(answer)
  const others: Answer[] = []
  let isAlike = false
  for (const id of unknown) {
    const other = isAlike ? undefined : await ask(id)
    if (other === undefined) continue
    others.push(other)
    isAlike = isDeepStrictEqual(aspects(other), own)
  }
  if (!isAlike && others.length < 2) inconclusive('needs two unknown ids that may be asked for')

  const [telling] = Object.entries(own).flatMap(([name, value]) => {
    const values = others.map((other) => aspects(other)[name])
    const shared = values.find((one, n) => values.indexOf(one) < n)
    return shared === undefined || values.includes(value) ? [] : [{ name, value, shared }]
  })
  expect(answer).toSatisfy(
    telling === undefined,
    'the same response as for an unknown id',
    `${telling?.name} ${quote(telling?.value)} instead of ${quote(telling?.shared)}`,
    { requirement, also: others },
  )
}

/** What is compared of an answer, by name. */
type Aspects = Readonly<Record<string, string>>

/** The aspects of an answer, the plainest first. Ids are masked: an answer may repeat the one that was asked for. */
function aspectsOf(answer: Answer, ids: readonly string[], usual: ReadonlySet<string>): Aspects {
  const { status, body, exchange } = answer
  const headers = headerNames(answer).filter((name) => !usual.has(name))
  return {
    status: String(status),
    code: masked(String(body['code']), ids),
    text: masked(String(body['error']), ids),
    body: masked(exchange.response?.text ?? '', ids),
    headers: headers.sort().join(' '),
  }
}

function headerNames({ exchange }: Answer): readonly string[] {
  return (exchange.response?.headers ?? []).map(([name]) => name.toLowerCase())
}

/** A text with the given ids masked, which it may echo as they are or as in a URL. */
function masked(text: string, ids: readonly string[]): string {
  const forms = ids.flatMap((id) => [id, encodeURIComponent(id)]).toSorted((a, b) => b.length - a.length)
  return forms.reduce((rest, form) => rest.replaceAll(form, '<id>'), text)
}
