/** Packages that are installed by a name which is one slip away from a popular one. */

import { isOneOf } from '../../../matching/words.ts'
import { options } from '../../calls/options.ts'
import { runners } from '../../calls/rehearsal.ts'
import { isStranger } from '../../places/origins.ts'
import { type Analysis, type Call, find } from '../../values/analysis.ts'
import { isKnown, type Value } from '../../values/value.ts'
import * as hijacked from './hijacked-releases.gen.ts'
import { likelyName, likelyOwner, oneForm, type Registry } from './likely-names.ts'
import { editors, gems, go, node, nuget, python, rust } from './lookalikes.gen.ts'
import { likelyForge, slipOf } from './slips.ts'

/** How the tools of one registry say which packages they want. */
export interface Tools {
  readonly registry: Registry
  /** Empty where all others use it. */
  readonly programs: string
  readonly valued: string
  /** Words behind which every operand is a package, and those behind which the first is. */
  readonly all: RegExp
  readonly first: RegExp
  /** Options whose value is a package. */
  readonly options: readonly string[]
  /** What the workspace says that it uses. */
  readonly manifests: readonly string[]
}

const others: readonly Tools[] = [rust, go, nuget, gems, editors]

/** Finds names that are most likely meant to be others. What the workspace uses already is meant as it is. */
export function lookalikes(call: Call): void {
  if (!isOneOf(runners, call.program) && call.args.some(word => word.text === '--dry-run')) return
  const forges = call.args.flatMap(({ text }) => likelyForge(/^(?:[a-z+]+:\/\/)?([\w.-]+)\//.exec(text)?.[1] ?? '') ?? [])
  if (forges.length > 0) find(call, 'packages.lookalike', { detail: `Most likely ${forges[0]} is meant.` })
  const own = others.find(({ programs }) => isOneOf(` ${programs} `, call.program))
  const tools = own ?? (/^(?:pip|uv|poetry|pdm|rye)/.test(call.program) ? python : node)
  const found: string[] = released(call, tools.registry)
  for (const { name, stranger } of packagesOf(call, tools)) {
    const likely = likelyFor(name, tools.registry, stranger)
    if (likely === undefined || isUsed(name, tools, call.analysis)) continue
    found.push(likely === name ? `The registry has ${likely} itself.` : `Most likely ${likely} is meant, not ${name}.`)
  }
  if (found.length > 0) find(call, 'packages.lookalike', { detail: [...new Set(found)].slice(0, 4).join(' ') })
}

/** Releases of a well-known name that a stranger has published. */
function released({ args }: Call, registry: Registry): string[] {
  const known: Readonly<Record<string, string>> = registry === 'npm' ? hijacked.npm : registry === 'pypi' ? hijacked.pypi : {}
  return args.flatMap(({ text }) => {
    const [, name = '', version = ''] = /^(@?[^@=\s]+)(?:@|==)([\w.-]+)$/.exec(text) ?? []
    const isHijacked = Object.hasOwn(known, name) && known[name]?.split(' ').includes(version)
    return isHijacked ? [`${name} ${version} was published by a stranger.`] : []
  })
}

interface Asked {
  readonly name: string
  /** It comes from an address of a host that is not well known. */
  readonly stranger: boolean
}

/** A stranger that offers a popular package by its own name is a lookalike as well. */
function likelyFor(name: string, registry: Registry, stranger: boolean): string | undefined {
  const [, scope, rest] = /^@([^/]+)\/(.+)$/.exec(name) ?? []
  if (scope !== undefined) {
    const likely = slipOf(scope, scopes)
    return likely === undefined ? undefined : `@${likely}/${rest}`
  }
  return (
    likelyName(name, registry) ??
    (registry === 'go' || registry === 'editors' ? likelyOwner(name, registry) : undefined) ??
    (stranger && isPopular(name, registry) ? name : undefined)
  )
}

const isPopular = (name: string, registry: Registry): boolean => likelyName(`${name}.`, registry) === oneForm(name, registry)

/** Scopes that everybody knows. A private one is like none of them. */
const scopes: ReadonlySet<string> = new Set(
  'types babel angular nestjs aws-sdk azure google-cloud react-native react-navigation typescript-eslint testing-library storybook rollup vitejs emotion reduxjs tanstack prisma sentry graphql apollo octokit vercel cloudflare playwright tailwindcss radix-ui chakra-ui commitlint semantic-release changesets eslint jest swc biomejs anthropic-ai openai modelcontextprotocol langchain firebase supabase stripe ethersproject openzeppelin solana fortawesome mantine'.split(
    ' ',
  ),
)

function packagesOf(call: Call, tools: Tools): readonly Asked[] {
  // `-d` is a folder to pip alone; to others it says that a package is for development.
  const folders = /^pip[\d.]*$/.test(call.program) ? ' d dest w wheel-dir' : ''
  const runner = isOneOf(runners, call.program)
  // What stands behind the name is the program's own.
  const { positional, every, flags } = options(call.args, tools.valued + folders, runner)
  // Only what lies in the project.
  if (runner && (flags.has('no-install') || flags.has('no'))) return []
  const words: Value[] = every.flatMap(([name, value]) => (tools.options.includes(name) ? [value] : []))
  if (runner) words.push(...(words.length > 0 ? [] : positional.slice(0, 1)))
  else {
    const at = positional.findIndex(({ text }) => tools.all.test(text) || tools.first.test(text))
    const verb = positional[at]?.text ?? ''
    const rest = positional.slice(at + 1)
    const makes = /^(?:create|init|innit)$/.test(verb)
    if (at >= 0 && at < 4) {
      if (tools.all.test(verb)) words.push(...rest)
      // What `uv run` and `npm exec` start lies in the project, unless a tool is asked for.
      else if (
        makes ||
        verb === 'dlx' ||
        /^(?:exec|x)$/.test(verb) ||
        call.program === 'pipx' ||
        positional[at - 1]?.text === 'tool'
      )
        words.push(...(words.length > 0 ? [] : rest.slice(0, 1).map(word => (makes ? { ...word, text: made(word.text) } : word))))
    }
  }
  return words.filter(isKnown).flatMap(word => askedIn(word.text, tools.registry, call.analysis))
}

/** `npm create x` runs the package `create-x`. */
const made = (text: string): string => (/^[@./]|:/.test(text) ? '' : `create-${text}`)

const isAddress = /^(?:git\+|git@|[a-z+]+:\/\/|github:|gitlab:|bitbucket:|gist:)/

function askedIn(written: string, registry: Registry, analysis: Analysis): readonly Asked[] {
  if (registry === 'go') {
    const name = /^github\.com\/([^/@\s]+\/[^/@\s]+)/.exec(written)?.[1]
    return name === undefined ? [] : [{ name, stranger: false }]
  }
  // `name @ https://…`
  const [, called, , from] = /^([\w.-]+)(\[[\w,-]*\])?\s*@\s*([a-z+]+:\/\/.*)$/.exec(written) ?? []
  if (called !== undefined && from !== undefined) return [{ name: called, stranger: isStranger(from, analysis) }]
  // `react@npm:other`: another package by a name that everybody knows.
  const [, alias = '', instead] = registry === 'npm' ? (/^(@?[^@\s]+)@npm:(@?[^@\s]+)/.exec(written) ?? []) : []
  if (instead !== undefined && isPopular(alias, registry) && !isPopular(instead, registry) && !instead.startsWith(alias))
    return [{ name: alias, stranger: true }]
  const text = written.replace(/^.*@npm:/, '')
  if (isAddress.test(text)) {
    return [{ name: nameOf(text), stranger: isStranger(text, analysis) }]
  }
  if (/^[./~]|^[a-z]+:|\\|\.(?:whl|t(?:ar\.)?gz|zip)$/.test(text)) return []
  if (registry === 'npm' && /^[^@/]+\/[^/]+$/.test(text)) return [{ name: nameOf(text), stranger: false }]
  const name = registry === 'pypi' ? /^[^\s[\]<>=!~;@]+/.exec(text)?.[0] : /^@?[^@\s]+/.exec(text)?.[0]
  return name === undefined ? [] : [{ name, stranger: false }]
}

/** The last part of an address, without what says which version or kind of file it is. */
function nameOf(address: string): string {
  const [path = ''] = address.split(/[?#]/, 1)
  const [file = ''] = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf(':')) + 1).split('@', 1)
  const at = file.search(/[-_.]v?\d|\.(?:git|whl|tgz|tar\.gz|zip)$/)
  return at < 0 ? file : file.slice(0, at)
}

/** A name further back counts as not used, and is asked about. */
const manifestRead = 2_097_152

function isUsed(name: string, { manifests }: Tools, { host, roots, folder }: Analysis): boolean {
  const folders = new Set([...(folder === undefined ? [] : [folder]), ...roots])
  const installed = (at: string): boolean => host.readText(`${at}/node_modules/.bin/${name}`, 1) !== undefined
  return [...folders].some(
    at => installed(at) || manifests.some(file => mentions(host.readText(`${at}/${file}`, manifestRead) ?? '', name)),
  )
}

/** As a word of its own. */
function mentions(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!/[\w.-]/.test(text[at - 1] ?? '') && !/[\w.-]/.test(text[at + name.length] ?? '')) return true
  return false
}
