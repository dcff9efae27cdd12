import type { State } from '../../fixtures/reference/index.ts'

const KINDS = ['chatbot', 'conversation', 'lead', 'booking', 'reservation'] as const

/** What a service keeps at some moment, so far as it tells whether anything is done to it afterwards. */
export class Trace {
  private readonly state: State
  private rows: readonly unknown[] = []
  private ids: unknown
  private sum = 0

  constructor(state: State) {
    this.state = state
    this.take()
  }

  /** From now on this is how it was. */
  take(): void {
    const { ids, workspaces } = this.state
    this.rows = workspaces.flatMap((workspace) => KINDS.map((kind) => workspace[kind].rows))
    this.ids = ids
    this.sum = this.count()
  }

  /** Whether everything is as it was. */
  holds(): boolean {
    const { ids, workspaces } = this.state
    if (this.ids !== ids || this.sum !== this.count()) return false
    let n = 0
    for (const workspace of workspaces)
      for (const kind of KINDS) if (workspace[kind].rows !== this.rows[n++]) return false
    return true
  }

  /** Everything that is counted up; it never comes to the same again. */
  private count(): number {
    const { ids, memory, spending } = this.state
    let sum = ids.count + memory.size
    for (const { since, used } of spending.values()) sum += since + used
    return sum
  }
}
