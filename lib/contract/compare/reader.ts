import { atPointer, own, pointerTo } from '../json.ts'

/** A value of a document, and the JSON pointer under which it stands. */
export interface Located {
  readonly value: unknown
  readonly at: string
}

/** Reads a document of unknown quality: follows local references only, and never spends more than its budget. */
export interface Reader {
  readonly root: Located
  /** The document says that it is OpenAPI 3.0, where `nullable` still means something. */
  readonly honoursNullable: boolean
  /** A member further down; undefined where there is none. */
  readonly child: (parent: Located, ...keys: readonly string[]) => Located | undefined
  /** Follows `$ref` until something else stands there; undefined where a reference is remote, dangling or cyclic. */
  readonly resolve: (located: Located) => Located | undefined
  /** What a reference text points at; undefined where it is not a JSON pointer into this document. */
  readonly target: (ref: string) => Located | undefined
  /** Takes one unit of work; false when the budget is spent. */
  readonly spend: () => boolean
}

/** Schemas that one comparison reads at most; the contract itself takes some 2,000. */
const BUDGET = 30_000
const LONGEST_CHAIN = 32

/** A reader of one document; `root` is any JSON value, `budget` the number of schemas that it reads at most. */
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

/** `#/components/schemas/Lead` → `/components/schemas/Lead`. Anchors and other documents are not followed. */
function localPointer(ref: string): string | undefined {
  if (ref !== '#' && !ref.startsWith('#/')) return undefined
  try {
    return decodeURIComponent(ref.slice(1))
  } catch {
    return undefined
  }
}
