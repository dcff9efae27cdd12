import { describe, expect, test } from 'vitest'
import { proxyFor, proxyPasswords } from './proxy.ts'

const PROXY = 'http://proxy:3128'

describe('the proxy of an address', () => {
  test.each([
    ['http://api.test/v1', { HTTP_PROXY: PROXY }, 'HTTP_PROXY'],
    ['http://api.test/v1', { HTTPS_PROXY: PROXY }, undefined],
    ['https://api.test/v1', { HTTPS_PROXY: PROXY }, 'HTTPS_PROXY'],
    ['https://api.test/v1', { HTTPS_PROXY: 'http://other', https_proxy: PROXY }, 'https_proxy'],
    ['https://api.test/v1', { HTTP_PROXY: PROXY }, undefined],
    ['https://api.test/v1', { ALL_PROXY: PROXY }, 'ALL_PROXY'],
    ['https://api.test/v1', { HTTPS_PROXY: '' }, undefined],
    ['https://api.test/v1', { HTTPS_PROXY: 'proxy:3128' }, 'HTTPS_PROXY'],
  ])('%s with %j is named by %s', (url, variables, name) => {
    const proxy = proxyFor(url, variables)
    expect(proxy).toEqual(name === undefined ? undefined : { origin: PROXY, variable: name })
  })

  test.each([
    'http://localhost:3000/v1',
    'http://api.localhost/v1',
    'http://127.0.0.2/v1',
    'http://[::1]:80/v1',
  ])('%s is of this machine and reached directly', (url) => {
    expect(proxyFor(url, { HTTP_PROXY: PROXY })).toBeUndefined()
  })

  test.each([
    ['*', true],
    ['api.corp.test', true],
    ['corp.test', true],
    ['.corp.test', true],
    ['*.corp.test', true],
    ['other.test, corp.test', true],
    ['CORP.TEST', true],
    ['corp.test:8443', true],
    ['corp.test:443', false],
    ['rp.test', false],
    ['', false],
  ])('NO_PROXY=%s excepts api.corp.test: %s', (list, isDirect) => {
    const proxy = proxyFor('https://api.corp.test:8443/v1', { HTTPS_PROXY: PROXY, NO_PROXY: list })
    expect(proxy === undefined).toBe(isDirect)
  })

  test.each([
    ['http://10.1.2.3/v1', '10.1.2.3', true],
    ['http://[fd00::1]/v1', '[fd00::1]', true],
    ['http://[fd00::1]:81/v1', 'fd00::1', true],
  ])('%s and NO_PROXY=%s: %s', (url, list, isDirect) => {
    expect(proxyFor(url, { HTTP_PROXY: PROXY, no_proxy: list }) === undefined).toBe(isDirect)
  })

  test.each([
    ['pass%20word', 'pass word', ['pass%20word', 'pass word']],
    ['pa#ss/w?o@rd', 'pa#ss/w?o@rd', ['pa%23ss%2Fw%3Fo%40rd', 'pa#ss/w?o@rd']],
  ])('the password %s is sent and never part of what is shown', (written, password, secrets) => {
    const variables = { HTTPS_PROXY: `http://me:${written}@proxy:3128` }
    const proxy = proxyFor('https://api.test', variables)
    expect(proxy?.origin).toBe(PROXY)
    expect(proxy?.authorization).toBe(`Basic ${Buffer.from(`me:${password}`).toString('base64')}`)
    expect(proxyPasswords(variables).map(({ value }) => value)).toEqual(secrets)
  })

  test.each(['socks5://proxy:1080', 'http://', 'ftp://proxy'])('%s is refused with what to do', (text) => {
    expect(() => proxyFor('https://api.test', { HTTPS_PROXY: text })).toThrow(
      /^HTTPS_PROXY must be the address of an HTTP proxy/,
    )
  })
})
