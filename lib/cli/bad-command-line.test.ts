import { describe } from 'vitest'
import { KEY, refuses } from './testing/refuses.ts'

describe('a command line that is not understood', () => {
  refuses({
    'an unknown option': {
      argv: ['--bugdet', '5'],
      says: 'unknown option --bugdet; did you mean --budget? (see "chat-agent-conformance run --help")',
    },
    'an unknown option with a value': {
      argv: ['plan', `--secret=${KEY}`],
      says: 'unknown option --secret (see "chat-agent-conformance plan --help")',
    },
    'an option of another command': {
      argv: ['list', '--budget', '5'],
      says: 'list has no option --budget (see "chat-agent-conformance list --help")',
    },
    'an option without its value': {
      argv: ['run', '--profile'],
      says: '--profile needs a value (see "chat-agent-conformance run --help")',
    },
    'an unknown command': {
      argv: ['lst'],
      says: 'unknown command lst; did you mean list? (see "chat-agent-conformance --help")',
    },
    'a key where a command belongs': {
      argv: [KEY],
      says: 'unknown command (see "chat-agent-conformance --help")',
    },
    'help for a command that does not exist': {
      argv: ['help', 'bogus'],
      says: 'unknown command (see "chat-agent-conformance --help")',
    },
    'a missing operand': {
      argv: ['compare', 'old.json'],
      says: 'compare needs NEW (see "chat-agent-conformance compare --help")',
    },
    'an operand too many': {
      argv: ['compare', 'a', 'b', 'c'],
      says: 'compare got too many arguments (see "chat-agent-conformance compare --help")',
    },
  })
})

describe('a value that its option does not take', () => {
  refuses({
    'an unknown profile': {
      argv: ['--profile', 'fast'],
      says: '--profile must be smoke, standard or full, not "fast"',
    },
    'an unknown requirement': {
      argv: ['--only', 'LEAD-01', 'LEDA-02'],
      says: '--only names an unknown requirement id, "LEDA-02"; did you mean LEAD-02?',
    },
    'an unknown requirement, listed': {
      argv: ['list', '--only', 'lead-99'],
      says: '--only names an unknown requirement id, "lead-99"; did you mean LEAD-01?',
    },
    'a part that does not exist': {
      argv: ['--part', '3', '10'],
      says: '--part must name parts from 1 to 9, not "10"',
    },
    'no budget': {
      argv: ['--budget', '0'],
      says: '--budget must be a whole number from 1 to 1000000, not "0"',
    },
    'a budget that is no number': {
      environment: { CONFORMANCE_BUDGET: 'lots' },
      says: 'CONFORMANCE_BUDGET must be a whole number from 1 to 1000000, not "lots"',
    },
    'a seed beyond 31 bits': {
      argv: ['--seed', '2147483648'],
      says: '--seed must be a whole number from 0 to 2147483647, not "2147483648"',
    },
    'a negative seed': {
      argv: ['--seed', '-1'],
      says: '--seed must be a whole number from 0 to 2147483647, not "-1"',
    },
    'a key where a number belongs': {
      argv: ['--seed', KEY],
      says: '--seed must be a whole number from 0 to 2147483647, not a value of 29 characters',
    },
    'too many connections': {
      argv: ['--concurrency', '65'],
      says: '--concurrency must be a whole number from 1 to 64, not "65"',
    },
    'no time': {
      argv: ['--timeout', '0'],
      says: '--timeout must be a number of seconds from 0.1 to 600, not "0"',
    },
    'a shard beyond the last': {
      argv: ['--shard', '4/3'],
      says: '--shard must be like 1/3, the first of three shards, not "4/3"',
    },
    'a switch that is neither on nor off': {
      environment: { CONFORMANCE_WRITES: 'maybe' },
      says: 'CONFORMANCE_WRITES must be 1 or 0 (or true, false, yes, no, on, off), not "maybe"',
    },
    'quiet and verbose': {
      argv: ['--quiet', '--verbose'],
      says: '--quiet and --verbose exclude each other',
    },
  })
})
