import type { Place } from './context.ts'
import { findingAt, property } from './context.ts'
import type { RawFinding } from './findings.ts'
import { shapeOf } from './normalise.ts'
import type { Reader } from './reader.ts'
import type { Direction } from './direction.ts'
import type { Facets } from './shape.ts'

const NONE: ReadonlySet<string> = new Set()

/**
 * Names that the served object should list and does not. A response may leave out what may be absent; a request body
 * has to list every field that part 4 allows.
 */
export function missingFields(direction: Direction, wanted: Facets, stated: Facets): string[] {
  if (stated.openNames === true) return []
  const names =
    direction === 'request' ? [...(wanted.properties?.keys() ?? [])] : [...(wanted.required ?? NONE)]
  return names.filter((name) => stated.properties?.has(name) !== true && stated.required?.has(name) !== true)
}

/** Fields whose being required is stated otherwise than in the contract. */
export function requiredFields(
  served: Reader,
  direction: Direction,
  place: Place,
  wanted: Facets,
  stated: Facets,
  origins: ReadonlySet<string>,
): RawFinding[] {
  const findings: RawFinding[] = []
  /** Names the field's own schema where there is one, so that a field inherited through allOf is found once. */
  const report = (name: string, expected: string, received: string): void => {
    const node = stated.properties?.get(name)
    const below = node === undefined ? NONE : shapeOf(served, node).origins
    findings.push(findingAt(property(place, name), expected, received, below.size > 0 ? below : origins))
  }
  for (const name of wanted.required ?? NONE)
    if (stated.properties?.has(name) === true && stated.required?.has(name) !== true)
      report(name, 'required', 'optional')
  if (direction === 'response') return findings
  for (const name of stated.required ?? NONE) {
    const node = stated.properties?.get(name)
    const sentByClient = node === undefined || !shapeOf(served, node).readOnly
    if (sentByClient && wanted.required?.has(name) !== true) report(name, 'optional', 'required')
  }
  return findings
}
