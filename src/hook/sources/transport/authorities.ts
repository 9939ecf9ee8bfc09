/** The trusted authorities when a configuration adds some: both runtimes let `ca` replace their own list. */

import type { Env } from '../../../core/client.ts'
import { readPem } from './pem.ts'

/** Runtime's roots, `NODE_EXTRA_CA_CERTS` and the given file; undefined when that file holds no certificate. */
export const authoritiesWith = async (caFile: string, env: Env): Promise<readonly string[] | undefined> => {
  const { rootCertificates } = await import('node:tls')
  const read = (file: string): readonly string[] => readPem(file)?.match(certificate) ?? []
  const own = read(caFile)
  if (own.length === 0) return undefined
  return [...new Set([...rootCertificates, ...(env.NODE_EXTRA_CA_CERTS ? read(env.NODE_EXTRA_CA_CERTS) : []), ...own])]
}

const certificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g
