import { entries, isObject, own, pointerTo } from '../json.ts'
import { isNameMap } from './legible.ts'

/** A Schema Object of an OpenAPI document, and where it stands. */
export interface SchemaObject {
  readonly at: string
  readonly schema: unknown
}

/** The outermost Schema Objects: those of the components, and those of parameters, headers and media types. */
export function schemaObjects(document: unknown): SchemaObject[] {
  const found: SchemaObject[] = entries(own(own(document, 'components'), 'schemas')).map(
    ([name, schema]) => ({
      at: pointerTo('/components/schemas', name),
      schema,
    }),
  )
  const visit = (value: unknown, at: string, key: string | undefined): void => {
    if (Array.isArray(value))
      value.forEach((item, index) => visit(item, pointerTo(at, String(index)), undefined))
    if (!isObject(value)) return
    const named = isNameMap(key)
    for (const [name, member] of Object.entries(value)) {
      const below = pointerTo(at, name)
      if (!named && name === 'schema') found.push({ at: below, schema: member })
      else if (below !== '/components/schemas') visit(member, below, named ? undefined : name)
    }
  }
  visit(document, '', undefined)
  return found
}
