/** Something that the operator can mend; shown as one line, exit code 2, no stack. */
export class ConfigurationError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ConfigurationError'
  }
}
