/** What a dashboard knows of one test case after it has read a JUnit file. */
export interface CaseRead {
  readonly name: string
  /** Absent where the reader keeps none. */
  readonly classname?: string
  /** Most readers show errors as failures: both are `red`. */
  readonly outcome: 'passed' | 'red' | 'skipped'
  readonly seconds: number
  /** Why it is red or skipped, where the reader keeps that. */
  readonly message?: string
  readonly details?: string
  /** Tries that failed before the one that counts, where the reader knows of them. */
  readonly retries?: number
}

/** A JUnit file as one consumer reads it. */
export interface Reading {
  /** As the consumer itself counts. */
  readonly totals: {
    readonly tests: number
    readonly red: number
    readonly skipped: number
  }
  readonly cases: readonly CaseRead[]
}

/** One consumer: a published parser, or a model of the rules in its public source. */
export interface Reader {
  readonly name: string
  readonly read: (source: string) => Reading | Promise<Reading>
}

/** Totals of a reader that counts its test cases. */
export function counted(cases: readonly CaseRead[]): Reading {
  const having = (outcome: CaseRead['outcome']): number =>
    cases.filter((one) => one.outcome === outcome).length
  return { cases, totals: { tests: cases.length, red: having('red'), skipped: having('skipped') } }
}
