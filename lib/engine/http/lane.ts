/** Lets requests pass side by side, or one alone: a service that turns away too many at once takes that one. */
export class Lane {
  private readonly underWay = new Set<Promise<unknown>>()
  /** Settled once nobody is alone, or waits to be. */
  private free: Promise<unknown> = Promise.resolve()

  /** Begins as soon as nobody is alone. */
  async beside<T>(send: () => Promise<T>): Promise<T> {
    let free: Promise<unknown> | undefined
    while (free !== this.free) {
      free = this.free
      // oxlint-disable-next-line no-await-in-loop -- meanwhile another one may want to be alone
      await free
    }
    return this.noted(send())
  }

  /** Begins once all that began before have ended; what comes later waits. */
  async alone<T>(send: () => Promise<T>): Promise<T> {
    const turn = this.free.then(() => Promise.allSettled(this.underWay)).then(() => this.noted(send()))
    this.free = turn.catch(() => undefined)
    return turn
  }

  private async noted<T>(sending: Promise<T>): Promise<T> {
    this.underWay.add(sending)
    try {
      return await sending
    } finally {
      this.underWay.delete(sending)
    }
  }
}
