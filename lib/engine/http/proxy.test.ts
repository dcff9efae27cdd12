import { expect, test } from 'vitest'
import { proxiesOf, proxyPasswords } from './proxy.ts'

test('the variables in small letters come first, and this machine is reached directly', () => {
  const environment = { HTTPS_PROXY: 'http://other', https_proxy: 'http://proxy:3128', NO_PROXY: 'corp.test' }
  expect(proxiesOf(environment)).toEqual({
    httpProxy: '',
    httpsProxy: 'http://proxy:3128',
    noProxy: 'localhost,.localhost,127.0.0.1,[::1],corp.test',
  })
  expect(proxiesOf({ HTTP_PROXY: 'http://proxy', no_proxy: '*' })?.noProxy).toBe('*')
  expect(proxiesOf({ HTTPS_PROXY: '', NO_PROXY: 'corp.test' })).toBeUndefined()
})

test('a password is secret as it is written, and as it is meant', () => {
  const proxies = proxiesOf({ HTTPS_PROXY: 'http://me:pass%20word@proxy:3128' })!
  expect(proxyPasswords(proxies)).toEqual([
    { name: 'HTTP_PROXY', value: '' },
    { name: 'HTTPS_PROXY', value: 'pass%20word' },
    { name: 'HTTPS_PROXY', value: 'pass word' },
  ])
})

test.each(['socks5://proxy:1080', 'http://', 'proxy:3128'])('%s is refused with what to do', (text) => {
  expect(() => proxiesOf({ HTTPS_PROXY: text })).toThrow(/^HTTPS_PROXY must be the address of an HTTP proxy/)
})
