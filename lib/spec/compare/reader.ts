import { atPointer, own, pointerTo } from '../json.ts'

/** A value of a document with its JSON pointer. */
export interface Located {
  readonly value: unknown
  readonly at: string
}

/** Reads an untrusted document: follows only local references and stays within a budget. */
export interface Reader {
  readonly root: Located
  /** The document is OpenAPI 3.0, in which `nullable` has a meaning. */
  readonly honoursNullable: boolean
  /** A member further down; undefined where there is none. */
  readonly child: (parent: Located, ...keys: readonly string[]) => Located | undefined
  /** Follows `$ref` to the value; undefined if a reference is remote, dangling or cyclic. */
  readonly resolve: (located: Located) => Located | undefined
  /** The target of a reference; undefined if it is not a JSON pointer into this document. */
  readonly target: (ref: string) => Located | undefined
  /** Takes one unit of work; false when the budget is spent. */
  readonly spend: () => boolean
}

/** Schemas that one comparison reads at most; the contract itself takes some 2,000. */
const BUDGET = 30_000
const LONGEST_CHAIN = 32

/** A reader of one document. `root` is any JSON value, `budget` the most schemas to read. */
export function createReader(root: unknown, budget = BUDGET): Reader {
  let left = budget
  const target = (ref: string): Located | undefined => {
    const pointer = localPointer(ref)
    if (pointer === undefined) return undefined
    const value = atPointer(root, pointer)
    return value === undefined ? undefined : { value, at: pointer }
  }
  const resolve = (located: Located): Located | undefined => {
    let current: Located | undefined = located
    for (let step = 0; step < LONGEST_CHAIN && current !== undefined; step++) {
      const ref = own(current.value, '$ref')
      if (typeof ref !== 'string') return current
      current = target(ref)
    }
    return undefined
  }
  const version = own(root, 'openapi')
  return {
    root: { value: root, at: '' },
    honoursNullable: typeof version === 'string' && version.startsWith('3.0'),
    child,
    resolve,
    target,
    spend: () => left-- > 0,
  }
}

function child(parent: Located, ...keys: readonly string[]): Located | undefined {
  const value = keys.reduce<unknown>(own, parent.value)
  return value === undefined ? undefined : { value, at: pointerTo(parent.at, ...keys) }
}

/** `#/components/schemas/Thing` → `/components/schemas/Thing`. Anchors and other documents are not followed. */
function localPointer(ref: string): string | undefined {
  if (ref !== '#' && !ref.startsWith('#/')) return undefined
  try {
    return decodeURIComponent(ref.slice(1))
  } catch {
    return undefined
  }
}
