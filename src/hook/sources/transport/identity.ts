/** Our own certificate, for a gateway that asks its callers for one. */

import { createPrivateKey, X509Certificate } from 'node:crypto'
import { statSync } from 'node:fs'
import { fail, ok, type Result } from '../../../core/failure.ts'
import { readPem } from './pem.ts'
import type { Identity } from './transport.ts'

/** Both files, or what is wrong with them. The key must be its owner's alone. */
export const identityFrom = (certFile: string | undefined, keyFile: string | undefined): Result<Identity> => {
  const wrong = (detail: string) => fail({ kind: 'gateway-unconfigured', detail })
  if (certFile === undefined || keyFile === undefined)
    return wrong('a client certificate needs both clientCertFile and clientKeyFile')
  const cert = readPem(certFile)
  if (cert === undefined || !cert.includes('-----BEGIN CERTIFICATE-----'))
    return wrong('the client certificate file holds no certificate that can be read')
  if (process.platform !== 'win32' && exposed(keyFile)) return wrong('the client key file can be read by others; chmod 600 it')
  const key = readPem(keyFile)
  if (key === undefined || !/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(key))
    return wrong('the client key file holds no key that can be read')
  if (/ENCRYPTED/.test(key)) return wrong('the client key is encrypted, and nobody is there to type its password')
  // Later it would be a handshake that fails, or a connection that breaks without a word.
  return belong(cert, key) ? ok({ cert, key }) : wrong('the client key does not belong to the client certificate')
}

const belong = (cert: string, key: string): boolean => {
  try {
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))
  } catch {
    return false
  }
}

const exposed = (file: string): boolean => {
  try {
    return (statSync(file).mode & 0o077) !== 0
  } catch {
    return false
  }
}
