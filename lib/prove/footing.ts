import type { Answer } from '../harness/answer.ts'
import type { CaseDefinition, Context } from '../harness/case.ts'
import type { Discovery, Workspace } from '../api/discovery.ts'
import { meet, type Need, type World } from '../api/needs.ts'

/** Told of each answer of the discovery that a case rests on. */
type Note = (definition: CaseDefinition, answer: Answer) => void

/** The same cases; each tells which answers of the discovery it looks at while it runs. */
export function telling(cases: readonly CaseDefinition[], note: Note): readonly CaseDefinition[] {
  return cases.map((definition) => ({
    ...definition,
    run: (ctx: Context) => {
      const world: World<Need> = {
        ...ctx.world,
        discovery: watched(ctx.world.discovery, (answer) => note(definition, answer)),
      }
      return definition.run({ ...ctx, world })
    },
  }))
}

/** Tells which answers of the discovery decide whether the needs of a case are met, and with what. */
export function tellNeeds(cases: readonly CaseDefinition[], discovery: Discovery, note: Note): void {
  for (const definition of cases)
    for (const patient of [0, 1])
      meet(
        definition.needs,
        watched(discovery, (answer) => note(definition, answer)),
        patient,
      )
}

function watched({ main, other, capabilities }: Discovery, tell: (answer: Answer) => void): Discovery {
  return {
    main: watchedWorkspace(main, tell),
    ...(other === undefined ? {} : { other: watchedWorkspace(other, tell) }),
    capabilities,
  }
}

function watchedWorkspace({ me, lists }: Workspace, tell: (answer: Answer) => void): Workspace {
  const seen = new Proxy(lists, {
    get: (target, name, receiver): unknown => {
      const answer: unknown = Reflect.get(target, name, receiver)
      if (answer !== undefined) tell(answer as Answer)
      return answer
    },
  })
  return { me, lists: seen }
}
