import { defaultSeams, isTable, type SeamOverrides } from '../../fixtures/reference/index.ts'

/** One step of a service, whatever it is given. */
export type Step = (...given: readonly unknown[]) => unknown

type Table = Readonly<Record<string, unknown>>

/** The service as it is, as a table of tables. */
const USUAL = defaultSeams as unknown as Table

/** What some seams replace, by its path: `lists.GET /leads.filters.status.keeps`. */
export function stepsIn(seams: Table, above = ''): readonly (readonly [path: string, value: unknown])[] {
  return Object.entries(seams).flatMap(([name, value]) =>
    isTable(value) ? stepsIn(value, `${above}${name}.`) : [[`${above}${name}`, value] as const],
  )
}

const FUNCTIONS: ReadonlySet<string> = new Set(
  stepsIn(USUAL).flatMap(([path, value]) => (typeof value === 'function' ? [path] : [])),
)

/** Whether the service calls what is at a path. Of plain values nobody can say who looks at them. */
export function isFunctionOfService(path: string): boolean {
  return FUNCTIONS.has(path)
}

/** The usual steps at some paths, each made into another one by what the map holds for it. */
export function withSteps<T>(
  wanted: ReadonlyMap<string, T>,
  make: (usual: Step, given: T) => Step,
): SeamOverrides {
  const remade = (table: Table, above: string): Table =>
    Object.fromEntries(
      Object.entries(table).flatMap(([name, value]): (readonly [string, unknown])[] => {
        const path = `${above}${name}`
        if (isTable(value)) return [[name, remade(value, `${path}.`)]]
        const found = wanted.get(path)
        return found === undefined ? [] : [[name, make(value as Step, found)]]
      }),
    )
  return remade(USUAL, '')
}

/** Whether two answers of the step at a path come to the same. Of what compares two rows only the sign counts. */
export function isSaidAlike(path: string, one: unknown, other: unknown): boolean {
  return path.endsWith('.compare') ? Math.sign(Number(one)) === Math.sign(Number(other)) : isSame(one, other)
}

/** Whether two values are written alike, names in the same order. */
function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return false
  const [names, others] = [Object.keys(one), Object.keys(other)]
  return (
    names.length === others.length &&
    names.every((name, n) => name === others[n] && isSame((one as Table)[name], (other as Table)[name]))
  )
}
