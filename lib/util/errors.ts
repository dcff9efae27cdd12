/** Something that the operator can mend; shown as one line, exit code 2, no stack. */
export class ConfigurationError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ConfigurationError'
  }
}

/** Why a file is not what a command needs: one line that continues a sentence beginning with the file's name. */
export class FileProblem extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'FileProblem'
  }
}
