import { entries, own } from '../json.ts'
import { METHODS } from './methods.ts'
import { referred } from './references.ts'

/**
 * Parameters that stand twice in the list of an operation, or of a path item: the same name in the same place. OpenAPI 3.1 forbids it,
 * and its schema cannot say so. An operation may well override a parameter of its path item.
 */
export function duplicateParameterProblems(document: unknown): string[] {
  return entries(own(document, 'paths')).flatMap(([path, written]) => {
    const item = referred(document, written)
    const holders: readonly (readonly [string, unknown])[] = [
      [`/paths/${path}`, item],
      ...METHODS.map((method) => [`/paths/${path}/${method}`, own(item, method)] as const),
    ]
    return holders.flatMap(([place, holder]) =>
      twice(document, own(holder, 'parameters')).map(
        (parameter) => `${place}: the ${parameter} is listed twice`,
      ),
    )
  })
}

/** The parameters of a list that stand in it more than once, in words. */
function twice(document: unknown, parameters: unknown): string[] {
  if (!Array.isArray(parameters)) return []
  const seen = new Set<string>()
  const again = new Set<string>()
  for (const written of parameters) {
    const parameter = referred(document, written)
    const [name, place] = [own(parameter, 'name'), own(parameter, 'in')]
    if (typeof name !== 'string' || typeof place !== 'string') continue
    const words = `${place} parameter ${name}`
    if (seen.has(words)) again.add(words)
    seen.add(words)
  }
  return [...again]
}
