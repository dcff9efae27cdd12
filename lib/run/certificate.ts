import { createSecureContext } from 'node:tls'
import type { ClientCertificate } from '../http/connector.ts'
import { ConfigurationError, errorCode } from '../util/errors.ts'
import { readTextFile } from '../util/text-file.ts'
import type { RunOptions } from './options.ts'

/** The client certificate; throws a ConfigurationError if it cannot be used. */
export async function certificateOf({
  clientCert,
  clientKey,
}: RunOptions): Promise<ClientCertificate | undefined> {
  if (clientCert === undefined || clientKey === undefined) return undefined
  const [cert, key] = await Promise.all([
    readPem(clientCert, 'certificate of the client'),
    readPem(clientKey, 'private key of the client'),
  ])
  try {
    createSecureContext({ cert, key })
  } catch (error) {
    const { message } = error instanceof Error ? error : { message: String(error) }
    throw new ConfigurationError(
      `the certificate in ${clientCert} and the private key in ${clientKey} cannot be used together: ${message}`,
      { cause: error },
    )
  }
  return { cert, key }
}

async function readPem(file: string, what: string): Promise<string> {
  const text = await readTextFile(file).catch((error: unknown) => {
    throw new ConfigurationError(`the ${what}, ${file}, cannot be read (${errorCode(error)})`, {
      cause: error,
    })
  })
  if (!text.includes('-----BEGIN ')) throw new ConfigurationError(`the ${what}, ${file}, is not PEM`)
  return text
}
