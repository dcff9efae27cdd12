import type { Finding } from '../judge/finding.ts'
import type { ReasonKind } from '../judge/verdict.ts'

/** Thrown by a failed expectation, with its findings. It ends the case. */
export class Violation extends Error {
  readonly findings: readonly Finding[]

  constructor(findings: readonly Finding[]) {
    super(findings.map((f) => `${f.requirement}: expected ${f.expected}, received ${f.received}`).join('; '))
    this.name = 'Violation'
    this.findings = findings
  }
}

/** Thrown if a case cannot be judged: a premise is missing or broken. The message says what would enable the case. */
export class Inconclusive extends Error {
  readonly kind: ReasonKind

  constructor(reason: string, kind: ReasonKind = 'undecided') {
    super(reason)
    this.name = 'Inconclusive'
    this.kind = kind
  }
}

/** Thrown if there is no answer to judge: the transport failed, or the run was interrupted. */
export class NoAnswer extends Error {
  readonly kind: ReasonKind

  constructor(reason: string, kind: ReasonKind = 'connection') {
    super(reason)
    this.name = 'NoAnswer'
    this.kind = kind
  }
}
