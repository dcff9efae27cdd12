import type { Requirement, Severity } from '../../judge/requirement.ts'
import { wrap } from '../console/layout.ts'
import { endpointName, specificationLine } from '../wording.ts'
import { count, visible } from '../../util/text.ts'
import type { Example, ShownLine } from './exchange.ts'

/** The explanation of one requirement, from the catalogue, the cases, the mutants and the variants. */
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
  /** Related freedoms that the specification grants. */
  readonly freedoms: readonly { readonly variant: string; readonly why: string }[]
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

/** The most mistakes and freedoms listed; the page has all. */
const LISTED = 6

/** An explanation for a terminal of this width, ending with a newline. */
export function renderExplanation(explanation: Explanation, width: number): string {
  const { requirement, mistakes, freedoms } = explanation
  const { id, endpoint, text, excluded } = requirement
  const matters = mattersOf(explanation)
  const blocks = [
    [`${id}  ${[...tagsOf(explanation), endpointName(endpoint)].join(' · ')}`, ...wrap(text, width)],
    section('Where it is stated', wrap(specificationLine(requirement), width - 2)),
    section('Why it matters', matters === '' ? [] : wrap(matters, width - 2)),
    excluded === undefined
      ? section('How it is judged', judged(explanation, width - 2))
      : section('Why it is not judged', wrap(excluded, width - 2)),
    ...exampleSections(explanation.example, width - 2),
    section(
      'What breaks it',
      listed(
        mistakes.map(({ mutant, how }) => `${how.replace(/\.$/, '')} (${mutant})`),
        width - 2,
      ),
    ),
    section(
      'Freedoms nearby: none of these is a violation',
      listed(
        freedoms.map(({ why }) => why),
        width - 2,
      ),
    ),
    section('See it', commandsOf(explanation)),
  ]
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

/** How much weight a requirement has: its strength and severity. What is never judged, and what is asked of clients, has no severity. */
export function tagsOf({
  requirement: { strength, excluded },
  severity,
  ofClients,
}: Explanation): readonly string[] {
  if (excluded !== undefined) return ['excluded']
  if (ofClients) return [strength, 'of clients']
  return strength === 'open' ? ['open'] : [strength, severity]
}

/** Why a violation harms users, where there can be one. */
export function mattersOf({ requirement: { excluded }, matters }: Explanation): string {
  return excluded === undefined ? matters : ''
}

/** The price of a case, in words. */
export function priceOf(cost: number): string {
  return cost === 0 ? 'shares the requests of other cases' : count(cost, 'request')
}

/** Commands that verify a requirement, and that show it violated. */
export function commandsOf({ requirement, cases, ofClients, mistakes: [first] }: Explanation): string[] {
  const { id, excluded, own } = requirement
  if (ofClients)
    return excluded === undefined
      ? ['npx chat-agent-conformance proxy --target https://host/v1 --judge client']
      : []
  const more =
    (cases.length > 0 && cases.every(({ writes }) => writes) ? ' --writes' : '') +
    (own === true ? ' --suite FILE' : '')
  return [
    ...(excluded === undefined ? [`npx chat-agent-conformance run --only ${id}${more}`] : []),
    ...(first === undefined ? [] : [`npx chat-agent-conformance serve --mutant ${first.mutant}`]),
  ]
}

function exampleSections(example: Example | undefined, width: number): string[][] {
  if (example === undefined) return []
  const { right, wrong } = example
  const marked = (lines: readonly ShownLine[]): string[] =>
    lines.map(({ text, marked: isMarked }) => `${isMarked ? '>' : ' '} ${text}`.trimEnd())
  return [
    section('Right: the reference service', right === undefined ? [] : marked(right)),
    section(`Wrong: ${wrong.how}`, [
      ...marked(wrong.lines),
      '',
      ...wrap(visible(`expected ${wrong.expected}`), width),
      ...wrap(visible(`received ${wrong.received}`), width),
    ]),
  ]
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)]
}

function bullet(text: string, width: number): string[] {
  return wrap(text, width - 2).map((line, index) => `${index === 0 ? '-' : ' '} ${line}`)
}

function listed(texts: readonly string[], width: number): string[] {
  const rest = texts.length - LISTED
  return [
    ...texts.slice(0, LISTED).flatMap((text) => bullet(text, width)),
    ...(rest > 0 ? [`… and ${count(rest, 'more', 'more')}`] : []),
  ]
}

/** How a requirement is judged that no case verifies. */
export function judgedWithoutCase({ ofClients, requirement: { own } }: Explanation): string {
  if (own === true) return 'By no case of the own suite.'
  return ofClients
    ? 'On every request of a client, by `proxy`, `judge` and `serve`; a run sends wrong requests on purpose, and does not judge its own.'
    : 'On every answer of a run, whichever case asked for it; it costs no request.'
}

function judged(explanation: Explanation, width: number): string[] {
  const {
    cases,
    requirement: { strength },
  } = explanation
  const failing = strength === 'open' ? ['It is observed only: whatever is found, it never fails.'] : []
  if (cases.length === 0) return [...wrap(judgedWithoutCase(explanation), width), ...failing]
  return [
    ...cases.flatMap(({ title, cost, needs, profile }) => {
      const terms = [
        priceOf(cost),
        ...(profile === 'standard' ? [] : [`profile ${profile}`]),
        ...needs.map((need) => `needs ${need}`),
      ]
      return bullet(`${title} (${terms.join('; ')})`, width)
    }),
    ...failing,
  ]
}
