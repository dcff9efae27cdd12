import type { Requirement } from '../../../engine/judge/requirement.ts'
import { endpointName, specificationLine } from '../wording.ts'
import { PROGRAM, serveCommand } from '../view/commands.ts'
import { present } from '../../../engine/util/collections.ts'

import type { ShownLine } from '../view/body.ts'
import type { Example } from './example.ts'

/** The explanation of one requirement, from the catalogue, the cases and the mutants. */
export interface Explanation {
  readonly requirement: Requirement
  /** The cases that verify it; none if oracles judge it on every answer. */
  readonly cases: readonly ExplainedCase[]
  /** The requirement broken and kept, as the reference service and a mutant of it answer; absent where no mutant breaks it. */
  readonly example?: Example
  /** Mutants of the reference service that break it. */
  readonly mistakes: readonly { readonly mutant: string; readonly how: string }[]
  /** Whether it is required of clients, and judged in their requests. */
  readonly ofClients: boolean
}

export interface ExplainedCase {
  readonly id: string
  readonly title: string
  /** What the operator has to supply, in words. */
  readonly needs: readonly string[]
  /** Whether it creates or changes data. */
  readonly writes: boolean
  /** The smallest profile that runs it. */
  readonly profile: 'smoke' | 'standard' | 'full'
}

/** A section of an explanation. Backticks in its texts mark code. */
export interface Section {
  readonly title: string
  readonly items: readonly string[]
  /** Lines of an exchange, or commands. */
  readonly code?: readonly ShownLine[]
}

/** What there is to say of a requirement, in order. */
export function sectionsOf(explanation: Explanation): readonly Section[] {
  const { requirement, example, mistakes } = explanation
  const { excluded, why } = requirement
  const judged: readonly Section[] =
    excluded === undefined
      ? [
          { title: 'Why it matters', items: present(why) },
          { title: 'How it is judged', items: judgedBy(explanation) },
        ]
      : [{ title: 'Why it is not judged', items: [excluded] }]
  const sections: readonly Section[] = [
    { title: 'Where it is stated', items: [specificationLine(requirement)] },
    ...judged,
    { title: 'Right: the reference service', items: [], code: example?.right },
    { title: 'Wrong', items: example ? wrong(example) : [], code: example?.wrong.lines },
    { title: 'What breaks it', items: mistakes.map(({ mutant, how }) => named(how, mutant)) },
    ...seeIt(explanation),
  ]
  return sections.filter(({ items, code = [] }) => items.length + code.length > 0)
}

/** A seeded fault: what it does, and its id. */
function named(how: string, mutant: string): string {
  return `${how.replace(/\.$/, '')} (${mutant})`
}

function wrong({ wrong: { how, mutant, expected, received } }: Example): string[] {
  return [named(how, mutant), `Expected: ${expected}`, `Received: ${received}`]
}

function judgedBy(explanation: Explanation): string[] {
  const { cases, requirement } = explanation
  const items = cases.map(({ title, needs, profile }) => {
    const notes = present(
      profile !== 'standard' && `profile ${profile}`,
      ...needs.map((need) => `needs ${need}`),
    )
    return notes.length === 0 ? title : `${title} (${notes.join('; ')})`
  })
  return present(
    ...(items.length === 0 ? [judgedWithoutCase(explanation)] : items),
    requirement.strength === 'open' && 'It is observed only: whatever is found, it never fails.',
  )
}

function judgedWithoutCase({ ofClients }: Explanation): string {
  return ofClients
    ? 'On every request of a client, by `serve` and `judge`; a run sends wrong requests on purpose, and does not judge its own.'
    : 'On every answer of a run, whichever case asked for it; it costs no request.'
}

/** Commands that verify a requirement, and that show it violated. They run as they are pasted. */
function seeIt(explanation: Explanation): readonly Section[] {
  const { requirement, cases, ofClients, mistakes } = explanation
  const { id, excluded } = requirement
  if (excluded !== undefined) return []
  if (ofClients) return [{ title: 'See it', items: [], code: [command(serveCommand(undefined, 'npm test'))] }]
  const writes = cases.length > 0 && cases.every((one) => one.writes) ? ' --writes' : ''
  const verify = `${PROGRAM} run ${id}`
  const known: Section = {
    title: 'Verify it',
    items: [
      'On the server of `CONFORMANCE_BASE_URL` or of the settings file; without one, on the embedded service.',
    ],
    code: [command(`${verify}${writes}`)],
  }
  const [first] = mistakes
  if (first === undefined) return [known]
  const broken = command(serveCommand(first.mutant, `${verify}${writes}`))
  return [known, { title: 'See it violated', items: [], code: [broken] }]
}

function command(text: string): ShownLine {
  return { text, marked: false }
}

/** How much weight a requirement has, and what it speaks of. What is never judged, and what is asked of clients, has no severity. */
export function tagsOf({ requirement, ofClients }: Explanation): readonly string[] {
  const { strength, severity, excluded, endpoint } = requirement
  if (excluded !== undefined) return ['excluded', endpointName(endpoint)]
  if (ofClients) return [strength, 'of clients', endpointName(endpoint)]
  return present<string>(strength, severity, endpointName(endpoint))
}
