import { Option } from 'commander'
import type { Command } from 'commander'
import type { NamedOption } from './config/options.ts'
import { optionsOf, usageOf } from './config/options.ts'
import type { CommandName } from './config/option.ts'
import type { Flags } from './config/reading.ts'

/** Gives a command the flags that the table of options has for it. */
export function addFlags(command: Command, name: CommandName): void {
  for (const option of optionsOf(name)) {
    for (const flag of commanderOptions(option)) command.addOption(flag)
  }
}

/** What the command line gives, as text that the table's parsers take. */
export function flagsOf(command: Command, name: CommandName): Flags {
  const flags: Partial<Record<NamedOption['name'], string>> = {}
  for (const option of optionsOf(name)) {
    const [flag] = commanderOptions(option)
    if (flag === undefined || command.getOptionValueSource(flag.attributeName()) !== 'cli') continue
    flags[option.name] = textOf(command.getOptionValue(flag.attributeName()), flag.negate)
  }
  return flags
}

function commanderOptions(option: NamedOption): Option[] {
  const { flag, value, list, negatable, valueOptional, group } = option
  if (flag === undefined) return []
  const [open, close] = valueOptional === true ? ['[', ']'] : ['<', '>']
  const placeholder = value === undefined ? '' : ` ${open}${value}${list === true ? '...' : ''}${close}`
  const heading = `${group}:`
  const shown = new Option(`${flag}${placeholder}`, descriptionOf(option)).helpGroup(heading)
  if (negatable !== true) return [shown]
  return [
    shown,
    new Option(flag.replace('--', '--no-'), `the opposite of ${flag}`).helpGroup(heading).hideHelp(),
  ]
}

function descriptionOf(option: NamedOption): string {
  const notes = [
    option.fallback === undefined ? [] : [`default: ${option.fallback}`],
    option.variable === undefined ? [] : [`env: ${option.variable}`],
    option.negatable === true ? [`also ${usageOf(option)?.replace('[no-]', 'no-') ?? ''}`] : [],
  ].flat()
  return notes.length === 0 ? option.description : `${option.description} (${notes.join('; ')})`
}

function textOf(value: unknown, negated: boolean): string {
  if (Array.isArray(value)) return value.join(',')
  if (typeof value === 'boolean') return value === negated ? '0' : '1'
  return String(value)
}
