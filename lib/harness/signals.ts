import type { Finding } from '../judge/finding.ts'
import type { ReasonKind } from '../judge/reason.ts'

/** Thrown by an expectation that does not hold. Carries what was found; a case ends with it. */
export class Violation extends Error {
  readonly findings: readonly Finding[]

  constructor(findings: readonly Finding[]) {
    super(findings.map((f) => `${f.requirement}: expected ${f.expected}, received ${f.received}`).join('; '))
    this.name = 'Violation'
    this.findings = findings
  }
}

/** Thrown where a case cannot be judged: what it leans on is missing or is itself broken. Says what would enable it. */
export class Inconclusive extends Error {
  readonly kind: ReasonKind

  constructor(reason: string, kind: ReasonKind = 'undecided') {
    super(reason)
    this.name = 'Inconclusive'
    this.kind = kind
  }
}

/** Thrown where there was no answer to judge: the transport failed, or the run was interrupted. */
export class NoAnswer extends Error {
  readonly kind: ReasonKind

  constructor(reason: string, kind: ReasonKind = 'connection') {
    super(reason)
    this.name = 'NoAnswer'
    this.kind = kind
  }
}
