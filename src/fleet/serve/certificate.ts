/** The certificate in force, read again when its files change. One that cannot be used leaves the last one in place. */

import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { recheckMs, stampOf } from './file-stamp.ts'
import type { Certificate } from './listen/listen.ts'
import type { Tls } from './options.ts'

export const readCertificate = ({ certFile, keyFile }: Tls): Certificate => {
  if (process.platform !== 'win32' && (statSync(keyFile).mode & 0o077) !== 0)
    throw new Error(`${keyFile} can be read by others; chmod 600 it`)
  const found = { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') }
  // Whoever renews writes two files, one after the other.
  if (!new X509Certificate(found.cert).checkPrivateKey(createPrivateKey(found.key)))
    throw new Error(`${keyFile} is not the key of ${certFile}`)
  return found
}

/** Looks again and again; what it returns ends that. */
export const watchCertificate = (
  tls: Tls,
  renewed: (certificate: Certificate) => void,
  broken: (error: unknown) => void,
): (() => void) => {
  const stamp = (): string => `${stampOf(tls.certFile)}\n${stampOf(tls.keyFile)}`
  let seen = stamp()
  const timer = setInterval(() => {
    const now = stamp()
    if (now === seen) return
    seen = now
    try {
      const found = readCertificate(tls)
      // Until it is in use it is tried again.
      seen = ''
      renewed(found)
      seen = now
    } catch (error) {
      broken(error)
    }
  }, recheckMs)
  timer.unref()
  return () => clearInterval(timer)
}
