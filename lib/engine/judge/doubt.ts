/** All that a run finds, in one list, and the one place that decides whether a finding is certain. */
import type { Exchange } from '../http/exchange.ts'
import type { Finding } from './finding.ts'
import { sentBody } from './reading.ts'

/** Which run of its case saw something: the first, or the second, which looks again at what could be noise. */
export type Pass = 1 | 2

/** A finding, and when it was seen. */
export interface Seen {
  readonly finding: Finding
  readonly pass: Pass
  /** What was asked, where only an answer to the same question shows the same again: a page and its total, for example. */
  readonly asked?: string
}

/** What was seen at one place. */
interface Sightings {
  isProven: boolean
  readonly passes: Set<Pass>
}

/**
 * Whether what was seen at a place is certain: an answer proves it, or both passes saw it. What one pass saw could be noise (a server
 * under load, a replica that is late, a colleague at work), and accuses nobody.
 */
export function certain({ isProven, passes }: Sightings): boolean {
  return isProven || passes.size > 1
}

/** Statuses that time heals, or that are about the key and not about the request: another try may get another one. */
const PASSING: readonly number[] = [401, 403, 408, 409, 423, 425, 429]

/**
 * Whether a wrong status proves a violation: a success does, and so does the service's own refusal (4xx), where another answer was
 * due. A 404 does not where something may have been deleted.
 */
export function isProvenByStatus(exchange: Exchange): boolean {
  const { response: { status = 0 } = {}, gateway } = exchange
  if (status >= 200 && status < 300) return true
  const isOwnRefusal = status >= 400 && status < 500 && gateway !== true && !PASSING.includes(status)
  return isOwnRefusal && (status !== 404 || !namesSomething(exchange))
}

/** Whether a request names an item by its id, in its path, its query or its body. */
function namesSomething(exchange: Exchange): boolean {
  const { operation = '{id}', request } = exchange
  const names = [...request.query.map(([name]) => name), ...Object.keys(sentBody(exchange))]
  return operation.includes('{id}') || names.some((name) => name.endsWith('_id'))
}

/** A requirement, and where it was violated. Any request may meet a server error once: then the same has to be expected, too. */
function placeOf({ finding, asked = '' }: Seen): string {
  const { status = 200, expected } = finding
  return JSON.stringify([ruleAt(finding), asked, status >= 500 ? expected : ''])
}

/** A requirement at an operation. */
function ruleAt({ requirement, where }: Pick<Finding, 'requirement' | 'where'>): string {
  return `${requirement} ${where}`
}

/** What a run has found so far. Cases and oracles append to it. */
export class Findings {
  private readonly all: Seen[] = []
  private readonly places = new Map<string, Sightings>()
  /** The rules that are certainly violated, each at its operation. */
  private readonly violated = new Set<string>()

  add(one: Seen): void {
    this.all.push(one)
    const place = placeOf(one)
    const sightings = this.places.get(place) ?? { isProven: false, passes: new Set() }
    this.places.set(place, sightings)
    sightings.passes.add(one.pass)
    sightings.isProven ||= one.finding.proof === true
    if (certain(sightings)) this.violated.add(ruleAt(one.finding))
  }

  get size(): number {
    return this.all.length
  }

  /** What is certain. */
  get certain(): Finding[] {
    return this.all.filter(this.isCertain).map(({ finding }) => finding)
  }

  /** What was seen once, and accuses nobody. */
  get doubtful(): Finding[] {
    return this.all.filter((one) => !this.isCertain(one)).map(({ finding }) => finding)
  }

  /** The places at which a case, or an oracle in its exchanges, found something that has to be seen again. */
  openFor(isOfCase: (finding: Finding) => boolean): ReadonlySet<string> {
    const open = this.all.filter((one) => !this.isViolated(one.finding) && isOfCase(one.finding))
    return new Set(open.map(placeOf))
  }

  /** Sure once is enough: whether a rule is violated for certain at an operation, so that nothing more is asked about it. */
  isViolated(rule: Pick<Finding, 'requirement' | 'where'>): boolean {
    return this.violated.has(ruleAt(rule))
  }

  /** Whether some of what a case asserted is violated. */
  isAnyViolated(isOfCase: (finding: Finding) => boolean): boolean {
    return this.all.some((one) => this.isViolated(one.finding) && isOfCase(one.finding))
  }

  /** Drops some findings. */
  drop(isMeant: (finding: Finding) => boolean): void {
    const others = this.all.splice(0).filter(({ finding }) => !isMeant(finding))
    this.places.clear()
    this.violated.clear()
    for (const one of others) this.add(one)
  }

  private readonly isCertain = (one: Seen): boolean => {
    const sightings = this.places.get(placeOf(one))
    return sightings !== undefined && certain(sightings)
  }
}
