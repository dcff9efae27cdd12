/** The request of a test file to the run: to perform these cases. */
export interface Question {
  readonly perform: readonly string[]
}

/** The result of a case. */
export type Result =
  | { readonly state: 'pass' }
  | { readonly state: 'skip'; readonly note: string }
  | { readonly state: 'fail'; readonly text: string }

/** The answers of the run, case by case. */
export interface Reply {
  readonly id: string
  readonly result: Result
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Name of the channel between the test files and the run, which all of them share. */
    readonly conformanceChannel: string
  }
}
