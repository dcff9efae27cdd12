import type { Requirement, Severity } from '../../judge/requirement.ts'
import { endpointName, specificationLine } from '../wording.ts'
import { sandboxCommand } from '../view/commands.ts'
import { present } from '../../util/collections.ts'
import { count } from '../../util/text.ts'
import type { ShownLine } from '../view/body.ts'
import type { Example } from './example.ts'

/** The explanation of one requirement, from the catalogue, the cases and the mutants. */
export interface Explanation {
  readonly requirement: Requirement
  readonly severity: Severity
  readonly topic: string
  /** Why a violation harms users of the API. */
  readonly matters: string
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
  /** An upper estimate of its requests with the key under test, beyond those shared with other cases. */
  readonly cost: number
  /** What the operator has to supply, in words. */
  readonly needs: readonly string[]
  /** Whether it creates or changes data. */
  readonly writes: boolean
  /** The smallest profile that runs it. */
  readonly profile: 'smoke' | 'standard' | 'full'
}

/** A section of an explanation; the terminal and the page show the same ones. */
export interface Section {
  readonly title: string
  readonly blocks: readonly Block[]
}

/** A paragraph, a list (each item with a note), commands, or an exchange. */
export type Block =
  | { readonly text: string }
  | { readonly items: readonly { readonly text: string; readonly note?: string }[] }
  | { readonly commands: readonly string[] }
  | { readonly exchange: readonly ShownLine[] }

/** What there is to say of a requirement, in order. */
export function sectionsOf(explanation: Explanation): readonly Section[] {
  const { requirement, topic, matters, example, mistakes } = explanation
  const { excluded } = requirement
  const commands = commandsOf(explanation)
  const sections: readonly Section[] = [
    {
      title: 'Where it is stated',
      blocks: [{ text: `${specificationLine(requirement)} Topic: ${topic}.` }],
    },
    { title: 'Why it matters', blocks: excluded === undefined ? [{ text: matters }] : [] },
    { title: 'How it is judged', blocks: excluded === undefined ? judged(explanation) : [] },
    { title: 'Why it is not judged', blocks: excluded === undefined ? [] : [{ text: excluded }] },
    {
      title: 'Right: the reference service',
      blocks: example?.right === undefined ? [] : [{ exchange: example.right }],
    },
    { title: 'Wrong', blocks: wrong(example) },
    {
      title: 'What breaks it',
      blocks: list(mistakes.map(({ mutant, how }) => ({ text: how.replace(/\.$/, ''), note: mutant }))),
    },
    { title: 'See it', blocks: commands.length === 0 ? [] : [{ commands }] },
  ]
  return sections.filter(({ blocks }) => blocks.length > 0)
}

function list(items: readonly { readonly text: string; readonly note?: string }[]): Block[] {
  return items.length === 0 ? [] : [{ items }]
}

function judged(explanation: Explanation): Block[] {
  const { cases, requirement } = explanation
  const items = cases.map(({ title, cost, needs, profile }) => ({
    text: title,
    note: [
      cost === 0 ? 'shares the requests of other cases' : count(cost, 'request'),
      ...(profile === 'standard' ? [] : [`profile ${profile}`]),
      ...needs.map((need) => `needs ${need}`),
    ].join('; '),
  }))
  return [
    items.length === 0 ? { text: judgedWithoutCase(explanation) } : { items },
    ...(requirement.strength === 'open'
      ? [{ text: 'It is observed only: whatever is found, it never fails.' }]
      : []),
  ]
}

function judgedWithoutCase({ ofClients, requirement: { own } }: Explanation): string {
  if (own === true) return 'By no case of the own suite.'
  return ofClients
    ? 'On every request of a client, by `proxy`, `judge` and `serve`; a run sends wrong requests on purpose, and does not judge its own.'
    : 'On every answer of a run, whichever case asked for it; it costs no request.'
}

function wrong(example: Example | undefined): Block[] {
  if (example === undefined) return []
  const { how, mutant, lines, expected, received } = example.wrong
  return [
    { items: [{ text: how, note: mutant }] },
    { exchange: lines },
    { text: `Expected: ${expected}` },
    { text: `Received: ${received}` },
  ]
}

/** Commands that verify a requirement, and that show it violated. */
function commandsOf({ requirement, cases, ofClients, mistakes: [first] }: Explanation): string[] {
  const { id, excluded, own } = requirement
  if (ofClients && excluded === undefined)
    return ['npx chat-agent-conformance proxy --target https://host/v1 --judge client']
  const more =
    (cases.length > 0 && cases.every(({ writes }) => writes) ? ' --writes' : '') +
    (own === true ? ' --suite FILE' : '')
  return present(
    excluded === undefined && `npx chat-agent-conformance run --only ${id}${more}`,
    first && sandboxCommand(first.mutant),
  )
}

/** How much weight a requirement has, and what it speaks of. What is never judged, and what is asked of clients, has no severity. */
export function tagsOf({ requirement, severity, ofClients }: Explanation): readonly string[] {
  const { strength, excluded, endpoint } = requirement
  if (excluded !== undefined) return ['excluded', endpointName(endpoint)]
  if (ofClients) return [strength, 'of clients', endpointName(endpoint)]
  return present<string>(strength, strength !== 'open' && severity, endpointName(endpoint))
}
