import { describeAnswer, type Exchange } from '../../http/exchange.ts'
import { isUnreached } from '../../judge/foreign-answers.ts'
import { place } from '../../judge/judgements.ts'
import { few } from '../../util/bounds.ts'
import { count } from '../../util/text.ts'
import { groupBy } from '../../util/collections.ts'

/**
 * Warnings about temporary problems and about answers of something in front of the API, one line each. They are not
 * violations.
 * @param rate - requests per second that the run slowed down to, if it did
 */
export function momentsOf(exchanges: readonly Exchange[], rate?: number): string[] {
  const answers = exchanges.filter(({ response }) => response !== undefined)
  const turned = answers.filter(isUnreached)
  const passing = exchanges.filter(({ momentary }) => momentary === true)
  const errors = passing.filter(({ foreign, response }) => foreign !== true && (response?.status ?? 0) >= 500)
  const idle = passing.filter(({ response }) => response?.status === 408)
  const lost = passing.filter(({ failure }) => failure !== undefined && failure.kind !== 'timeout')
  const late = exchanges.filter(({ failure }) => failure?.kind === 'timeout')
  return [
    ...lineOn(
      errors,
      (where) => `server errors for a moment: ${errors.length} of ${answers.length} answers: ${where}`,
    ),
    ...[...groupBy(turned, describeAnswer)].map(
      ([answer, some]) => `${count(some.length, 'answer')} ${answer}: the API was not reached`,
    ),
    ...(rate === undefined
      ? []
      : [
          `something in front of the API limits requests: slowed down to ${rate.toFixed(0)} a second (--rate)`,
        ]),
    ...lineOn(lost, (where) => `connections refused or lost for a moment: ${where}`),
    ...lineOn(
      late,
      (where) =>
        `${count(late.length, 'request')} got no answer in time: ${where}. If the service hangs while many are under way, look at its pools of connections and threads; --concurrency sends fewer at once`,
    ),
    ...lineOn(idle, () => `idle connections closed with 408: ${idle.length}`),
  ]
}

/** A line on some exchanges, with their places; none if there are none. */
function lineOn(exchanges: readonly Exchange[], line: (places: string) => string): string[] {
  return exchanges.length === 0 ? [] : [line(placesOf(exchanges))]
}

/** How often each place occurred, most frequent first: `503 GET /things (2), GET /status`. */
function placesOf(exchanges: readonly Exchange[]): string {
  const groups = groupBy(
    exchanges,
    (one) => `${one.response === undefined ? '' : `${one.response.status} of `}${place(one)}`,
  )
  const frequentFirst = [...groups].toSorted(([, a], [, b]) => b.length - a.length)
  return few(frequentFirst.map(([name, some]) => (some.length === 1 ? name : `${name} (${some.length})`)))
}
