import { CLOCKS_DIFFER_MS } from '../../../../suites/support/clock.ts'
import { header, servedAt } from '../../../engine/http/exchange.ts'
import { count } from '../../../engine/util/text.ts'
import type { Target } from '../target.ts'
import { type Check, type CheckResult, missingCheck, notedCheck, passedCheck } from './check.ts'

/** What is examined, where that is not plain from the options. */
export function whichTarget({ embedded, proxy }: Target): CheckResult[] {
  if (embedded)
    return [
      notedCheck(
        'target',
        'no base URL is given, so this is the embedded reference service, in this process: not a server of yours',
        'set CONFORMANCE_BASE_URL and CONFORMANCE_API_KEY in the environment or in .env',
      ),
    ]
  if (proxy === undefined) return []
  const { origin, variable } = proxy
  return [notedCheck('proxy', `${origin} (${variable}); a host that NO_PROXY names is reached directly`)]
}

/** Whether keys travel encrypted, and to whom. */
export const tls: Check = ({ target: { baseUrl, embedded }, options: { verifyTls } }) => {
  const isLocal = embedded || /^http:\/\/(?:localhost|127\.|\[::1\])/.test(baseUrl)
  if (isLocal) return [notedCheck('TLS', 'plain HTTP, within this machine')]
  if (!baseUrl.startsWith('https:'))
    return [missingCheck('TLS', 'plain HTTP: keys travel in the clear', 'use https')]
  return verifyTls
    ? [passedCheck('TLS', 'the certificate is valid')]
    : [missingCheck('TLS', 'the certificate is not verified (--insecure)')]
}

/** Whether the clock of the target agrees with that of this machine. */
export const clock: Check = ({ proof }) => {
  const date = servedAt(proof)
  if (date === undefined) return [notedCheck('clock', 'the answers carry no Date header')]
  const off = date - (proof.startedAt + proof.durationMs)
  const seconds = Math.round(Math.abs(off) / 1000)
  return Math.abs(off) <= CLOCKS_DIFFER_MS
    ? [passedCheck('clock', `within ${Math.max(1, seconds)} s of this machine`)]
    : [
        missingCheck(
          'clock',
          `the target is ${count(seconds, 'second')} ${off > 0 ? 'ahead of' : 'behind'} this machine`,
          'set both by NTP: windows of the rate limit and dates near now are judged with the clock',
        ),
      ]
}

/** Whether the target answers from a cache. */
export const cache: Check = ({ proof }) =>
  header(proof, 'Age') === undefined && !/hit/i.test(header(proof, 'X-Cache') ?? '')
    ? []
    : [
        missingCheck(
          'cache',
          'an answer has Age or X-Cache',
          'switch it off for the API, or what one key sees another may get',
        ),
      ]

/** Whether somebody listens; what causes a delivery is a run with writes. */
export const webhooks: Check = ({ target: { embedded }, options: { webhook } }) =>
  embedded || webhook !== undefined
    ? [passedCheck('webhooks', 'a run with --writes causes deliveries, and listens for them')]
    : [
        notedCheck(
          'webhooks',
          'no listener: the rules on events are not verified',
          'give --webhook-port PORT, and register the address of this machine with the target',
        ),
      ]
