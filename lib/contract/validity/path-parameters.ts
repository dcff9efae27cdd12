import { entries, isObject, own } from '../json.ts'
import { METHODS } from './methods.ts'
import { referred } from './references.ts'

/**
 * Template expressions of paths that no parameter declares. OpenAPI 3.1 wants each one declared, and its schema cannot say so.
 * What cannot be resolved inside the document is given the benefit of the doubt.
 */
export function pathParameterProblems(document: unknown): string[] {
  return entries(own(document, 'paths')).flatMap(([path, written]) => {
    const item = referred(document, written)
    const names = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? '')
    if (names.length === 0) return []
    const shared = declared(document, own(item, 'parameters'))
    return METHODS.flatMap((method) => {
      const operation = own(item, method)
      if (!isObject(operation)) return []
      const parameters = declared(document, own(operation, 'parameters'))
      if (shared === undefined || parameters === undefined) return []
      return names
        .filter((name) => !shared.has(name) && !parameters.has(name))
        .map((name) => `/paths/${path}/${method}: the path parameter ${name} is not declared`)
    })
  })
}

/** The names of the path parameters in a list; undefined where one cannot be read. */
function declared(document: unknown, parameters: unknown): Set<string> | undefined {
  const names = new Set<string>()
  if (parameters === undefined) return names
  if (!Array.isArray(parameters)) return undefined
  for (const written of parameters) {
    const parameter = referred(document, written)
    const name = own(parameter, 'name')
    if (typeof name !== 'string') return undefined
    if (own(parameter, 'in') === 'path') names.add(name)
  }
  return names
}
