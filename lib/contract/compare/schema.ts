import type { Context, Place } from './context.ts'
import { findingAt, items, property, words } from './context.ts'
import { formatConflict, rangeConflict, typeConflict, valuesConflict } from './conflicts.ts'
import type { Conflict } from './conflicts.ts'
import { shapeOf } from './normalise.ts'
import { missingFields, requiredFields } from './required.ts'
import type { Direction } from './direction.ts'
import type { Facets, SchemaNode } from './shape.ts'

/**
 * Compares what both documents state about a value, and everything below it. Ends by itself, however the served
 * schema refers to itself, because it goes no deeper than the contract does.
 */
export function compareSchema(
  context: Context,
  direction: Direction,
  place: Place,
  contract: SchemaNode,
  served: SchemaNode,
): void {
  const wanted = shapeOf(context.contract, contract)
  const stated = shapeOf(context.served, served)
  if (stated.unsure) return context.skip(words(place))
  const report = (found: Conflict | undefined): boolean => {
    if (found === undefined) return false
    context.report(findingAt(place, found.expected, found.received, stated.origins))
    return true
  }
  if (report(typeConflict(direction, wanted, stated, context.rulings.nullIsOpen(place)))) return
  for (const [type, facets] of wanted.types) {
    const other = stated.types.get(type)
    if (other === undefined) continue
    report(
      valuesConflict(direction, facets, other, (value, allowed) =>
        context.rulings.mayOmit(place, value, allowed),
      ),
    )
    report(rangeConflict(direction, type, facets, other))
    report(formatConflict(facets, other))
    if (type === 'array' && facets.items !== undefined && other.items !== undefined)
      compareSchema(context, direction, items(place), facets.items, other.items)
    if (type === 'object') compareObject(context, direction, place, facets, other, stated.origins)
  }
}

function compareObject(
  context: Context,
  direction: Direction,
  place: Place,
  wanted: Facets,
  stated: Facets,
  origins: ReadonlySet<string>,
): void {
  if (wanted.properties === undefined) return
  if (stated.properties === undefined || stated.properties.size === 0) return context.skip(words(place))
  for (const name of missingFields(direction, wanted, stated))
    context.report(findingAt(property(place, name), 'a described field', 'no such field', origins))
  for (const name of context.rulings.excludedFields(place))
    if (stated.required?.has(name) === true)
      context.report(findingAt(property(place, name), 'no such field', 'required', origins))
  for (const finding of requiredFields(context.served, direction, place, wanted, stated, origins))
    context.report(finding)
  for (const [name, node] of wanted.properties) {
    const other = stated.properties.get(name)
    if (other !== undefined) compareSchema(context, direction, property(place, name), node, other)
  }
}
