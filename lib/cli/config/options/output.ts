import { onOrOff, type OptionDefinition, someText } from '../option.ts'

/** Options for the output and the reports. */
export const OUTPUT_OPTIONS = {
  reports: {
    flag: '--reports',
    value: 'DIR',
    variable: 'CONFORMANCE_REPORTS',
    fallback: './reports',
    description: 'folder for the reports',
    commands: ['run', 'next', 'known-failures', 'prove'],
    parse: someText,
  },
  quiet: {
    flag: '--quiet',
    variable: 'CONFORMANCE_QUIET',
    fallback: 'off',
    description: 'print the verdict only',
    commands: ['run'],
    parse: onOrOff,
  },
  verbose: {
    flag: '--verbose',
    variable: 'CONFORMANCE_VERBOSE',
    fallback: 'off',
    description: 'print details: what passed, and the stack of a fault of the tool',
    commands: ['run', 'plan', 'prove', 'judge'],
    parse: onOrOff,
  },
  noColor: {
    flag: '--no-color',
    variable: 'NO_COLOR',
    fallback: 'colours on a terminal only',
    description: 'print without colours',
    commands: ['run', 'prove', 'judge'],
    // By the convention of `NO_COLOR`, any value switches colours off.
    parse: (): boolean => true,
  },
  open: {
    flag: '--open',
    description: 'open the page of the report in a browser when the run has ended',
    commands: ['run'],
    parse: onOrOff,
  },
  annotations: {
    flag: '--annotations',
    negatable: true,
    variable: 'CONFORMANCE_ANNOTATIONS',
    fallback: 'on when GITHUB_ACTIONS=true',
    description: 'print annotations for GitHub Actions',
    commands: ['run'],
    parse: onOrOff,
  },
  json: {
    flag: '--json',
    description: 'print JSON, for tools',
    commands: ['list', 'explain', 'plan', 'prove', 'compare', 'judge'],
    parse: onOrOff,
  },
  markdown: {
    flag: '--markdown',
    description: 'print Markdown, for a merge request',
    commands: ['compare'],
    parse: onOrOff,
  },
} as const satisfies Record<string, OptionDefinition<unknown>>
