/** All that a run finds, in one list, and the one place that decides whether a finding is certain. */
import type { Finding } from './finding.ts'

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

/** A requirement, and where it was violated. Any request may meet a server error once: then the same has to be expected, too. */
function placeOf({ finding, asked = '' }: Seen): string {
  const { status = 200, expected } = finding
  return JSON.stringify([ruleAt(finding), asked, status >= 500 ? expected : ''])
}

/** A requirement at an operation. */
function ruleAt({ requirement, where }: Finding): string {
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
    const open = this.all.filter((one) => !this.isSettled(one) && isOfCase(one.finding))
    return new Set(open.map(placeOf))
  }

  /** Whether some of what a case asserted is violated. */
  isAnyViolated(isOfCase: (finding: Finding) => boolean): boolean {
    return this.all.some((one) => this.isSettled(one) && isOfCase(one.finding))
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

  /** Sure once is enough: a rule that is violated for certain at an operation is not asked about again. */
  private isSettled({ finding }: Seen): boolean {
    return this.violated.has(ruleAt(finding))
  }
}
