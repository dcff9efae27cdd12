/** All findings of a run in one list, and the only place that decides whether a finding is certain. */
import type { Exchange } from '../http/exchange.ts'
import type { Finding } from './finding.ts'
import { sentBody } from './reading.ts'

/** Which run of its case saw something: the first, or the second, which looks again at what could be noise. */
export type Pass = 1 | 2

/** A finding, and when it was seen. */
export interface Seen {
  readonly finding: Finding
  readonly pass: Pass
  /**
   * The question that was asked, if only an answer to the same question can confirm the finding: a page and
   * its total, for example.
   */
  readonly asked?: string
}

/** When findings at one place were seen. */
interface Sightings {
  isProven: boolean
  readonly passes: Set<Pass>
}

/**
 * Whether findings at one place are certain: a response proves one of them, or both passes saw it. A finding of
 * one pass may be noise (a server under load, a late replica, a colleague at work), and accuses nobody.
 */
function areCertain({ isProven, passes }: Sightings): boolean {
  return isProven || passes.size > 1
}

/**
 * Statuses that pass with time, or that are about the key and not about the request: another try may get
 * another status.
 */
const PASSING: readonly number[] = [401, 403, 408, 409, 423, 425, 429]

/**
 * Whether a wrong status proves a violation. A success does, and so does the service's own refusal (4xx), if
 * another status was required. A 404 does not, if the item may have been deleted.
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

/**
 * A requirement, and where it was violated. Any request may meet a server error once, so two of them confirm
 * each other only if the same was expected.
 */
function placeOf({ finding, asked = '' }: Seen): string {
  const { status = 200, expected } = finding
  return JSON.stringify([ruleAt(finding), asked, status >= 500 ? expected : ''])
}

function ruleAt({ requirement, where }: Pick<Finding, 'requirement' | 'where'>): string {
  return `${requirement} ${where}`
}

/** The findings of a run so far. Cases and oracles append to it. */
export class Findings {
  private readonly all: Seen[] = []
  /** By place: there, the second pass confirms the first. */
  private readonly places = new Map<string, Sightings>()
  /** The rules that are certainly violated, each at its operation, whatever was asked. */
  private readonly violated = new Set<string>()

  add(one: Seen): void {
    this.all.push(one)
    const place = placeOf(one)
    const sightings = this.places.get(place) ?? { isProven: false, passes: new Set() }
    this.places.set(place, sightings)
    sightings.passes.add(one.pass)
    sightings.isProven ||= one.finding.proof === true
    if (areCertain(sightings)) this.violated.add(ruleAt(one.finding))
  }

  get size(): number {
    return this.all.length
  }

  /** The certain findings. */
  get certain(): Finding[] {
    return this.all.filter(this.isCertain).map(({ finding }) => finding)
  }

  /** Findings that were seen once, and accuse nobody. */
  get doubtful(): Finding[] {
    return this.all.filter((one) => !this.isCertain(one)).map(({ finding }) => finding)
  }

  /** The places where a case, or an oracle in its exchanges, found something that must be seen again. */
  openFor(isOfCase: (finding: Finding) => boolean): ReadonlySet<string> {
    const open = this.all.filter((one) => !this.isViolated(one.finding) && isOfCase(one.finding))
    return new Set(open.map(placeOf))
  }

  /**
   * Whether a rule is certainly violated at an operation. One certain violation is enough: the run asks
   * nothing more about it.
   */
  isViolated(rule: Pick<Finding, 'requirement' | 'where'>): boolean {
    return this.violated.has(ruleAt(rule))
  }

  /** Whether some finding of a case concerns a rule that is certainly violated. */
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
    return sightings !== undefined && areCertain(sightings)
  }
}
