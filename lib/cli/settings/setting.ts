import { Option } from 'commander'
import { resolve } from 'node:path'
import { InvalidValue } from '../../util/address.ts'
import { present } from '../../util/collections.ts'
import { ConfigurationError } from '../../util/errors.ts'
import type { Kind } from './kinds.ts'

/** A value that a source gives, as text for the setting's parser. */
export interface Written {
  /** The items of a list, or the value alone. */
  readonly texts: readonly string[]
  /** Where it stands: `budget in conformance.config.json`. */
  readonly origin: string
  /** What the name of a file is relative to. */
  readonly folder: string
}

/** A commander option that may also come from a variable and from the settings file (`settle`). */
export class Setting<T = unknown> extends Option {
  readonly kind: Kind<T>
  /** The default in words; commander gets none, so that what is given can be distinguished from what is not. */
  readonly fallback: string | undefined
  /** Its environment variable. Commander's own `.env()` would take any value of a switch, `0` included, as "on". */
  variable: string | undefined
  /** Whether there is a `--no-…` form. */
  isNegatable = false

  /** @param flags - in commander's notation, as `--only <id...>` */
  constructor(flags: string, kind: Kind<T>, description: string, fallback?: string) {
    super(flags, description)
    this.kind = kind
    this.fallback = fallback
    if (this.isBoolean()) return
    this.argParser((text: string, earlier: unknown) => {
      const value: unknown = this.read(text, this.long ?? '')
      return Array.isArray(earlier) && Array.isArray(value)
        ? [...new Set<unknown>([...earlier, ...value])]
        : value
    })
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

  /** The value that a source gives. Throws as {@link read}. */
  valueFrom({ texts, origin, folder }: Written): unknown {
    const [first, ...others] = texts.map((text) => this.located(this.read(text, origin), folder))
    return others.length === 0 ? first : [first, ...others].flat()
  }

  /** The name of a file or folder made absolute; any other value as it is. */
  located(value: unknown, folder: string): unknown {
    return this.kind.isPath === true && typeof value === 'string' ? resolve(folder, value) : value
  }

  /** `--no-writes` of `--writes`. */
  get negated(): string {
    return (this.long ?? '').replace('--', '--no-')
  }

  /** How messages name it: by its flag, or by its variable where it has no flag for people. */
  get shownName(): string {
    return (this.hidden ? this.variable : this.long) ?? this.name()
  }

  /** The description with default, variable and negation, for the help. */
  describe(): string {
    const notes = present(
      this.fallback !== undefined && `default: ${this.fallback}`,
      this.variable !== undefined && `env: ${this.variable}`,
      this.isNegatable && `also ${this.negated}`,
    )
    return notes.length === 0 ? this.description : `${this.description} (${notes.join('; ')})`
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
