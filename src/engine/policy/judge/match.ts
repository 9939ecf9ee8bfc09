/** Whether a rule's conditions hold for an event. Pure; the facts do the looking. */

import type { NormalizedHookEvent } from '../../../core/event.ts'
import type { Invocation } from '../../analysis/values/facts.ts'
import { covers, familiesOf } from '../../detect/detect.ts'
import { hostMatches } from '../../matching/addresses.ts'
import { textGlob } from '../../matching/glob.ts'
import { nearOf } from '../../matching/glob-prefilter.ts'
import { fold, says } from '../../matching/path-identity.ts'
import { absolute, type PathPattern, type Place, pathPattern, placeOf } from '../../matching/path-views.ts'
import { calledLike, namesKind } from '../rules/conditions.ts'
import { impliedBy, namesOf } from '../rules/subcommands.ts'
import type { PathTest, SandboxTest, SessionTest, StringTest, When } from '../rules/types.ts'
import type { Access, Facts } from './facts.ts'
import { compilePattern, requiredText, type TextMatcher } from './pattern.ts'
import { branchHolds, remoteHolds } from './refs.ts'
import { effectsOf, invocationsOf, type Scope } from './scope.ts'

/** Whether every condition of a `when` holds in this scope: the whole call, or one of its effects. */
export const holds = (when: When, scope: Scope): boolean => {
  const { facts } = scope
  const { event } = facts
  // Cheap conditions first; a rule that cannot match should cost next to nothing.
  if (when.attended !== undefined && when.attended !== event.attended) return false
  if (when.sandboxed !== undefined && !when.sandboxed.some(state => sandboxHolds(state, event))) return false
  if (when.mode !== undefined && !one(when.mode, event.permissionMode)) return false
  if (when.agent !== undefined && !one(when.agent, event.agentType)) return false
  if (when.folder !== undefined && !one(when.folder, event.cwd)) return false
  if (when.user !== undefined && !userHolds(when.user, scope)) return false
  if (when.group !== undefined && !groupHolds(when.group, scope)) return false
  if (when.server !== undefined && !serverHolds(when.server, scope)) return false
  if (when.tool !== undefined && !toolHolds(when.tool, facts)) return false
  if (when.text !== undefined && !when.text.some(source => textHolds(source, scope))) return false
  const spoken = spokenOf(when, scope)
  if (spoken?.length === 0) return false
  if (when.finding !== undefined && !quantify(scope, effectsOf(scope), effect => when.finding?.includes(effect.finding) ?? false))
    return false
  if (when.effect !== undefined && !effectHolds(when.effect, scope)) return false
  if (when.certainty !== undefined && !certaintyHolds(when.certainty, scope)) return false
  if (when.reads !== undefined && !pathsHold(when.reads, 'reads', scope)) return false
  if (when.writes !== undefined && !pathsHold(when.writes, 'writes', scope)) return false
  if (when.deletes !== undefined && !pathsHold(when.deletes, 'deletes', scope)) return false
  if (when.outside !== undefined && !quantify(scope, touched(scope), place => outsideHolds(when.outside ?? [], place, scope)))
    return false
  const within = spoken === undefined ? scope : { ...scope, invocations: spoken }
  if (when.branch !== undefined && !branchHolds(when.branch, within)) return false
  if (when.remote !== undefined && !remoteHolds(when.remote, within)) return false
  if (when.host !== undefined && !hostHolds(when.host, scope)) return false
  if (when.detects !== undefined && !detectsHold(when.detects, facts)) return false
  // The memory is a file: last, for what everything else holds of.
  if (when.session !== undefined && !sessionHolds(when.session, scope)) return false
  if (when.any === undefined && when.all === undefined && when.not === undefined) return true
  if (when.any !== undefined && !when.any.some(inner => holds(inner, within))) return false
  if (when.all !== undefined && !when.all.every(inner => holds(inner, within))) return false
  return when.not === undefined || !holds(when.not, { ...within, every: !scope.every })
}

const sandboxHolds = (test: SandboxTest, { sandboxed }: NormalizedHookEvent): boolean => {
  switch (test) {
    case 'true':
      return sandboxed === 'inside'
    case 'false':
      return sandboxed === 'outside' || sandboxed === 'leaving'
    case 'leaving':
      return sandboxed === 'leaving'
    case 'unknown':
      return sandboxed === undefined
    default:
      return test satisfies never
  }
}

const quantify = <T>(scope: Scope, list: readonly T[], test: (item: T) => boolean): boolean =>
  scope.every ? list.length > 0 && list.every(test) : list.some(test)

const anyOf = (test: StringTest, value: string, ignoreCase = false): boolean =>
  test.any.some(pattern => textGlob(pattern, value, ignoreCase)) !== test.not

/** A single name; absent counts as empty, so that `not` holds for what has no name. */
const one = (test: StringTest, value: string | undefined): boolean => anyOf(test, value ?? '')

/** By the name that a token, a managed file, the client or the system gives. What a variable says excuses nobody. */
const userHolds = (test: StringTest, scope: Scope): boolean => {
  const { event } = scope.facts
  return event.userFrom === 'environment' && (scope.every || scope.excuses)
    ? !scope.every
    : amongThem(test, [event.user, event.account])
}

/** Where nobody gives groups, to be in one or in none excuses nobody. */
const groupHolds = (test: StringTest, scope: Scope): boolean => {
  const { groups } = scope.facts.event
  return groups === undefined && (scope.every || scope.excuses) ? !scope.every : amongThem(test, groups ?? [])
}

/** `not` holds where none of them is named. */
const amongThem = (test: StringTest, names: readonly (string | undefined)[]): boolean =>
  names.some(name => name !== undefined && test.any.some(pattern => textGlob(pattern, name))) !== test.not

const serverHolds = (test: StringTest, { facts, every, guess }: Scope): boolean => {
  const { event } = facts
  const mcp =
    event.subject === 'mcp' || event.mcpServer !== undefined || event.category === 'mcp-pre' || event.category === 'mcp-post'
  // A second event for the same call brings the name, and is judged by it.
  if (event.mcpServer === undefined && event.later?.includes('mcpServer')) return false
  if (!mcp) return false
  const kinds = test.any.filter(name => namesKind.test(name))
  const isNamed = test.any.some(name => textGlob(name, event.mcpServer ?? ''))
  if (isNamed || (kinds.length === 0 && (every || test.not))) return one(test, event.mcpServer)
  // The user may call it as they like.
  const others = every || test.not ? [] : calledLike(test.any)
  if (others.length > 0 && facts.matchers.serverIs?.(others, event, facts.ground) === 'yes') return true
  if (kinds.length === 0) return false
  const answer = facts.matchers.serverIs?.(kinds, event, facts.ground) ?? 'perhaps'
  // What may be another server is none of those that are allowed.
  if (answer === 'perhaps') return !every && (test.not || guess === true)
  return (answer === 'yes') !== test.not
}

const toolHolds = (test: StringTest, { event }: Facts): boolean => {
  const names = [event.mcpTool, event.toolName].filter(name => name !== undefined)
  if (names.length === 0) return false
  return amongThem(test, names)
}

const compiled = new Map<string, { readonly required: string; readonly test: TextMatcher }>()

const textHolds = (source: string, { facts, every }: Scope): boolean => {
  let pattern = compiled.get(source)
  if (pattern === undefined) {
    const required = requiredText(source)
    if (required.length > 0 && !facts.mayContain(required)) return false
    try {
      pattern = { required, test: compilePattern(source) }
    } catch {
      // Validation has missed it. The rule fails alone: it holds if it objects, and excuses nothing.
      return !every
    }
    compiled.set(source, pattern)
  } else if (pattern.required.length > 0 && !facts.mayContain(pattern.required)) return false
  return pattern.test(facts.event.content)
}

/**
 * The runs of programs that `program` (in either case, as Windows has it), `args` and `flags` hold of, all three of one and the same; what stands below them in `any`, `all`
 * and `not` is asked about these. None where they do not hold, undefined where nothing is said of them.
 */
const spokenOf = (when: When, scope: Scope): readonly Invocation[] | undefined => {
  const { program, args, flags, operands, packages } = when
  if ([program, args, flags, operands, packages].every(asked => asked === undefined)) return undefined
  const asked = invocationsOf(scope)
  const found = asked.filter(
    invocation =>
      (program === undefined || anyOf(program, invocation.program ?? '', true)) &&
      (args === undefined || inOrder(args, invocation, scope)) &&
      (operands === undefined || operandsHold(operands.only, args ?? [], invocation, scope)) &&
      (packages === undefined || scope.facts.matchers.packagesHold(packages, invocation, scope.every)) &&
      (flags === undefined || given(flags, invocation, scope)),
  )
  return scope.every && found.length < asked.length ? [] : found
}

/** What cannot be told neither objects nor excuses; in a guess it does the worse of both. */
const given = (flags: readonly string[], invocation: Invocation, { facts, every, guess, excuses }: Scope): boolean => {
  const holds = facts.matchers.flagsHold(flags, invocation, every)
  return holds === 'perhaps' ? every !== (guess === true || excuses === true) : holds === 'yes'
}

/** All of `wanted` occur among the arguments, in this order, others may stand between. */
const inOrder = (wanted: readonly string[], invocation: Invocation, scope: Scope): boolean =>
  behindWanted(wanted, invocation, scope) !== undefined

/** What stands behind them; undefined where they do not occur. */
const behindWanted = (wanted: readonly string[], invocation: Invocation, { facts, every, guess }: Scope) => {
  const { program, args, flags } = invocation
  const isAsked = flags.some(flag => flag === '--version' || flag === '-v' || flag === '--help' || flag === '-h')
  const implied = args.length === 0 && !isAsked ? impliedBy(program) : undefined
  // What permits names the command itself: `kubectl create ns get` gets nothing.
  const words =
    implied !== undefined ? [implied] : every && wanted.length > 0 ? args.slice(facts.matchers.commandAt(invocation)) : args
  let next = 0
  let end = 0
  for (const [i, arg] of words.entries()) {
    const pattern = wanted[next]
    if (pattern === undefined) break
    // Only the first word is surely the command.
    const names = arg === undefined || (every && i > 0) ? [] : namesOf(program, arg)
    const holds = arg === undefined ? guess === true && i === next : [arg, ...names].some(name => textGlob(pattern, name))
    if (!holds && every && next === 0) return undefined
    if (!holds) continue
    next++
    end = i + 1
  }
  return next === wanted.length ? words.slice(end) : undefined
}

/** Every operand behind the arguments that the condition names. One that cannot be known is none of them. */
const operandsHold = (only: readonly string[], wanted: readonly string[], invocation: Invocation, scope: Scope): boolean =>
  behindWanted(wanted, invocation, scope)?.every(
    operand => operand !== undefined && only.some(pattern => textGlob(pattern, operand)),
  ) ?? false

/** Without a memory nothing is known to have happened; `guess` takes the worst. */
const sessionHolds = ({ has, denied }: SessionTest, { facts, guess }: Scope): boolean => {
  const { times, sure } = facts.earlier()
  if (has !== undefined && !has.some(word => times(word) > 0) && (sure || guess !== true)) return false
  return denied === undefined || facts.refusals() >= denied
}

const certaintyHolds = (wanted: readonly string[], { facts, effect }: Scope): boolean => {
  const certainty = effect?.certainty ?? facts.certainty()
  return certainty !== undefined && wanted.includes(certainty)
}

/** Whatever deletes has that effect, though no built-in rule minds where. */
const effectHolds = (kinds: NonNullable<When['effect']>, scope: Scope): boolean =>
  quantify(scope, effectsOf(scope), ({ kind }) => kinds.includes(kind)) ||
  (!scope.every && scope.effect === undefined && kinds.includes('delete') && scope.facts.places('deletes').length > 0)

const placesOf = (access: Access, { facts, effect }: Scope): readonly Place[] =>
  effect === undefined
    ? facts.places(access)
    : effect.targets.map(target => placeOf(target.written, target.path, target.many, facts.ground))

const touched = (scope: Scope): readonly Place[] =>
  scope.effect === undefined
    ? (['reads', 'writes', 'deletes'] as const).flatMap(access => placesOf(access, scope))
    : placesOf('writes', scope)

const pathsHold = (test: PathTest, access: Access, scope: Scope): boolean => {
  const places = placesOf(access, scope)
  if (places.length === 0) return false
  const { facts } = scope
  if (scope.guess && !scope.every && facts.matchers.overlaps?.anyMayStandFor(places, test.include, facts.ground)) return true
  if (scope.guess && !scope.every && access === 'reads' && facts.matchers.trees?.anyMayHold(places, test.include, facts.ground))
    return true
  // `rm migrations/$X` may lead there.
  if (
    scope.guess &&
    !scope.every &&
    partsOf(places).some(place => test.include.some(pattern => patternOf(pattern, facts)(place)))
  )
    return true
  const near = test.include.filter(nearOf(places, facts.ground))
  if (near.length === 0) return false
  const include = near.map(pattern => patternOf(pattern, facts))
  const exclude = test.exclude.map(pattern => patternOf(pattern, facts))
  return quantify(scope, places, place => {
    // Each form is judged by itself: a link named `.env.example` that leads to `.env` is not excused by its name.
    // What loosens must cover the place itself; covering something below it is not enough.
    const wide = scope.every ? { many: false, whole: false } : {}
    const forms = place.forms.map(form => ({ ...place, ...wide, forms: [form] }))
    const matches = (form: Place): boolean =>
      include.some(glob => glob(form)) && !exclude.some(glob => glob({ ...form, many: false, whole: false }))
    return scope.every ? forms.length > 0 && forms.every(matches) : forms.some(matches)
  })
}

/** What is known of places that are not. */
const partsOf = (places: readonly Place[]): readonly Place[] =>
  places.flatMap(({ partly, ...place }) => (partly === undefined ? [] : { ...place, many: true, forms: [partly] }))

const patterns = new WeakMap<Facts, Map<string, PathPattern>>()

const patternOf = (pattern: string, facts: Facts): PathPattern => {
  const known = patterns.get(facts) ?? new Map<string, PathPattern>()
  patterns.set(facts, known)
  const made = known.get(pattern) ?? pathPattern(pattern, facts.ground)
  known.set(pattern, made)
  return made
}

const system =
  /^\/(?:bin|sbin|boot|dev|etc|lib|lib32|lib64|opt|proc|root|srv|sys|usr|var|System|Library|Applications|private\/(?:etc|var))(?:\/|$)|^[A-Za-z]:\/(?:Windows|Program Files|ProgramData)/i
const temporary = /^(?:\/private)?\/(?:tmp|var\/tmp|var\/folders)(?:\/|$)/

/** What loosens must be outside by its name and behind its links. */
const outsideHolds = (areas: readonly string[], { forms }: Place, { facts: { ground }, every }: Scope): boolean => {
  const { host } = ground
  const isOut = (form: string): boolean => {
    const path = fold(form, host)
    const within = (base: string): boolean => {
      const root = fold(absolute(base, ground), host)
      return path === root || path.startsWith(root === '/' ? '/' : `${root}/`)
    }
    return areas.some(area => {
      if (area === 'workspace') return ![...ground.roots, ...ground.roots.map(root => host.realpath(root))].some(within)
      if (area === 'home') return within(host.home)
      return (says(system, path, host) && !temporary.test(path)) || path === '/'
    })
  }
  return every ? forms.length > 0 && forms.every(isOut) : forms.some(isOut)
}

const hostHolds = (test: StringTest, scope: Scope): boolean => {
  const { facts, effect, every } = scope
  const hosts = effect?.hosts ?? facts.hosts()
  const matches = (host: string): boolean => test.any.some(pattern => hostMatches(pattern, host)) !== test.not
  const isUnknown = invocationsOf(scope).some(({ unknownHost }) => unknownHost)
  if (!every) return hosts.some(matches) || (scope.guess === true && test.not && isUnknown)
  return hosts.length > 0 && hosts.every(matches) && !isUnknown
}

const detectsHold = (test: StringTest, facts: Facts): boolean => {
  const found = test.any.some(name =>
    familiesOf(name).some(family => facts.detections(family).some(({ kind }) => covers(name, kind))),
  )
  return found !== test.not
}
