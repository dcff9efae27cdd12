import { expect, test } from 'vitest'
import { CONTRACT } from '../api/contract.ts'
import { inferBaseUrl } from './har.ts'

const get = (...urls: readonly string[]): { method: string; url: string }[] =>
  urls.map((url) => ({ method: 'GET', url }))

test('the base URL is what stands before operations of the API', () => {
  expect(inferBaseUrl(CONTRACT, get('https://a.test/api/v1/leads/x1?y=2', 'https://a.test/logo.png'))).toBe(
    'https://a.test/api/v1',
  )
})

test('a versioned address wins over pages of another site with the same names', () => {
  const urls = get(
    'https://shop.test/me',
    'https://shop.test/leads',
    'https://shop.test/chatbots',
    'https://a.test/v1/me',
  )
  expect(inferBaseUrl(CONTRACT, urls)).toBe('https://a.test/v1')
})

test('the address that most requests fit wins', () => {
  const urls = get('https://old.test/v1/me', 'https://a.test/v1/me', 'https://a.test/v1/leads')
  expect(inferBaseUrl(CONTRACT, urls)).toBe('https://a.test/v1')
})

test('without an operation there is none', () => {
  expect(inferBaseUrl(CONTRACT, get('https://a.test/', 'https://a.test/v1/widgets'))).toBeUndefined()
})
