/** A gateway that TrueFoundry's own tools have left the address of on this machine. It is offered, and never taken by itself. */

import { existsSync } from 'node:fs'
import { isObject, type JsonValue, readObject, stringAt } from '../../../core/json.ts'
import { readBounded } from '../../../hook/config/bounded-file.ts'
import { isLoopback } from '../../../setup/install/address.ts'

export interface FoundGateway {
  readonly url: string
  /** The file that says it. */
  readonly file: string
  /** Somebody has signed in: `credential: tfy` sends that token. */
  readonly signedIn: boolean
}

/** Managed settings come first: what an organisation says counts before what one tool has noted. */
export const foundGateway = async (home: string): Promise<FoundGateway | undefined> => {
  const settings = ['/etc/claude-code/managed-settings.json', `${home}/.claude/settings.json`]
  const signedIn = existsSync(`${home}/.tf/access-token`)
  for (const file of settings) {
    const read = readObject(textOf(file))
    const env = isObject(read) && isObject(read.env) ? read.env : {}
    const url = usable(stringAt(env, 'ANTHROPIC_BASE_URL'))
    if (url !== undefined) return { url, file, signedIn }
  }
  const file = `${home}/.tf/config.toml`
  const text = textOf(file)
  if (text === '') return undefined
  const { parse } = await import('smol-toml')
  try {
    const named = addresses(parse(text) as JsonValue, '')
    const [first] = [...named.filter(({ key }) => /gateway/i.test(key)), ...named]
    return first === undefined ? undefined : { url: first.url, file, signedIn }
  } catch {
    return undefined
  }
}

const textOf = (file: string): string => {
  try {
    return readBounded(file, 256 * 1024) ?? ''
  } catch {
    return ''
  }
}

/** An https address of somebody else's machine, and not of the vendor. */
const usable = (text: string | undefined): string | undefined => {
  if (text === undefined || !URL.canParse(text)) return undefined
  const url = new URL(text)
  const { protocol, hostname, username, password } = url
  const plain = protocol === 'https:' && username === '' && password === ''
  return plain && !isLoopback(url) && !/(?:^|\.)anthropic\.com$/i.test(hostname) ? text.replace(/\/+$/, '') : undefined
}

const addresses = (value: JsonValue, key: string): readonly { readonly key: string; readonly url: string }[] => {
  if (typeof value === 'string') {
    const url = usable(value)
    return url === undefined ? [] : [{ key, url }]
  }
  return isObject(value) ? Object.entries(value).flatMap(([name, inner]) => addresses(inner, `${key}.${name}`)) : []
}
