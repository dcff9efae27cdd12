/** Optional fields: any answer may leave one out, so that it is lost shows only in several answers. */
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { given, type JsonObject } from '../../lib/engine/util/values.ts'
import { type Expected, type Fault, faultIn } from './expected.ts'
import { isOdd, type Moment } from './same.ts'
import { itemAt, shownIn } from './table.ts'

/** The fields that no look shows of an item, although the same operation shows them of other items. */
export function lostIn(
  { answersTo }: Pick<Context, 'answersTo'>,
  looks: readonly Answer[],
  wanted: readonly Expected[],
  moment: Moment,
): readonly Fault[] {
  const { operation = '' } = looks[0]?.exchange ?? {}
  return wanted.flatMap((one) => {
    const items = looks.flatMap(({ exchange }) => itemAt(exchange, one.place) ?? [])
    const [last] = items.slice(-1)
    // Later, others may have removed the tags.
    const names = Object.keys(one.values).filter(
      (name) => mustShow(one.values[name]) && !(moment === 'later' && Array.isArray(one.values[name])),
    )
    const others = (): readonly JsonObject[] =>
      answersTo(operation)
        .flatMap(({ exchange }) => shownIn(exchange))
        .flatMap(({ place, item }) => (place.kind === one.place.kind ? [item] : []))
    const looked = items.map(({ item }) => item)
    return last === undefined
      ? []
      : neverShown(names, looked, others).map((name) => faultIn(last, one, moment, name))
  })
}

/** Whether a value that was sent has to be shown by answers that show the field at all: blank texts and empty lists may become null. */
function mustShow(sent: unknown): boolean {
  return given(sent) && ![sent].flat().some(isOdd) && String(sent).trim() !== ''
}

/**
 * The fields that no look shows, although others have them.
 * @param others - read only where a field is missing
 */
export function neverShown(
  names: readonly string[],
  looks: readonly JsonObject[],
  others: () => readonly JsonObject[],
): readonly string[] {
  const isIn = (some: readonly JsonObject[], name: string): boolean => some.some((one) => given(one[name]))
  const missing = names.filter((name) => !isIn(looks, name))
  if (missing.length === 0) return []
  const shown = others()
  return missing.filter((name) => isIn(shown, name))
}

/** Whether each item that several looks show has a field in all of them, or in none: otherwise answers leave it out now and then. */
export function isSteady(looks: readonly Answer[], name: string): boolean {
  const shown = new Map<unknown, boolean>()
  return looks.every(({ items }) =>
    items.every(({ id, [name]: value }) => {
      const before = shown.get(id)
      shown.set(id, given(value))
      return before === undefined || before === given(value)
    }),
  )
}
