/** Host names in addresses. */

/** The host of a URL, `user@host:path`, or `host:port`; undefined when there is none. */
export function hostOf(address: string): string | undefined {
  const url = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/@\s]*@)?(\[[0-9a-f:.]{2,}\]|[^/:?#\s\0]+)/i.exec(address)
  if (url !== null) return (url[1] as string).toLowerCase()
  const scp = /^(?:[^@/\s]+@)?([\w.-]+):(?!\\)/.exec(address)
  if (scp !== null && (scp[1] as string).length > 1) return (scp[1] as string).toLowerCase()
  return undefined
}

/** The link-local address of the clouds' metadata services in any of its spellings. */
export function isMetadataHost(host: string): boolean {
  const plain = host.replace(/^\[|\]$/g, '')
  if (
    /^(?:metadata|metadata\.google\.internal|metadata\.goog|instance-data(?:\.ec2\.internal)?|100\.100\.100\.200|169\.254\.170\.(?:2|23)|fd00:ec2::(?:254|23)|192\.0\.0\.192)$/i.test(
      plain,
    )
  )
    return true
  if (/^::ffff:(?:a9fe:a9fe|169\.254\.169\.254)$/i.test(plain)) return true
  return addressNumber(plain) === 0xa9fea9fe || /^169\.254\.169\.(?:254|253|123)(?:\.nip\.io|\.xip\.io|\.sslip\.io)?$/.test(plain)
}

/** An IPv4 address in decimal, octal or hexadecimal, whole or in parts. */
function addressNumber(host: string): number | undefined {
  const parts = host.split('.')
  if (parts.length > 4 || !parts.every(part => /^(?:0x[0-9a-f]+|\d+)$/i.test(part))) return undefined
  const numbers = parts.map(part => (/^0[0-7]+$/.test(part) ? Number.parseInt(part, 8) : Number(part)))
  let value = 0
  for (let index = 0; index < numbers.length - 1; index++) value = value * 256 + (numbers[index] as number)
  return value * 256 ** (5 - numbers.length) + (numbers.at(-1) as number)
}

export function isLocal(host: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?|0\.0\.0\.0|host\.docker\.internal|.+\.(?:localhost|local|test|internal))$/i.test(
    host,
  )
}
