import { Option } from 'commander'
import { InvalidValue } from '../../engine/util/address.ts'
import { present } from '../../engine/util/collections.ts'
import { ConfigurationError } from '../../engine/util/errors.ts'
import type { Parser } from './parsers.ts'

/** A commander option that may also come from a variable and from the settings file (`settle`). */
export class Setting<T = unknown> extends Option {
  readonly parse: Parser<T>
  /**
   * The default in words; the default of a switch is `off`. Commander gets no default, so that a given value
   * can be told apart from it.
   */
  readonly fallback: string | undefined
  /** Its environment variable. Commander's own `.env()` would take any value of a switch, `0` included, as "on". */
  variable: string | undefined

  /** @param flags - in commander's notation, as `--only <id...>` */
  constructor(flags: string, parse: Parser<T>, description: string, fallback?: string) {
    super(flags, description)
    this.parse = parse
    this.fallback = fallback ?? (this.isBoolean() ? 'off' : undefined)
    if (this.isBoolean()) return
    this.argParser((text: string, earlier: unknown) => {
      const value: unknown = this.read(text, this.long ?? '')
      return Array.isArray(earlier) && Array.isArray(value)
        ? [...new Set<unknown>([...earlier, ...value])]
        : value
    })
  }

  /** Reads text from any source. Throws a one-line {@link ConfigurationError} that begins with the name of the source. */
  read(text: string, origin: string): T {
    try {
      return this.parse(text)
    } catch (error) {
      if (error instanceof InvalidValue) throw new ConfigurationError(`${origin} ${error.message}`)
      throw error
    }
  }

  /** `--no-writes` for `--writes`; undefined if only the flag could have switched it on. */
  get negated(): string | undefined {
    return this.isBoolean() && this.variable !== undefined ? this.long?.replace('--', '--no-') : undefined
  }

  /** The description with default, variable and negation, for the help. */
  describe(): string {
    const notes = present(
      this.fallback !== undefined && `default: ${this.fallback}`,
      this.variable !== undefined && `env: ${this.variable}`,
      this.negated !== undefined && `also ${this.negated}`,
    )
    return notes.length === 0 ? this.description : `${this.description} (${notes.join('; ')})`
  }
}

/** Settings by the names of their values. */
export type Settings = Readonly<Record<string, Setting>>

/** The values of settings; a value that no source has is absent. */
export type ValuesOf<S extends Settings> = {
  readonly [K in keyof S]?: S[K] extends Setting<infer T> ? T : never
}

/** Puts settings under one heading of the help. */
export function grouped<S extends Settings>(heading: string, settings: S): S {
  for (const setting of Object.values(settings)) setting.helpGroup(`${heading}:`)
  return settings
}
