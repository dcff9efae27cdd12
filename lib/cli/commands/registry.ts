import type { CommandEntry } from '../command.ts'

/** Every command, in the order of the help. */
export const COMMAND_ENTRIES: readonly CommandEntry[] = [
  {
    name: 'run',
    summary: 'verify a target; without a base URL, the embedded reference service',
    examples: [
      'chat-agent-conformance run',
      'CONFORMANCE_API_KEY=… chat-agent-conformance run --base-url https://host/v1 --writes',
      'chat-agent-conformance run --only AUTH-02 --seed 42',
    ],
    guards: true,
    load: async () => (await import('./run.ts')).run,
  },
  {
    name: 'doctor',
    summary: 'look whether a target can be verified, in about ten requests, and say what to do first',
    examples: ['CONFORMANCE_API_KEY=… chat-agent-conformance doctor --base-url https://host/v1'],
    load: async () => (await import('./doctor.ts')).doctor,
  },
  {
    name: 'init',
    summary: 'write .env.example, a CI job and an empty known-failures file',
    examples: ['chat-agent-conformance init', 'chat-agent-conformance init --ci gitlab'],
    load: async () => (await import('./init.ts')).init,
  },
  {
    name: 'list',
    summary: 'list requirements and cases, with strength, part, needs and cost',
    examples: ['chat-agent-conformance list --part 4', 'chat-agent-conformance list --json'],
    load: async () => (await import('./list.ts')).list,
  },
  {
    name: 'explain',
    summary: 'explain a requirement: how it is judged, what breaks it, how to fix it',
    operands: '[ID...]',
    examples: ['chat-agent-conformance explain AUTH-02', 'chat-agent-conformance explain --site site'],
    load: async () => (await import('./explain.ts')).explain,
  },
  {
    name: 'next',
    summary: 'for an API in the making: what to build next, out of the last run',
    operands: '[RECORD]',
    examples: ['chat-agent-conformance run --quiet; chat-agent-conformance next'],
    load: async () => (await import('./next.ts')).next,
  },
  {
    name: 'plan',
    summary: 'show what a run would spend and what it could not exercise',
    examples: ['CONFORMANCE_API_KEY=… chat-agent-conformance plan --base-url https://host/v1 --profile full'],
    load: async () => (await import('./plan.ts')).plan,
  },
  {
    name: 'serve',
    summary: 'start the reference service as a sandbox',
    examples: ['chat-agent-conformance serve --port 8080', 'chat-agent-conformance serve --list'],
    load: async () => (await import('./serve.ts')).serve,
  },
  {
    name: 'prove',
    summary: 'run the cases against every mutant and variant, and print the kill matrix',
    examples: ['chat-agent-conformance prove', 'chat-agent-conformance prove --part 7'],
    load: async () => (await import('./prove.ts')).prove,
  },
  {
    name: 'compare',
    summary:
      'compare two run records, or the last two of a history: what broke, what was mended, what changed',
    operands: '<OLD> [NEW]',
    examples: [
      'chat-agent-conformance compare baseline/run.json reports/run.json --markdown',
      'chat-agent-conformance compare reports/history.jsonl',
    ],
    load: async () => (await import('./compare.ts')).compare,
  },
  {
    name: 'known-failures',
    summary: 'check a known-failures file, or write it from a run record',
    operands: '[RECORD]',
    examples: ['chat-agent-conformance known-failures --update --known-failures known-failures.json'],
    load: async () => (await import('./known-failures.ts')).knownFailures,
  },
  {
    name: 'judge',
    summary: 'judge recorded traffic (HAR); no request is sent',
    operands: '<FILE>',
    examples: ['chat-agent-conformance judge traffic.har --base-url https://host/v1'],
    load: async () => (await import('./judge.ts')).judge,
  },
]
