import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createSlots } from './pace.ts'

/** Larger bodies are read a few at a time, so that memory stays bounded however many requests are under way. */
export const SMALL_BODY_BYTES = 64 * 1024
const LARGE_BODIES_AT_ONCE = 2
/** Bytes of responses after which memory is freed at once. */
const MOST_GARBAGE = 16 * 1024 * 1024

/** The turn of one request to hold a large body. */
export interface Turn {
  /** Resolves when the request may hold a large body. */
  take(): Promise<void>
  /** Makes room for the next one. To be called once, whether or not the turn was taken, with the bytes of the whole response. */
  end(bytes: number): void
}

/**
 * Creates the turns of one transport. Between turns it frees the memory of earlier responses, long headers included: otherwise V8 lets the
 * process grow by hundreds of megabytes before it collects garbage.
 */
export function createTurns(): () => Turn {
  const slots = createSlots(LARGE_BODIES_AT_ONCE)
  let garbage = 0
  let collect: (() => void) | undefined
  const count = (bytes: number): void => {
    garbage += bytes
    if (garbage < MOST_GARBAGE) return
    garbage = 0
    collect ??= garbageCollector()
    collect()
  }
  return () => {
    let release: Promise<() => void> | undefined
    return {
      async take() {
        release ??= slots.take()
        await release
      },
      end(bytes) {
        count(bytes)
        void release?.then((free) => free())
      },
    }
  }
}

/** Node exposes its garbage collector only with a flag, which may be set at any time. */
function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  return typeof collect === 'function' ? () => void collect() : () => {}
}
