import type { OptionDefinition } from '../option.ts'
import { address, apiKey, headers, onOrOff, seconds, someText, wholeNumber } from '../parse.ts'

const TARGETED = ['run', 'doctor', 'plan', 'replay'] as const
const RUNS = ['run', 'doctor', 'plan'] as const

/** What is verified, with which keys, and what may be done to it. */
export const TARGET_OPTIONS = {
  baseUrl: {
    flag: '--base-url',
    value: 'URL',
    variable: 'CONFORMANCE_BASE_URL',
    fallback: 'the embedded reference service',
    description: 'base address of the target, version segment included',
    commands: [...TARGETED, 'judge'],
    parse: address,
  },
  apiKey: {
    variable: 'CONFORMANCE_API_KEY',
    description: 'key of the workspace under test; required with a base URL',
    commands: TARGETED,
    parse: apiKey,
  },
  otherApiKey: {
    variable: 'CONFORMANCE_OTHER_API_KEY',
    description: 'key of a second workspace, for isolation',
    commands: TARGETED,
    parse: apiKey,
  },
  exhaustibleApiKey: {
    variable: 'CONFORMANCE_EXHAUSTIBLE_API_KEY',
    description: 'key whose whole hourly allowance may be spent, for the 429 checks',
    commands: TARGETED,
    parse: apiKey,
  },
  apexUrl: {
    flag: '--apex-url',
    value: 'URL',
    variable: 'CONFORMANCE_APEX_URL',
    description: 'address of the bare apex host, for the 308 check',
    commands: RUNS,
    parse: address,
  },
  writes: {
    flag: '--writes',
    negatable: true,
    variable: 'CONFORMANCE_WRITES',
    fallback: 'on for the embedded service only',
    description: 'allow requests that create or change data',
    commands: TARGETED,
    parse: onOrOff,
  },
  webhookPort: {
    flag: '--webhook-port',
    value: 'PORT',
    variable: 'CONFORMANCE_WEBHOOK_PORT',
    description: "listen here for the target's webhook deliveries",
    commands: RUNS,
    parse: wholeNumber(0, 65_535),
  },
  webhookHost: {
    flag: '--webhook-host',
    value: 'HOST',
    variable: 'CONFORMANCE_WEBHOOK_HOST',
    fallback: '127.0.0.1',
    description: 'network address to listen on for deliveries',
    commands: RUNS,
    parse: someText,
  },
  webhookWait: {
    flag: '--webhook-wait',
    value: 'SECONDS',
    variable: 'CONFORMANCE_WEBHOOK_WAIT',
    fallback: '10',
    description: 'how long to wait for a delivery',
    commands: RUNS,
    parse: seconds(0, 600),
  },
  header: {
    flag: '--header',
    value: 'NAME:VALUE',
    list: true,
    variable: 'CONFORMANCE_HEADER',
    description:
      'send this header with every request; a value $NAME is taken from the environment, and no output shows it',
    commands: RUNS,
    parse: headers,
  },
  trace: {
    flag: '--trace',
    negatable: true,
    variable: 'CONFORMANCE_TRACE',
    fallback: 'on',
    description: 'send traceparent and X-Request-Id, by which a request is found in the logs of the target',
    commands: RUNS,
    parse: onOrOff,
  },
  clientCert: {
    flag: '--client-cert',
    value: 'FILE',
    variable: 'CONFORMANCE_CLIENT_CERT',
    description: 'certificate of the client in PEM, for a target that asks for one (mutual TLS)',
    commands: TARGETED,
    parse: someText,
  },
  clientKey: {
    flag: '--client-key',
    value: 'FILE',
    variable: 'CONFORMANCE_CLIENT_KEY',
    description: 'private key of that certificate in PEM, without a passphrase',
    commands: TARGETED,
    parse: someText,
  },
  insecure: {
    flag: '--insecure',
    variable: 'CONFORMANCE_INSECURE',
    fallback: 'off',
    description: 'do not verify TLS certificates; the record says so',
    commands: TARGETED,
    parse: onOrOff,
  },
} as const satisfies Record<string, OptionDefinition<unknown>>
