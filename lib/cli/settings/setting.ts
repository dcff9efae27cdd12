import { Option } from 'commander'
import { ConfigurationError } from '../../util/errors.ts'
import { InvalidValue } from '../../util/address.ts'
import type { Kind } from './kinds.ts'

/** A commander option that may also come from the environment, `.env` and the settings file (`settle`). */
export class Setting<T = unknown> extends Option {
  readonly kind: Kind<T>
  /** The default in words; commander gets none, so that what is given can be distinguished from what is not. */
  readonly fallback: string | undefined
  /** The environment variable. Commander's own `.env()` would take any value of a switch, `0` included, as "on". */
  variable: string | undefined
  /** Whether it may stand on the command line, where others can read it. */
  hasFlag = true
  /** Whether there is a `--no-…` form. */
  isNegatable = false

  /** @param flags - in commander's notation, as `--only <id...>` */
  constructor(flags: string, description: string, kind: Kind<T>, fallback?: string) {
    super(flags, description)
    this.kind = kind
    this.fallback = fallback
    if (this.isBoolean()) return
    this.argParser((text: string, earlier: unknown) => {
      const value: unknown = this.read(text, this.long ?? '')
      return this.variadic && Array.isArray(earlier) && Array.isArray(value)
        ? [...new Set<unknown>([...earlier, ...value])]
        : value
    })
  }

  override env(variable: string): this {
    this.variable = variable
    return this
  }

  /** Takes it from the environment and `.env` alone. */
  withoutFlag(): this {
    this.hasFlag = false
    return this
  }

  /** Adds the `--no-…` form. */
  negatable(): this {
    this.isNegatable = true
    return this
  }

  /** Reads text from any source. Throws a one-line {@link ConfigurationError} that begins with the name of the source. */
  read(text: string, origin: string): T {
    try {
      return this.kind.parse(text)
    } catch (error) {
      if (error instanceof InvalidValue) throw new ConfigurationError(`${origin} ${error.message}`)
      throw error
    }
  }

  /** The options that a command registers. */
  options(): readonly Option[] {
    if (!this.hasFlag) return []
    if (!this.isNegatable) return [this]
    const negated = new Option((this.long ?? '').replace('--', '--no-')).hideHelp()
    return [this, this.helpGroupHeading === undefined ? negated : negated.helpGroup(this.helpGroupHeading)]
  }

  /** The description with default, variable and negation, for the help. */
  describe(): string {
    const notes = [
      this.fallback === undefined ? [] : [`default: ${this.fallback}`],
      this.variable === undefined ? [] : [`env: ${this.variable}`],
      this.isNegatable ? [`also ${(this.long ?? '').replace('--', '--no-')}`] : [],
    ].flat()
    return notes.length === 0 ? this.description : `${this.description} (${notes.join('; ')})`
  }

  /** `--base-url <url>`, `--[no-]writes`; undefined without a flag. */
  usage(): string | undefined {
    if (!this.hasFlag) return undefined
    return this.isNegatable ? this.flags.replace('--', '--[no-]') : this.flags
  }
}

/** Settings by the names of their values. */
export type Settings = Readonly<Record<string, Setting>>

/** The values of settings, as far as they are given. */
export type ValuesOf<S extends Settings> = {
  readonly [K in keyof S]?: S[K] extends Setting<infer T> ? T : never
}

/** Puts settings under one heading of the help. */
export function grouped<S extends Settings>(heading: string, settings: S): S {
  for (const setting of Object.values(settings)) setting.helpGroup(`${heading}:`)
  return settings
}
