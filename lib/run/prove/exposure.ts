import { defaultSeams, type ReferenceOptions, type SeamOverrides } from '../../../fixtures/reference/index.ts'
import { inProcessTarget } from '../in-process.ts'
import { type Answers, ask, type Script } from './script.ts'

/** Which steps of the service each question of a script goes through, and which questions change what the service keeps. */
export interface Exposure {
  readonly passes: readonly ReadonlySet<string>[]
  readonly changes: readonly boolean[]
}

/** Asks a service that tells its steps, one question after the other. */
export async function expose(
  script: Script,
  usual: Answers,
  options: Omit<ReferenceOptions, 'seams'>,
): Promise<Exposure> {
  let passed = new Set<string>()
  const target = inProcessTarget({ ...options, seams: traced((seam) => passed.add(seam)) })
  const passes: ReadonlySet<string>[] = []
  for (const { request } of script.steps) {
    passed = new Set()
    passes.push(passed)
    // oxlint-disable-next-line no-await-in-loop -- side by side nobody could tell whose steps these are
    await ask(target, request)
  }
  await target.close()
  const changes = script.steps.map(({ request }, step) => {
    const { status = 0 } = usual.responses[step] ?? {}
    return (request.method !== 'GET' && status < 300) || [...(passes[step] ?? [])].some(isOfEvents)
  })
  return { passes, changes }
}

/**
 * The questions that have to be asked to see whatever some replaced steps can change: those that go through one of them, and those that
 * change what is kept. Nothing where every question has to be asked: where a replaced step is not known to be told, or may have a
 * say in what is kept.
 */
export function exposed(
  { passes, changes }: Exposure,
  script: Script,
  seams: SeamOverrides,
): readonly number[] | undefined {
  const replaced = namesOf(seams)
  if (!replaced.every((name) => TOLD.has(name))) return undefined
  const heard = passes.map((passed) => replaced.some((name) => passed.has(name)))
  const writes = heard.some((is, step) => is && script.steps[step]?.request.method !== 'GET')
  const all = heard.every(Boolean)
  return writes || all || replaced.some(isOfEvents)
    ? undefined
    : heard.flatMap((is, step) => (is || changes[step] === true ? [step] : []))
}

/** What is told as an event has changed; and what is delivered may come of any question. */
const isOfEvents = (name: string): boolean => name.startsWith('events.')

type Table = Readonly<Record<string, unknown>>

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

/** The values in a table of tables, by their paths. */
function leaves(table: Table, above = ''): readonly (readonly [path: string, value: unknown])[] {
  return Object.entries(table).flatMap(([name, value]) =>
    isTable(value) ? leaves(value, `${above}${name}.`) : [[`${above}${name}`, value] as const],
  )
}

function namesOf(seams: SeamOverrides): readonly string[] {
  return leaves(seams as Table).map(([name]) => name)
}

/** Steps that are functions tell when they are called; of plain values nobody can say who looks at them. */
const TOLD: ReadonlySet<string> = new Set(
  leaves(defaultSeams as unknown as Table).flatMap(([name, value]) =>
    typeof value === 'function' ? [name] : [],
  ),
)

/** Every step of the service as it is, but for telling its name when it is called. */
function traced(tell: (name: string) => void): SeamOverrides {
  const wrap = (table: Table, above: string): Table =>
    Object.fromEntries(
      Object.entries(table).map(([name, value]) => {
        const path = `${above}${name}`
        if (isTable(value)) return [name, wrap(value, `${path}.`)]
        if (typeof value !== 'function') return [name, value]
        const step = value as (...given: readonly unknown[]) => unknown
        return [
          name,
          (...given: readonly unknown[]): unknown => {
            tell(path)
            return step(...given)
          },
        ]
      }),
    )
  return wrap(defaultSeams as unknown as Table, '')
}
