/** The commands of the command line. */
export const COMMANDS = [
  'run',
  'doctor',
  'init',
  'list',
  'explain',
  'next',
  'plan',
  'serve',
  'prove',
  'compare',
  'known-failures',
  'replay',
  'judge',
  'merge',
] as const
export type CommandName = (typeof COMMANDS)[number]

/** Headings under which `--help` lists options. */
export type OptionGroup = 'Target' | 'Selection' | 'Spending' | 'Generated tests' | 'Output' | 'Command'

/** One option: what the flag, the environment variable, the help and the documentation say of it. */
export interface OptionDefinition<T> {
  /** `--base-url`; absent where the value does not belong on a command line. */
  readonly flag?: string
  /** Placeholder of the flag's value; absent: the flag is a switch. */
  readonly value?: string
  /** The flag may stand without its value, which is then `1`. */
  readonly valueOptional?: boolean
  /** The flag takes several values. */
  readonly list?: boolean
  /** There is a `--no-…` form, too. */
  readonly negatable?: boolean
  /** Name of the environment variable, also read from the caller's `.env`. */
  readonly variable?: string
  /** The default in words. */
  readonly fallback?: string
  readonly description: string
  readonly commands: readonly CommandName[]
  /** Turns text from any source into the value; throws {@link InvalidValue}. Lists arrive joined by commas. */
  readonly parse: (text: string) => T
}

/**
 * A value that its option does not take. The message continues a sentence that begins with the name of the flag or
 * variable, and never shows what could be a secret.
 */
export class InvalidValue extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'InvalidValue'
  }
}
