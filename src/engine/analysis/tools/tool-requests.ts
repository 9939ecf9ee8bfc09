/** Requests that a tool makes for its caller: a method, an address or a route of its service, and a body. */

import type { NormalizedHookEvent } from '../../../core/event.ts'
import { isObject, type JsonObject, type JsonValue, readObject } from '../../../core/json.ts'
import { bare, wordsOf } from '../../matching/words.ts'
import type { Request } from '../effects/requests.ts'
import { toolBounds } from '../values/bounds.ts'
import { quoted } from '../values/value.ts'
import { urlKeys } from './argument-keys.ts'

interface Asked {
  readonly requests: readonly Request[]
  /** The same as commands, where a body is the name of a file. */
  readonly translated: readonly string[]
}

const methodKeys = /^(?:https?|request)?(?:method|verb|type)$|^action$|^operation$/
const routeKeys = /^(?:route|path|endpoint|\w*apipath|resource)$/
const bodyKeys = /^(?:data|body|json|payload|requestbody|content|formdata)$/
const insideKeys = /^(?:options|opts|config|init|request|params|parameters|arguments|args|input)$/
const methods = /^(?:get|head|options|post|put|patch|delete)$/i
/** Part of the name of a tool that asks a service what it is told. */
const asks = /^(?:https?|rest|api|request|requests|curl|fetch|graphql|webhook|call|invoke|proxy)$/
/** Tells about requests and makes none. */
const tells =
  /^(?:describe|docs?|documentation|schema|spec|openapi|list|search|find|explain|validate|mock|generate|example|examples)$/

/** Where a service that is named for itself answers. */
const bases: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  github: 'https://api.github.com',
  stripe: 'https://api.stripe.com',
  gitlab: 'https://gitlab.com/api/v4',
  docker: 'http://localhost:2375',
  portainer: 'http://localhost:2375',
  consul: 'http://localhost:8500',
  elasticsearch: 'http://localhost:9200',
  opensearch: 'http://localhost:9200',
})

export const requestsOf = (event: NormalizedHookEvent): Asked => {
  const words = wordsOf(event.mcpTool ?? event.toolName ?? '')
  const server = wordsOf(event.mcpServer ?? '')
  const isNamed = Object.entries(event.structuredInput).some(
    ([key, value]) => methodKeys.test(bare(key)) && typeof value === 'string' && /^(?:post|put|patch|delete)$/i.test(value),
  )
  if (words.some(word => tells.test(word) && !(isNamed && word === 'search'))) return none
  const key = registryKey(event.structuredInput)
  const asked = scopesOf(event.structuredInput).map(input => requestIn(input, words, server))
  return {
    requests: asked.flatMap(({ requests }) => requests),
    translated: [...(key === undefined ? [] : [key]), ...asked.flatMap(({ translated }) => translated)],
  }
}

/** A key of the Windows registry that is set, as the command that does so. */
const registryKey = (input: JsonObject): string | undefined => {
  const texts = Object.values(input).filter(value => typeof value === 'string')
  const key = texts.find(text => /^(?:HKLM|HKCU|HKU|HKEY_\w+):?\\/i.test(text))
  if (key === undefined || !texts.some(text => /^(?:set|add|write|create)$/i.test(text))) return undefined
  const given = new Map(Object.entries(input).flatMap(([key, value]) => (typeof value === 'string' ? [[bare(key), value]] : [])))
  return `reg add ${quoted(key.replace(/^(\w+):/, '$1'))} /v ${quoted(given.get('name') ?? '')} /d ${quoted(given.get('value') ?? '')}`
}

const requestIn = (input: JsonObject, words: readonly string[], server: readonly string[]): Asked => {
  const all = entriesOf(input)
  const given = (keys: RegExp): JsonValue | undefined => all.find(([name]) => keys.test(name))?.[1]
  const named = all.flatMap(([name, value]) =>
    methodKeys.test(name) && typeof value === 'string' && methods.test(value) ? [value.toUpperCase()] : [],
  )
  // Which of several the tool goes by is its own affair.
  const method = named.find(one => !/^(?:GET|HEAD|OPTIONS)$/.test(one)) ?? named[0] ?? byName(words, server)
  const addresses = all.flatMap(([name, value]) =>
    urlKeys.has(name) && typeof value === 'string' && !(routeKeys.test(name) ? isRoute(value) : onlyPath.test(value))
      ? [value]
      : [],
  )
  const body = given(bodyKeys)
  const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body)
  const route =
    given(routeKeys) ?? all.find(([name, value]) => urlKeys.has(name) && typeof value === 'string' && onlyPath.test(value))?.[1]
  if (addresses.length === 0 && typeof route === 'string' && /^\/?\w[\w/.{}:%?=&~*,-]*$/.test(route) && method !== undefined) {
    if (!words.some(word => /^(?:https?|rest|api|requests?|proxy|call|send|invoke|execute)$/.test(word))) return none
    const base = server.flatMap(word => bases[word] ?? [])[0] ?? 'https://api.of.this.service'
    addresses.push(`${base}/${route.replace(/^\//, '')}`)
  }
  if (method === undefined && !words.some(word => asks.test(word)) && !server.some(word => asks.test(word))) return none
  const file = /^@(?=[~/.]|[\w-]+[./])\S+$/.test(text) ? text : undefined
  return {
    requests: method === undefined || method === 'GET' ? [] : addresses.map(address => ({ method, address, body: text })),
    translated: file === undefined ? [] : addresses.map(address => `curl -d ${quoted(file)} ${quoted(address)}`),
  }
}

const onlyPath = /^\/(?!\/)/
/** Names no host: `/projects/42`, `projects/42`. */
const isRoute = (text: string): boolean => onlyPath.test(text) || /^[^/.:]+(?:\/|$)/.test(text)

const none: Asked = { requests: [], translated: [] }

/** Its own arguments by their bare keys, and those of the object in which it takes options. */
const entriesOf = (input: JsonObject): readonly (readonly [string, JsonValue])[] => {
  const own = Object.entries(input).map(([key, value]) => [bare(key), value] as const)
  const inside = own.flatMap(([name, value]) => (insideKeys.test(name) ? Object.entries(opened(value) ?? {}) : []))
  return [...own, ...inside.map(([key, value]) => [bare(key), value] as const)]
}

/** An object, or the JSON of one. */
const opened = (value: JsonValue): JsonObject | undefined => {
  const read = typeof value === 'string' && /^\s*\{/.test(value) && value.length <= toolBounds.text ? readObject(value) : value
  return typeof read === 'object' && isObject(read) ? read : undefined
}

/** The arguments, and each of a list of requests in them. */
const scopesOf = (input: JsonObject): readonly JsonObject[] => [
  input,
  ...Object.values(input)
    .filter((value): value is readonly JsonValue[] => Array.isArray(value))
    .flat()
    .flatMap(item => scopesOf(opened(item) ?? {}).filter(scope => Object.keys(scope).length > 0)),
]

/** `delete` of a server that makes requests. */
const byName = (words: readonly string[], server: readonly string[]): string | undefined =>
  [...words, ...server].some(word => /^(?:https?|rest|curl|fetch)$/.test(word))
    ? words.find(word => /^(?:put|patch|delete|post)$/.test(word))?.toUpperCase()
    : undefined
