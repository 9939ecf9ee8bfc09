/**
 * Addresses at which hooks ask us over HTTP. Somebody else's server can stand anywhere, so the path has to be one that `serve` and our
 * gateways answer, to the letter, and the host has to be this machine or one that the account's own configuration names.
 */

const paths = /^(?:\/api\/llm)?\/(?:hooks\/claude-code|hooks\/validate|claude-code\/hooks\/validate|cursor\/hooks\/validate)$/

/** Hosts with their port, as a command has read them from the configuration. */
let known: ReadonlySet<string> = new Set()

export const knowGateway = (url: string | undefined): void => {
  const host = addressOf(url)?.host
  known = new Set(host === undefined ? [] : [host])
}

export const addressOf = (text: string | undefined): URL | undefined =>
  text !== undefined && /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined

export const isLoopback = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname)

export const hasOurPath = ({ pathname }: URL): boolean => paths.test(pathname)

/** Whether an entry with this address is ours without any mark. */
export const isOurAddress = (text: string): boolean => {
  const url = addressOf(text)
  if (url === undefined || url.username !== '' || !hasOurPath(url)) return false
  return isLoopback(url) || known.has(url.host)
}
