/** Calls of functions that the program has itself, and of those that it holds as values: each is followed with what it is given. */

import { bounds, isOver } from '../../values/analysis.ts'
import { HOLE } from '../../values/value.ts'
import { evaluate } from '../evaluator/values.ts'
import { either, keyOf, leaveFunctions, numberOf } from '../model/branching.ts'
import { type Argument, type CodeValue, type Functions, type Own, type State, unknown } from '../model/code.ts'
import { listOf } from '../model/collections.ts'
import { statementEnd } from '../tokens/brackets.ts'
import type { Language, Token } from '../tokens/lexer.ts'
import { bodiesIn } from '../tokens/scopes.ts'
import { optionsOf } from './command-line.ts'
import { type Definitions, definitionsIn, functionAt, isConstructor } from './definitions.ts'

/** Calls in each other that are followed, and tokens of all that are. */
const deepest = 8
const most = 1_200
/** Calls of one function in itself, with something else each time. */
const deepestItself = 2
/** Tokens of a program that is more than a script. */
const large = 2_000
/** Tokens of a function without name or arguments whose value is asked for. */
const wrapper = 200

/** Names of the object that a method belongs to. */
const selves = ['self', 'this', 'cls', '$this', '@']
const ofObjects: Partial<Record<Language, string>> = { python: 'self', php: '$this' }
const isSelf = /^(?:self|this|cls|super|static|Self|\$this)$/
const gives = /^(?:return|yield)$/
/** Ways to an object's members and a program's names that are not followed. */
const reaches =
  /^(?:__dict__|vars|globals|locals|__getattr(?:ibute)?__|__setattr__|__class__|type|definePropert(?:y|ies)|prototype|__proto__|setPrototypeOf|Proxy|instance_variable_set|define_method|class_eval|instance_eval|method_missing|const_set|__get|__call)$/
/** What reads a command line. */
const parses = /parse_?(?:known_)?args|(?:^|\.)opts$|minimist|yargs|getopt|docopt|OptionParser|^flag\./i

export interface Followed extends Functions {
  /** From here on calls are followed: names are known as far as a program goes. */
  begin(): void
  /** Those that are followed where they are called. */
  followed(): readonly Own[]
  /** Forgets what calls came to: what they use has been set anew. */
  again(): void
  /** Whether the body that begins there is followed where it is called. */
  isCalled(from: number): boolean
  /** Reads those whose calls were not followed to the end as they stand. */
  rest(): void
}

interface Frame {
  readonly id: number
  readonly own: Own
  readonly args: readonly CodeValue[]
  readonly bound: ReadonlyMap<string, CodeValue>
}

/** How a program is gone on with: what reads the token at a place, and whether a function of a library does something. */
export interface Going {
  step(all: readonly Token[], at: number): number
  does(name: string, owner: string): boolean
}

export function functionsIn(all: readonly Token[], state: State, { step, does }: Going): Followed {
  const { code } = state
  const { language, variables } = code
  const { heads, functions, classes, waiting }: Definitions = definitionsIn(all, language)
  const frames: Frame[] = []
  const options = optionsOf(state.call.args, all, code)
  const done = new Map<Token, Map<string, CodeValue>>()
  const reached = new Set<Token>()
  const missed = new Set<Token>()
  const isLarge = all.length > large
  let followed = 0
  let ids = 0
  const fieldsOfClasses = new Set([...classes.values()].flatMap(({ own }) => [...own]))
  const hasOwn = functions.size > 0 || classes.size > 0
  const isOpen = all.some(({ kind, value }) => kind !== 'text' && reaches.test(value))
  const perhaps = (value: CodeValue): CodeValue => (isOpen ? either(value, unknown) : value)
  let isHeld = false
  let isReady = false

  const body = (own: Own): CodeValue => {
    const results: CodeValue[] = []
    for (let at = own.from; at < own.to; at++) {
      if (code.work > bounds.evaluation || ((at & 15) === 0 && isOver(state.call.analysis))) break
      const token = own.all[at] as Token
      if (token.kind === 'name' && gives.test(token.value))
        results.push(evaluate(own.all.slice(at + 1, statementEnd(own.all, at + 1)), code))
      at = step(own.all, at)
    }
    if (own.givesLast) {
      let from = own.from
      for (let at = own.from; at < own.to - 1; ) {
        const end = statementEnd(own.all, at)
        if (end < own.to - 1) from = Math.max(from, end + 1)
        at = Math.max(end, at) + 1
      }
      results.push(evaluate(own.all.slice(from, own.to), code))
    }
    const told = results.filter(({ text, taint, ...more }) => text !== HOLE || taint !== 0 || Object.keys(more).length > 0)
    return told.length === 0 ? (results[0] ?? unknown) : either(...results)
  }

  /** Runs one with its parameters bound; what its names held before comes back. */
  const run = (own: Own, args: readonly Argument[], around?: ReadonlyMap<string, CodeValue>): CodeValue => {
    const names = bodiesIn(own.all, language).bodies.find(one => one.from === own.from)?.own ?? []
    const bound = bind(own, args)
    const before = new Map([...names, ...bound.keys(), ...(around?.keys() ?? [])].map(name => [name, variables.get(name)]))
    for (const [name, value] of [...(around ?? []), ...bound]) variables.set(name, value)
    const aliases = aliasesOf(own, args)
    const known = [...aliases.keys()].map(name => [name, code.names.get(name)] as const)
    for (const [name, path] of aliases) code.names.set(name, path)
    const hidden = code.hidden.splice(0)
    frames.push({ id: ++ids, own, args: args.map(({ value }) => value), bound: new Map([...(around ?? []), ...bound]) })
    const { depth } = code
    code.depth = 0
    const result = body(own)
    code.depth = depth
    // `function f(&$x)`
    const shared = own.parameters.flatMap(({ name, isShared }, at) => {
      const [token, ...more] = isShared ? (args[at]?.tokens ?? []) : []
      const now = variables.get(name)
      return token?.kind === 'name' && more.length === 0 && now !== undefined ? [[token.value, now] as const] : []
    })
    frames.pop()
    for (const [name, path] of known)
      if (path === undefined) code.names.delete(name)
      else code.names.set(name, path)
    leaveFunctions(Number.POSITIVE_INFINITY, code)
    code.hidden.push(...hidden)
    for (const [name, value] of before)
      if (value === undefined) variables.delete(name)
      else variables.set(name, value)
    for (const [name, value] of shared) variables.set(name, either(value, variables.get(name) ?? unknown))
    return result
  }

  /** `config(process.env)`: one of its members is one variable. */
  const aliasesOf = ({ parameters }: Own, args: readonly Argument[]): ReadonlyMap<string, string> =>
    new Map(
      parameters.flatMap(({ name, takes }, at) => {
        const given = args[at]
        const path = takes === 'one' && given?.value.text === HOLE ? pathOf(given.tokens) : ''
        return path === '' ? [] : [[name, path]]
      }),
    )

  const bind = (own: Own, args: readonly Argument[]): ReadonlyMap<string, CodeValue> => {
    const bound = new Map<string, CodeValue>()
    const inOrder = args.filter(({ name }) => name === undefined).map(({ value }) => value)
    const [first] = own.parameters
    const takesSelf = own.of !== undefined && language === 'python' && /^(?:self|cls)$/.test(first?.name ?? '')
    let next = 0
    for (const one of takesSelf ? own.parameters.slice(1) : own.parameters) {
      const named = args.find(({ name }) => name === one.name)?.value
      let value = named
      if (one.takes === 'rest') value = listOf(inOrder.slice(next), code)
      else if (one.takes === 'named')
        value = {
          ...unknown,
          fields: new Map(args.flatMap(({ name, value: held }) => (name === undefined ? [] : [[name, held]]))),
        }
      else value ??= inOrder[next++]
      value ??= one.fallback.length > 0 ? evaluate(one.fallback, code) : unknown
      for (const part of one.parts) {
        const held = value.fields?.get(part.name) ?? (part.fallback.length > 0 ? evaluate(part.fallback, code) : unknown)
        bound.set(part.name, held)
      }
      if (one.name === '') continue
      bound.set(one.name, value)
      if (one.isMember) keep(one.name, value)
    }
    if (language === 'perl') bound.set('@_', listOf(inOrder, code))
    return bound
  }

  /** Of an object, whichever it is: what it was ever given. */
  const keep = (name: string, value: CodeValue, isPerhaps = false): void => {
    const bare = name.replace(/^\$/, '')
    if (isPerhaps && !fieldsOfClasses.has(bare) && held(bare) === undefined) return
    const key = language === 'ruby' ? `@${bare}` : `${ofObjects[language] ?? 'this'}.${bare}`
    // Others may have what the class gives them.
    const old = variables.get(key) ?? (fieldsOfClasses.has(bare) ? (variables.get(bare) ?? variables.get(`$${bare}`)) : undefined)
    variables.set(key, old === undefined ? value : either(value, old))
  }

  const follow = (own: Own, args: readonly Argument[], site: Token, around?: ReadonlyMap<string, CodeValue>): CodeValue => {
    const calls = done.get(site) ?? new Map<string, CodeValue>()
    done.set(site, calls)
    const key = `${numberOf(own)} ${frames.at(-1)?.id ?? ''} ${args.map(argumentKey).join('\0')}`
    const known = calls.get(key)
    if (known !== undefined) return known
    const again = frames.filter(frame => bodyOf(frame.own) === bodyOf(own))
    if (again.some(frame => sameKey(frame.args, args)) || again.length >= deepestItself) {
      if (again.length >= deepestItself && args.some(({ value }) => !value.text.includes(HOLE))) missed.add(bodyOf(own))
      return unknown
    }
    // In a library most calls say nothing new: those are read where they are defined.
    if (isLarge && waiting.get(own.from)?.all === own.all && args.length > 0 && args.every(saysNothing)) return unknown
    if (frames.length >= deepest || followed >= most || code.work > bounds.evaluation / 4) {
      missed.add(bodyOf(own))
      return unknown
    }
    followed += own.to - own.from
    reached.add(bodyOf(own))
    calls.set(key, unknown)
    const result = run(own, args, around)
    calls.set(key, result)
    return result
  }

  const followAll = (all: readonly Own[], args: readonly Argument[], site: Token): CodeValue =>
    perhaps(either(...all.map(own => follow(own, args, site))))

  const methodsOf = (name: string): readonly Own[] => functions.get(name) ?? []

  /** An object of a class of its own. */
  const make = (name: string, args: readonly Argument[], site: Token): CodeValue => {
    const seen = new Set<string>()
    const line = [name]
    for (let one = line.pop(); one !== undefined; one = line.pop()) {
      if (seen.has(one)) continue
      seen.add(one)
      line.push(...(classes.get(one)?.parents ?? []))
    }
    const makers = [...functions.values()].flat().filter(own => isConstructor(own.name, own.of) && seen.has(own.of ?? ''))
    if (makers.length > 0) followAll(makers, args, site)
    const inOrder = args.filter(argument => argument.name === undefined)
    for (const [index, field] of (makers.length > 0 ? [] : (classes.get(name)?.fields ?? [])).entries()) {
      const given = args.find(argument => argument.name === field.name) ?? inOrder[index]
      const value = given?.value ?? (field.fallback.length > 0 ? evaluate(field.fallback, code) : undefined)
      if (value !== undefined) keep(field.name, value)
    }
    return { ...unknown, made: name }
  }

  /** What the objects of the program hold under a name. */
  const held = (name: string): CodeValue | undefined => {
    for (const self of selves) {
      const found = variables.get(self === '@' ? `@${name}` : `${self}.${name}`)
      if (found !== undefined) return perhaps(found)
    }
    return undefined
  }

  /** Of `this`, which may be any object that has it. */
  const inObjects = (name: string): CodeValue | undefined => {
    const found = [...variables.values()].flatMap(({ fields }) => fields?.get(name) ?? [])
    return found.length === 0 ? undefined : either(...found)
  }

  /** Names that are set several times, and so held something else in calls that were not followed. */
  const changing = (own: Own): ReadonlyMap<string, CodeValue> => {
    const sets = new Map<string, number>()
    for (const [at, { kind, value }] of all.entries())
      if (kind === 'name' && /^(?:=|\+=|\.=)$/.test(all[at + 1]?.value ?? '')) sets.set(value, (sets.get(value) ?? 0) + 1)
    const used = own.all.slice(own.from, own.to).filter(({ kind, value }) => kind === 'name' && (sets.get(value) ?? 0) > 1)
    return new Map(
      used.flatMap(({ value: name }) => {
        const now = variables.get(name)
        return now === undefined ? [] : [[name, either(now, unknown)] as const]
      }),
    )
  }

  const perhapsUnset = (own: readonly Own[]): readonly Own[] => own.filter(one => one.of === undefined || language !== 'python')

  const bodies = new Set([...waiting.values()].map(({ from }) => from))
  /** A method that is read like a field, or the method itself. */
  const read = (name: string, site: Token): CodeValue | undefined => {
    const own = methodsOf(name)
    if (own.length === 0) return undefined
    if (language === 'ruby' || own.some(({ isRead }) => isRead)) return followAll(own, [], site)
    isHeld = true
    return { ...unknown, calls: { name, path: '', own: own.at(-1) as Own, given: [], around: frames.at(-1)?.bound ?? new Map() } }
  }

  return {
    begin() {
      isReady = true
    },
    again: () => done.clear(),
    followed: () => [...waiting.values()],
    isCalled: from => bodies.has(from),
    defines: (tokens, at) => tokens === all && heads.has(at),
    knows: name => functions.has(name) || classes.has(name),
    behind(tokens, at) {
      const own = waiting.get(at)
      const isRun = frames.at(-1)?.own.from === at && frames.at(-1)?.own.all === tokens
      return own?.all === tokens && own.to > at && !isRun ? own.to : undefined
    },
    get isHeld() {
      return isHeld
    },
    isRunning: () => frames.length > 0,
    given(word) {
      const frame = frames.at(-1)
      if (frame === undefined) return undefined
      const body = frame.own.all.slice(frame.own.from, frame.own.to)
      const before = body
        .slice(0, Math.max(0, body.indexOf(word)))
        .filter(({ kind, value }) => kind === 'name' && value === 'shift').length
      // In a loop it is each of those that are left.
      const loops = body.some(({ kind, value }) => kind === 'name' && /^(?:for|foreach|while|until|map|grep)$/.test(value))
      const left = frame.args.slice(before)
      return loops || body.some(({ value }) => /^(?:pop|splice)$/.test(value)) ? either(...left, unknown) : left[0]
    },
    option(name, by) {
      if (options.size === 0 || !parses.test(by)) return undefined
      return options.get(name.replaceAll('_', '-')) ?? options.get(name.replace(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase())
    },
    named(given) {
      const path = given.replace('.__dict__', '')
      const own = language === 'ruby' ? undefined : functions.get(path.replace(/^\./, ''))?.at(-1)
      if (own !== undefined) {
        isHeld = true
        return { name: path, path: '', own, given: [], around: frames.at(-1)?.bound ?? new Map() }
      }
      const dot = path.lastIndexOf('.')
      if (dot < 0) return undefined
      const [owner, name] = [path.slice(0, dot), path.slice(dot + 1)]
      if (!does(name, owner)) return undefined
      isHeld = true
      return { name, path: owner, given: [] }
    },
    anonymous(tokens) {
      const found = functionAt(tokens, tokens[0]?.value === 'async' ? 1 : 0, language)
      if (found === undefined) return undefined
      isHeld = true
      return {
        name: '',
        path: '',
        own: { ...found, of: undefined, isRead: false },
        given: [],
        around: frames.at(-1)?.bound ?? new Map(),
      }
    },
    called(path, args, site) {
      if (!isReady || !hasOwn) return undefined
      const parts = path.split('.')
      const [first = '', last = ''] = [parts[0], parts.at(-1)]
      if (parts.length === 1) {
        const own = perhapsUnset(functions.get(path) ?? [])
        if (own.length > 0) return followAll(own, args, site)
        return classes.has(path) ? make(path, args, site) : undefined
      }
      if (last === 'new' && classes.has(parts.at(-2) ?? '')) return make(parts.at(-2) ?? '', args, site)
      const own = methodsOf(last)
      if (own.length === 0) return undefined
      return this.owns(first) || !code.names.has(first) ? followAll(own, args, site) : undefined
    },
    owns: path => {
      const [first = ''] = path.split('.')
      return isSelf.test(first) || classes.has(first) || classes.has(variables.get(first)?.made ?? '')
    },
    method(name, args, site) {
      if (!isReady || functions.size === 0) return undefined
      const own = methodsOf(name)
      return own.length > 0 ? followAll(own, args, site) : undefined
    },
    member(on, name, site) {
      if (!isReady || !hasOwn) return undefined
      const found = read(name, site)
      if (found !== undefined) return found
      if (classes.has(on.made ?? '')) {
        const known = [held(name), variables.get(name)].filter(one => one !== undefined)
        return known.length === 0 ? undefined : perhaps(either(...known))
      }
      return on.text === HOLE && on.made === undefined && on.fields === undefined ? held(name) : undefined
    },
    property(path, site) {
      if (!isReady || !hasOwn) return undefined
      const dot = path.lastIndexOf('.')
      if (dot < 0) return undefined
      const [owner, name] = [path.slice(0, dot), path.slice(dot + 1)]
      // Of an enumeration.
      if (name === 'value' && classes.has(owner.split('.')[0] ?? '')) return this.property(owner, site)
      if (code.names.has(owner)) return undefined
      const isOwn = isSelf.test(owner) || classes.has(owner)
      const found = [held(name), isOwn ? (variables.get(name) ?? variables.get(`$${name}`) ?? inObjects(name)) : undefined]
      const known = found.filter(one => one !== undefined)
      return read(name, site) ?? (known.length === 0 ? undefined : perhaps(either(...known)))
    },
    keep,
    run(callable, args, site) {
      const { own, given, around } = callable
      if (own === undefined || !isReady) return unknown
      // A program that wraps itself in one is read where it stands.
      if (own.name === '' && own.to - own.from > wrapper && given.length + args.length === 0) return unknown
      return follow(own, [...given, ...args], site, around)
    },
    rest() {
      for (const own of waiting.values())
        if (missed.has(bodyOf(own))) run(own, [], changing(own))
        else if (!reached.has(bodyOf(own))) run(own, [])
    },
  }
}

/** `os.environ`, `process.env`: what is written with dots alone. */
const pathOf = (tokens: readonly Token[]): string =>
  tokens.length > 2 && tokens.every(({ kind, value }, at) => (at % 2 === 0 ? kind === 'name' : value === '.'))
    ? tokens.map(({ value }) => value).join('')
    : ''

const saysNothing = ({ value: { text, taint, calls, items, fields } }: Argument): boolean =>
  text === HOLE && taint === 0 && (calls ?? items ?? fields) === undefined

/** What tells one function from another, whatever its tokens were cut out of. */
const bodyOf = ({ all, from }: Own): Token => all[from] as Token

const sameKey = (some: readonly CodeValue[], args: readonly Argument[]): boolean =>
  some.length === args.length && some.every((one, at) => keyOf(one) === keyOf((args[at] as Argument).value))

const argumentKey = ({ name = '', value }: Argument): string =>
  `${name}=${[value, ...(value.or ?? [])].map(one => `${one.taint} ${keyOf(one)}`).join('\x01')}`
