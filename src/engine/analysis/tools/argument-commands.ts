/** Commands in the arguments of a tool: as a text, as a list of words, as a program with its words beside it, as keys that are typed. */

import { isObject, type JsonObject, type JsonValue } from '../../../core/json.ts'
import { bare } from '../../matching/words.ts'
import { hasTrait } from '../values/traits.ts'
import { quoted } from '../values/value.ts'
import { called, keyNames } from './argument-commands.gen.ts'
import { argumentKeys, dataKeys, isBaseKey, isCommandKey, lastOf, proseKeys } from './argument-keys.ts'

/** A word of a list: tools that join the words and give them to a shell are told from others by nothing, so plain wildcards stay. */
const word = (text: string): string => (/^(?:[\w@%+=:,./~*?${}-]+|[;|<>]|&&|\|\||>>|2>&1)$/.test(text) ? text : quoted(text))

/** The words of a list as one command. What stands behind `-c` is a command itself, and no shell has seen it yet. */
const line = (words: readonly string[]): string =>
  words.map((text, at) => (/^-\w*c$/.test(words[at - 1] ?? '') ? quoted(text) : word(text))).join(' ')

/** Every text in a value, in order: of lists inside lists, too. `inside` also opens objects. */
export const textsOf = (value: JsonValue, inside = false): string[] => {
  const found: string[] = []
  const visit = (node: JsonValue): void => {
    if (typeof node === 'string') {
      if (node.trim() !== '') found.push(node)
    } else if (Array.isArray(node)) for (const item of node) visit(item)
    else if (inside && typeof node === 'object' && node !== null) for (const item of Object.values(node)) visit(item)
  }
  visit(value)
  return found
}

/** The words beside a program: undefined when there are none. A text is several words already. */
export const wordsBeside = (object: JsonObject, except: string): string | undefined => {
  const all: string[] = []
  for (const [key, value] of Object.entries(object)) {
    if (key === except || !argumentKeys.has(bare(key))) continue
    if (typeof value === 'string') all.push(value)
    else all.push(line(textsOf(value, true)))
  }
  return all.length === 0 ? undefined : all.join(' ')
}

export const commandsIn = (name: string, value: JsonValue, beside: string | undefined): string[] => {
  const tail = beside === undefined ? '' : ` ${beside}`
  if (typeof value === 'string') return value.trim() === '' ? [] : [value + tail]
  if (!Array.isArray(value)) return []
  const items: readonly JsonValue[] = value
  const flat = items.filter((item): item is string => typeof item === 'string')
  const lists = items.flatMap(item => (Array.isArray(item) ? [commandsIn(name, item, undefined)] : [])).flat()
  const [first, second] = flat
  if (first === undefined) return lists
  // A program's name has no blanks; several commands, or one list of words, or either.
  const many = /s$/.test(name) && !/args|flags|params/.test(name)
  const words = line(flat) + tail
  if (/\s/.test(first.trim())) return [...flat, ...lists]
  return many ? [...flat, ...(second?.startsWith('-') ? [words] : []), ...lists] : [words, ...lists]
}

/** The command with the variables and the input that the call gives it. */
export const around = (command: string, beside: JsonObject): string => {
  const sets: string[] = []
  let text = command
  for (const [key, value] of Object.entries(beside)) {
    const name = bare(key)
    if (/^(?:env|envs|environment|envvars|environmentvariables|variables)$/.test(name)) {
      for (const [variable, held] of variablesIn(value))
        if (/^[A-Za-z_]\w*$/.test(variable)) sets.push(`${variable}=${quoted(held)}`)
    } else if (/^(?:stdin|input|stdintext|standardinput)$/.test(name) && typeof value === 'string' && value.trim() !== '')
      text = `${text} <<< ${quoted(value)}`
  }
  return sets.length === 0 ? text : `export ${sets.join(' ')}\n${text}`
}

/** Variables as an object, as `NAME=value`, or as a list of either or of names with their values. */
const variablesIn = (value: JsonValue): (readonly [string, string])[] => {
  if (typeof value === 'string') {
    const at = value.indexOf('=')
    return at < 1 ? [] : [[value.slice(0, at), value.slice(at + 1)]]
  }
  if (Array.isArray(value)) return value.flatMap((item: JsonValue) => (Array.isArray(item) ? [] : variablesIn(item)))
  if (!isObject(value)) return []
  const texts = Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const named = (names: RegExp) => texts.find(([key]) => names.test(key))?.[1]
  const name = named(/^(?:name|key|variable)$/i)
  const held = named(/^value$/i)
  return name === undefined || held === undefined ? texts : [[name, held]]
}

/** What a shell reads of keys that are typed: names of keys become what they send, control characters go. */
export const typedIn = (value: JsonValue): string[] => {
  const texts = typeof value === 'string' ? [value] : textsOf(value)
  const keys = texts.map(text => {
    const name = text.toLowerCase()
    return Object.hasOwn(keyNames, name) ? (keyNames[name] ?? '') : text
  })
  const readings = keys.length > 1 ? [keys.join(''), keys.join('\n')] : keys
  return readings.map(clean).filter(text => text.trim() !== '')
}

const clean = (text: string): string =>
  text
    .replace(/\\[rn](?=\s*$)/g, '\n')
    .replace(/\s(?:Enter|C-m|KPEnter|<Enter>|<CR>|\{ENTER\})\s*$/i, '\n')
    .replace(/\r\n?/g, '\n')
    .replace(/\u001b(?:\[[0-9;?]*[A-Za-z~]|O[A-Z])?|[\u0000-\u0008\u000b-\u001f\u007f]/g, '')

const programOf = (word: string): string | undefined =>
  Object.hasOwn(called, word) ? called[word] : hasTrait(word, 'tool') ? word : undefined
const runs = new Set('run exec execute send command cmd cli call invoke raw'.split(' '))

/** The program that a tool wraps, by its name: `kubectl`, `call_aws`, or `run` of a server `git`. */
export const wrappedProgram = (words: readonly string[], server: readonly string[]): string | undefined => {
  const own = words.map(programOf).find(program => program !== undefined)
  if (own !== undefined) return own
  return words.every(word => word === '' || runs.has(word)) ? servedProgram(server) : undefined
}

/** The program that a server is named for. `k8s` comes apart at its digit. */
export const servedProgram = (server: readonly string[]): string | undefined =>
  server.includes('k') && server.includes('s') ? 'kubectl' : server.map(programOf).find(program => program !== undefined)

const positional =
  /^(?:resource|resourcetype|type|kind|name|resourcename|image|subcommand|branch|remote|ref|refspec|tag|release|kind|stack|target)$/

/** `kubectl_delete` or `remove_volume` with what it is given, as the command lines that it may stand for. */
export const toldBy = (program: string, words: readonly string[], input: JsonObject): readonly string[] => {
  const verb = words.filter(
    word => word !== '' && programOf(word) !== program && !(runs.has(word) && !/^(?:run|exec)$/.test(word)),
  )
  const textAt = (keys: RegExp): string | undefined =>
    Object.entries(input).find(([key, value]) => keys.test(bare(key)) && typeof value === 'string')?.[1] as string | undefined
  const operation = textAt(/^(?:action|operation|operationname|apiname|subcommand|verb)$/)
  const service = textAt(/^service(?:name)?$/)
  if (program === 'aws' && service !== undefined && operation !== undefined && /^[\w-]+$/.test(service + operation))
    return [
      `aws ${service === 's3' ? 's3api' : service} ${dashed(operation)} ${flagsIn(Object.values(input).find(isObject) ?? input).join(' ')}`,
    ]
  // Docker has no such command without the kind of things, and this is what takes all.
  if (program === 'docker' && verb.join(' ') === 'prune') verb.unshift('system')
  const manifest = textAt(/^(?:manifest|yaml|resource|definition|content)$/)
  if (program === 'kubectl' && /\b(?:apiVersion|kind)\b/.test(manifest ?? ''))
    return [`kubectl apply -f - <<< ${quoted(manifest ?? '')}`]
  const setting = textAt(/^(?:key|name|setting|option)$/)
  const value = textAt(/^value$/)
  if (program === 'git' && verb.includes('config') && setting !== undefined)
    return [
      `git config ${quoted(setting)} ${value === undefined || /^(?:get|unset|list)$/.test(operation ?? '') ? '' : quoted(value)}`,
    ]
  const asked = operation !== undefined && /^[\w -]+$/.test(operation) ? [operation.replaceAll('_', ' ')] : []
  if (verb.length === 0 && asked.length === 0) return []
  const beside = wordsBeside(input, '')
  const given = flagsIn(input)
  const named = [...given.filter(word => word.startsWith('-')), ...given.filter(word => !word.startsWith('-'))]
  const tail = [...asked, ...named, ...(beside === undefined ? [] : [beside])].join(' ')
  const short = verb.map(word => (/^(?:remove|delete|destroy)$/.test(word) && /^(?:docker|podman)$/.test(program) ? 'rm' : word))
  const orders = [verb, short, short.toReversed(), ...(short.length > 1 ? [short.slice(0, 1), short.slice(1)] : [])]
  return [...new Set(orders.map(order => [program, ...order, tail].join(' ')))]
}

/** `DeleteBucket` and `delete_bucket` as `delete-bucket`. */
const dashed = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase()

const flagsIn = (input: JsonObject): string[] =>
  Object.entries(input).flatMap(([key, value]) => {
    const name = bare(key)
    const flag = dashed(key).replace(/[^a-z0-9-]/g, '')
    if (argumentKeys.has(name) || proseKeys.has(name) || dataKeys.has(name) || isBaseKey(name) || isCommandKey(name, lastOf(key)))
      return []
    if (value === true || value === 'true') return [flag.length === 1 ? `-${flag}` : `--${flag}`]
    if (isObject(value) && /^(?:binds?|mounts?|volumes?)$/.test(name))
      return Object.keys(value).map(source => `--volume=${quoted(`${source}:/mounted`)}`)
    if (isObject(value)) return /^(?:options|opts|config|hostconfig|parameters|params)$/.test(name) ? flagsIn(value) : []
    if (Array.isArray(value) && value.some(isObject))
      return value.flatMap(item =>
        isObject(item) && typeof item.source === 'string' ? [`--volume=${quoted(`${item.source}:/mounted`)}`] : [],
      )
    if (Array.isArray(value))
      return textsOf(value).map(text =>
        positional.test(name.replace(/(?<=h)es$|s$/, ''))
          ? quoted(text)
          : `--${/^(?:binds?|mounts?|volumes?)$/.test(name) ? 'volume' : flag.replace(/s$/, '')}=${quoted(text)}`,
      )
    if (typeof value === 'number') return [`--${flag}=${value}`]
    if (typeof value !== 'string' || value.length > 4_096) return []
    if (flag === 'mode') return [`--${value.replace(/[^a-z-]/gi, '')}`]
    return positional.test(name) ? [quoted(value)] : [`--${flag}=${quoted(value)}`]
  })
