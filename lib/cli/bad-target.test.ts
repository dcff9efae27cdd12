import { describe } from 'vitest'
import { KEY, OTHER_KEY, TARGET, refuses } from './testing/refuses.ts'

describe('a target that cannot be', () => {
  refuses({
    'a base URL that does not parse': {
      environment: { ...TARGET, CONFORMANCE_BASE_URL: 'https://host:port/v1' },
      says: 'CONFORMANCE_BASE_URL is not an address that parses; expected one like https://host/v1',
    },
    'a base URL without a scheme': {
      argv: ['--base-url', 'localhost:8080/v1'],
      environment: TARGET,
      says: '--base-url must begin with http:// or https://',
    },
    'another scheme': {
      argv: ['--base-url', 'ftp://host/v1'],
      says: '--base-url must begin with http:// or https://',
    },
    'credentials in the address': {
      argv: ['--base-url', `https://me:${KEY}@host/v1`],
      says: '--base-url must not contain a user name or password',
    },
    'a query in the address': {
      argv: ['--base-url', 'https://host/v1?debug=1'],
      says: '--base-url must not contain a query or a fragment',
    },
    'an empty fragment in the address': {
      argv: ['--base-url', 'https://host/v1#'],
      says: '--base-url must not contain a query or a fragment',
    },
    'white space in the address': {
      argv: ['--base-url', 'https://host/v1 '],
      says: '--base-url must not contain white space',
    },
    'an empty base URL': { argv: ['--base-url', ''], says: '--base-url must not be empty' },
    'the key where the base URL belongs': {
      environment: { CONFORMANCE_BASE_URL: KEY },
      says: 'CONFORMANCE_BASE_URL must begin with http:// or https://',
    },
    'a base URL without a key': {
      argv: ['--base-url', 'https://host/v1'],
      says: 'a base URL needs a key: set CONFORMANCE_API_KEY in the environment or in .env',
    },
    'a base URL out of a variable that is empty': {
      environment: { CONFORMANCE_API_KEY: KEY, CONFORMANCE_BASE_URL: '' },
      says: 'CONFORMANCE_BASE_URL is set but empty: give it a value, or unset it',
    },
    'a key without a base URL': {
      environment: { CONFORMANCE_API_KEY: KEY },
      says: 'CONFORMANCE_API_KEY is set but no base URL: set CONFORMANCE_BASE_URL, or unset the key to verify the embedded service',
    },
    'the same key for both workspaces': {
      environment: { ...TARGET, CONFORMANCE_OTHER_API_KEY: KEY },
      says: 'CONFORMANCE_OTHER_API_KEY is the same key as CONFORMANCE_API_KEY: isolation needs the key of a second workspace',
    },
    'the key under test as the one to exhaust': {
      environment: TARGET,
      files: { '.env': `CONFORMANCE_EXHAUSTIBLE_API_KEY=${KEY}\n` },
      says: 'CONFORMANCE_EXHAUSTIBLE_API_KEY (in .env) is the same key as CONFORMANCE_API_KEY: its whole allowance would be spent',
    },
    'the other key as the one to exhaust': {
      environment: {
        ...TARGET,
        CONFORMANCE_OTHER_API_KEY: OTHER_KEY,
        CONFORMANCE_EXHAUSTIBLE_API_KEY: OTHER_KEY,
      },
      says: 'CONFORMANCE_EXHAUSTIBLE_API_KEY is the same key as CONFORMANCE_OTHER_API_KEY: its whole allowance would be spent',
    },
    'an apex address that does not parse': {
      argv: ['--apex-url', 'host'],
      says: '--apex-url must begin with http:// or https://',
    },
    'a certificate without its key': {
      argv: ['--client-cert', 'client.pem'],
      environment: TARGET,
      says: '--client-cert needs --client-key, too: a certificate and its private key belong together',
    },
    'a private key without its certificate': {
      environment: { ...TARGET, CONFORMANCE_CLIENT_KEY: 'key.pem' },
      says: 'CONFORMANCE_CLIENT_KEY needs --client-cert, too: a certificate and its private key belong together',
    },
    'a webhook port out of range': {
      argv: ['--webhook-port', '65536'],
      says: '--webhook-port must be a whole number from 0 to 65535, not "65536"',
    },
  })
})

describe('a malformed key', () => {
  refuses({
    'with a line break': {
      environment: { ...TARGET, CONFORMANCE_API_KEY: `${KEY}\n` },
      says: 'CONFORMANCE_API_KEY must be visible ASCII characters only: it contains a line break',
    },
    'with white space': {
      environment: { ...TARGET, CONFORMANCE_OTHER_API_KEY: `Bearer ${KEY}` },
      says: 'CONFORMANCE_OTHER_API_KEY must be visible ASCII characters only: it contains white space',
    },
    'with a character that is not ASCII': {
      environment: { ...TARGET, CONFORMANCE_API_KEY: `${KEY}é` },
      says: 'CONFORMANCE_API_KEY must be visible ASCII characters only: it contains a character that is not visible ASCII',
    },
    'on the command line': {
      argv: [`--api-key=${KEY}`],
      says: 'keys do not belong on a command line, where others can read them: set CONFORMANCE_API_KEY in the environment or in .env',
    },
    'on the command line, under another name': {
      argv: ['run', '--token', KEY],
      says: 'keys do not belong on a command line, where others can read them: set CONFORMANCE_API_KEY in the environment or in .env',
    },
  })
})
