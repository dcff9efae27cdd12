import { oneOf, onOrOff, type OptionDefinition, someText, wholeNumber, words } from '../option.ts'

/** Options of single commands. */
export const COMMAND_OPTIONS = {
  port: {
    flag: '--port',
    value: 'PORT',
    fallback: 'a free one',
    description: 'port of the sandbox',
    commands: ['serve'],
    parse: wholeNumber(0, 65_535),
  },
  allowance: {
    flag: '--allowance',
    value: 'N',
    fallback: '1000',
    description: 'requests per hour that each key of the sandbox may send',
    commands: ['serve'],
    parse: wholeNumber(1, 1_000_000_000),
  },
  mutant: {
    flag: '--mutant',
    value: 'ID',
    list: true,
    description:
      'serve the reference service with these seeded faults; of two in the same step, with the last one',
    commands: ['serve'],
    parse: words,
  },
  variant: {
    flag: '--variant',
    value: 'ID',
    list: true,
    description: 'serve the reference service with these freedoms used',
    commands: ['serve'],
    parse: words,
  },
  ci: {
    flag: '--ci',
    value: 'NAME',
    fallback: 'github',
    description: 'github or gitlab: for which CI a job is written',
    commands: ['init'],
    parse: oneOf('github', 'gitlab'),
  },
  list: {
    flag: '--list',
    description: 'list the seeded faults and the freedoms by name, and serve nothing',
    commands: ['serve'],
    parse: onOrOff,
  },
  site: {
    flag: '--site',
    value: 'DIR',
    description: 'write a page for every requirement into this folder',
    commands: ['explain'],
    parse: someText,
  },
  thorough: {
    flag: '--thorough',
    description: 'run all cases on every seeded fault, not only on the first of each requirement',
    commands: ['prove'],
    parse: onOrOff,
  },
  pairs: {
    flag: '--pairs',
    value: 'N',
    fallback: '40',
    description: 'try so many pairs of seeded faults',
    commands: ['prove'],
    parse: wholeNumber(0, 100_000),
  },
  pinOpenPoints: {
    flag: '--pin-open-points',
    description: 'a changed open point counts as a regression',
    commands: ['compare'],
    parse: onOrOff,
  },
  update: {
    flag: '--update',
    description: 'write the file from the last run record',
    commands: ['known-failures'],
    parse: onOrOff,
  },
} as const satisfies Record<string, OptionDefinition<unknown>>
