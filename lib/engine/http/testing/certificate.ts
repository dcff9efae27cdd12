import { createSign, generateKeyPairSync } from 'node:crypto'

/** A throw-away certificate and its private key in PEM. Nothing is stored, so nothing expires. */
export interface Certificate {
  readonly cert: string
  readonly key: string
}

const ECDSA_WITH_SHA256 = oid([0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02])
const COMMON_NAME = oid([0x55, 0x04, 0x03])
const SUBJECT_ALT_NAME = oid([0x55, 0x1d, 0x11])
const BASIC_CONSTRAINTS = oid([0x55, 0x1d, 0x13])

/** A self-signed X.509 certificate for an IPv4 address. `days`: validity relative to now. */
export function selfSigned(
  address: string,
  days: readonly [from: number, to: number] = [-1, 1],
): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(ECDSA_WITH_SHA256)
  const name = sequence(tag(0x31, sequence(COMMON_NAME, tag(0x0c, Buffer.from('conformance test')))))
  const ipAddress = tag(0x87, Buffer.from(address.split('.').map(Number)))
  const extensions = sequence(
    sequence(SUBJECT_ALT_NAME, tag(0x04, sequence(ipAddress))),
    sequence(BASIC_CONSTRAINTS, tag(0x04, sequence(tag(0x01, Buffer.from([0xff]))))),
  )
  const content = sequence(
    tag(0xa0, tag(0x02, Buffer.from([2]))),
    tag(0x02, Buffer.from([1])),
    algorithm,
    name,
    sequence(...days.map((day) => utcTime(day))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tag(0xa3, extensions),
  )
  const signature = createSign('sha256').update(content).sign(privateKey)
  const certificate = sequence(content, algorithm, tag(0x03, Buffer.from([0]), signature))
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

function tag(code: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content)
  const length =
    body.length < 0x80
      ? [body.length]
      : body.length < 0x100
        ? [0x81, body.length]
        : [0x82, body.length >> 8, body.length & 0xff]
  return Buffer.concat([Buffer.from([code, ...length]), body])
}

function sequence(...content: readonly Uint8Array[]): Buffer {
  return tag(0x30, ...content)
}

function oid(bytes: readonly number[]): Buffer {
  return tag(0x06, Buffer.from(bytes))
}

function utcTime(day: number): Buffer {
  const instant = new Date(Date.now() + day * 86_400_000).toISOString()
  return tag(0x17, Buffer.from(`${instant.replace(/[-:T]/g, '').slice(2, 14)}Z`))
}
