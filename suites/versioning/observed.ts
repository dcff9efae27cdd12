import type { Exchange } from '../../lib/http/exchange.ts'
import { answersDescribedBy } from '../../lib/spec/served/examine.ts'
import { point, type Watcher } from '../support/observed.ts'
import { descriptionIn } from './described-answers.ts'

/** OPEN-33: statuses that the served description leaves out. */
export const servedDescription: Watcher = (exchanges) => {
  const served = descriptionIn(exchanges)
  if (served === undefined) return []
  const { isListed } = answersDescribedBy(served.document)
  const unlisted = new Map<string, Exchange>()
  for (const exchange of exchanges) {
    const { operation, response, foreign } = exchange
    if (operation === undefined || response === undefined || foreign === true) continue
    if (!isListed(operation, response.status)) unlisted.set(`${operation} ${response.status}`, exchange)
  }
  if (unlisted.size === 0) return [point('OPEN-33', 'every status received is described', served.exchange)]
  const names = [...unlisted.keys()].sort().join(', ')
  return [point('OPEN-33', `not described: ${names}`, ...[...unlisted.values()].slice(0, 1))]
}
