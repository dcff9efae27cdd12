/** The answer of a command whose whole result is text. */
export interface TextResult {
  readonly text: string
  readonly exitCode: 0 | 1 | 2 | 3
}

/** How a command that prints text prints it. */
export interface TextStyle {
  readonly verbose: boolean
  readonly color: boolean
}
