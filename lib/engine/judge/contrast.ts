import type { Exchange } from '../http/exchange.ts'
import { WITH_KEY } from '../http/keys.ts'
import { readPage } from './page.ts'
import { sentBody } from './reading.ts'

/** A property of an exchange, in words: `with status=held`, `on full pages`. */
type Trait = string

/** The fewest answers on each side: a single answer always has some trait that no other has. */
const FEWEST = 2

/**
 * How the answers that kept a requirement differ from those that broke it: in a parameter, its value, a member of the body, the kind of page, the operation,
 * the key, or the status. Undefined where no single thing tells them apart, or where one side has a single answer.
 *
 * @param isOfStatus - whether the requirement is about the status, which then is no difference of its own
 * @example `none of them with status=blocked`, `all of them on full pages`
 */
export function contrastOf(
  broke: readonly Exchange[],
  held: readonly Exchange[],
  isOfStatus = false,
): string | undefined {
  if (broke.length < FEWEST || held.length < FEWEST) return undefined
  const traits = (some: readonly Exchange[]): ReadonlySet<Trait>[] =>
    some.map((one) => traitsOf(one, isOfStatus))
  const [wrong, right] = [traits(broke), traits(held)]
  const ofWrong = traitOfAll(wrong, right)
  if (ofWrong !== undefined) return `none of them ${ofWrong}`
  const ofRight = traitOfAll(right, wrong)
  return ofRight === undefined ? undefined : `all of them ${ofRight}`
}

function traitOfAll(
  these: readonly ReadonlySet<Trait>[],
  others: readonly ReadonlySet<Trait>[],
): Trait | undefined {
  const [first = new Set<Trait>()] = these
  return [...first].find(
    (trait) => these.every((one) => one.has(trait)) && !others.some((one) => one.has(trait)),
  )
}

/** The traits of an exchange, the most telling first. */
function traitsOf(exchange: Exchange, isOfStatus: boolean): ReadonlySet<Trait> {
  const { key, operation, request, response } = exchange
  const traits = new Set<Trait>()
  for (const [name, value] of request.query) {
    traits.add(`with ${name}`)
    for (const one of value.split(',')) traits.add(`with ${name}=${one}`)
  }
  for (const [name, value] of Object.entries(sentBody(exchange)))
    if (value !== null) traits.add(`naming \`${name}\``)
  const page = readPage(exchange)
  if (page !== undefined) {
    const { items, limit, offset = 0, hasMore } = page
    if (items.length === limit) traits.add('on full pages')
    if (items.length === 0) traits.add('on empty pages')
    if (offset > 0) traits.add('past the first page')
    if (hasMore === true) traits.add('where more pages follow')
  }
  traits.add(`on ${operation ?? `${request.method} ${request.path}`}`)
  traits.add(WITH_KEY[key])
  if (response !== undefined && !isOfStatus) traits.add(`answered ${response.status}`)
  return traits
}
