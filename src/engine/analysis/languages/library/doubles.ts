/** What stands in for a service: only pretended, or an emulator of this machine. */

import { isThisMachine } from '../../effects/disposable.ts'
import { hostOf } from '../../places/hosts.ts'
import type { Call } from '../../values/analysis.ts'
import { plainName, servedIn } from './clients.ts'
import { argumentsAt } from './scratch.ts'

/** Services that doubles stand in for, that are told to be this machine, or whose account is one of tests. */
export function pretendedIn(source: string, call: Call): ReadonlySet<string> {
  const found = new Set<string>()
  const isEmulated = (name: string, others = name): boolean => {
    const own = setIn(source).filter(([key]) => matches(others, key))
    const all = [...settingsOf(call).filter(([key]) => matches(others, key)), ...own]
    return (
      all.some(([key]) => matches(name, key)) &&
      all.every(([, value]) => isHere(value ?? '')) &&
      changed(others, source) === own.length
    )
  }
  for (const [service, names] of servedIn(source)) {
    const is =
      service === 'aws'
        ? isAwsHere(source) ||
          (keepsEndpoint(source) &&
            !settingsOf(call).some(([key]) => key === ignoring) &&
            isEmulated('AWS_ENDPOINT_URL', 'AWS_ENDPOINT_URL\\w*'))
        : service === 'google' || service === 'firebase'
          ? partsOf(source).length > 0 && partsOf(source).every(part => isEmulated(`(?:FIREBASE_)?${part}_EMULATOR_HOST`))
          : service === 'kubernetes'
            ? ownCluster.test(source) &&
              (source.match(/\b(?:load_kube_config|loadFrom\w+|setCurrentContext)\(/g) ?? []).length === 1
            : (service === 'stripe' && isTestAccount(source)) ||
              (service === 'azure' && isStorageHere(source)) ||
              isMadeHere(source, names)
    if (is) found.add(service)
  }
  return found
}

/** Azure's own name for the emulator of its storage, and no other account. */
const isStorageHere = (source: string): boolean =>
  /\bUseDevelopmentStorage=true\b/.test(source) &&
  !/https:\/\/|AccountName=|AccountKey=|\.core\.windows\.net|\bENV\b|environ|process\.env|getenv|Credential\b/.test(source)

/** Of Google's and Firebase's services those that are imported: each has an emulator of its own. */
const partsOf = (source: string): readonly string[] =>
  [
    ...source.matchAll(
      /\b(?:google\.cloud|firebase_admin)\s+import\s+([\w, ]+)|["'](?:@google-cloud|firebase-admin)\/(\w+)["']|\badmin\.(\w+)\(\)/g,
    ),
  ]
    .flatMap(([, list, one, called]) => one ?? called ?? (list ?? '').split(','))
    .map(part => (part.trim().split(/\s/, 1)[0] ?? '').replace(/_v\d[a-z\d]*$/, ''))
    .filter(part => !/^(?:app|exceptions|credentials|)$/.test(part))

const settingsOf = ({ invocation, env }: Call): readonly (readonly [string, string | undefined])[] => [
  ...Object.entries(invocation.assignments),
  ...[...env.variables].map(([name, { fields }]) => [name, fields[0]?.text] as const),
]

const matches = (name: string, key: string): boolean => new RegExp(`^(?:${name})$`, 'i').test(key)

/** In how many places a variable is set, taken away or perhaps so; all of them at once count as one that nobody knows. */
const changed = (name: string, source: string): number =>
  (
    source.match(
      new RegExp(
        `(?<!get\\w*\\(\\s?["'])\\b(?:${name})["'\`]?\\]?\\s*(?:=(?!=)|[,:])|\\b(?:del|delete|pop|unset\\w*|delenv|setdefault|putenv)\\b[^\\n]*\\b(?:${name})\\b|\\benviron\\.(?:clear|update)\\(|\\bclear\\s*=\\s*True|\\b(?:environ|process\\.env)\\s*=(?!=)|\\bassign\\(\\s*process\\.env`,
        'gi',
      ),
    ) ?? []
  ).length

/** With it the endpoints of the environment count for nothing. */
const ignoring = 'AWS_IGNORE_CONFIGURED_ENDPOINT_URLS'

/** Whether no client of AWS is told where its service is, but by the environment or as this machine. */
const keepsEndpoint = (source: string): boolean =>
  !source.includes(ignoring) &&
  [...source.matchAll(/\bendpoint(?:_?url)?["']?\s*[=:]\s*([^,)}\n]*)/gi)].every(([, given = '']) => {
    const address = /^["'`]([^"'`]*)["'`]/.exec(given.trim())?.[1]
    return address === undefined ? /\b(?:environ|getenv|process\.env)\b/.test(given) : isHere(address)
  })

/** What a program without texts of several lines sets in its own environment. */
const setIn = (source: string): readonly (readonly [string, string | undefined])[] =>
  /"""|'''|\/\*|^=begin|`/m.test(source)
    ? []
    : [
        ...source.matchAll(
          /^(?:[ \t]*monkeypatch\.setenv\(|os\.environ\[|process\.env\.)["']?(\w+)["']?(?:\]?\s*=|\s*,)\s*["']([^"']+)["']/gm,
        ),
      ].map(([, name = '', value]) => [name, value] as const)

const isHere = (address: string): boolean => isThisMachine((hostOf(address) ?? address).replace(/:\d+$/, ''))
/** A cluster of the developer's own machine, by the name of its context. */
const ownCluster =
  /(?:load_kube_config\([^()]*context\s*=|setCurrentContext\()\s*["'](?:kind-|k3d-|minikube|docker-desktop|rancher-desktop|orbstack|colima)/

const serverKeys =
  /\b(?:url|host|hostname|endpoint|server|address|base_?[uU]rl|api_?[bB]ase)["']?\s*(?:=>|[:=])\s*["']([^"'\n]+)["']|^\s*["'](https?:[^"'\n]+)["']/

/** Whether each client that is made of these names is told to speak to this machine. */
function isMadeHere(source: string, names: ReadonlySet<string>): boolean {
  const made = [...source.matchAll(/(?<![\w.:])([A-Za-z_]\w*)(?:(?:\.|::)[A-Z]\w*)*(?:\.new)?\(/g)].filter(
    ([whole, name = '']) => names.has(plainName(name)) && /(?<!\w)[A-Z]\w*(?:\.new)?\($/.test(whole),
  )
  return (
    made.length > 0 &&
    made.every(({ 0: whole, index }) => {
      const [, named, first] = serverKeys.exec(argumentsAt(source, index + whole.length)) ?? []
      return isHere(named ?? first ?? '')
    })
  )
}

const clouds = /\.(?:client|resource)\(|\b[A-Z]\w*Client\(|::Client\.new\(/g
const endpoint = /\bendpoint(?:_url|Url)?["']?\s*[:=]\s*["']([^"'\n]+)["']/

/** Whether every client of AWS that the program makes speaks to this machine, or to a double that stands in for all. */
function isAwsHere(source: string): boolean {
  const mocked = [...source.matchAll(/\bmockClient\(\s*(\w+)/g)].map(([, name]) => name)
  const clients = [...source.matchAll(/\bnew\s+(\w+Client)\(/g)].map(([, name]) => name)
  if (source.includes('aws-sdk-client-mock') && clients.length > 0 && clients.every(name => mocked.includes(name))) return true
  const made = [...source.matchAll(clouds)].map(({ 0: whole, index }) => ({
    index,
    whole,
    given: argumentsAt(source, index + whole.length),
  }))
  const isLocal = ({ given, whole }: { readonly given: string; readonly whole: string }): boolean => {
    const address = endpoint.exec(given)?.[1]
    // Only Ruby's clients know that.
    const isRuby = whole === '::Client.new(' && /\bstub_responses["']?\s*(?::|=>)\s*(?:true|\{)/.test(given)
    return isRuby || (address !== undefined && isHere(address))
  }
  const inside = made.length > 0 ? mockedIn(source) : []
  return (
    made.length > 0 &&
    made.every(
      one => isLocal(one) || inside.some(({ from, to }) => one.index > from && one.index < to) || isStubbed(one.index, source),
    )
  )
}

/** Whether the client that is made there is only used within `with Stubber(client)`. */
function isStubbed(index: number, source: string): boolean {
  const name = /^\s*(\w+)\s*=/.exec(source.slice(source.lastIndexOf('\n', index) + 1, index))?.[1]
  if (
    !/^[ \t]*from botocore\.stub import\b[^\n]*\bStubber\b/m.test(source) ||
    /\b(?:class|def)\s+Stubber\b|\bStubber\s*=/.test(source)
  )
    return false
  if (name === undefined || [...source.matchAll(new RegExp(`\\b${name}\\s*=(?!=)`, 'g'))].length !== 1) return false
  const blocks = blocksBelow(new RegExp(`^([^\\S\\n]*)with\\s+Stubber\\(${name}\\)[^\\n]*:[^\\S\\n]*$`, 'gm'), source)
  const used = [...source.matchAll(new RegExp(`\\b${name}(?:\\.|\\s*[,)])`, 'g'))].filter(
    use => !/\bStubber\($/.test(source.slice(0, use.index)),
  )
  return blocks.length > 0 && used.every(use => blocks.some(({ from, to }) => use.index > from && use.index < to))
}

/** Whether the only keys of Stripe that it has, and may have, are those of its tests, which move no money. */
const isTestAccount = (source: string): boolean => {
  const keys = source.match(/\b[srp]k_(?:test|live)_\w+/g) ?? []
  return keys.length > 0 && keys.every(key => key.includes('_test_')) && !/\bENV\b|environ|process\.env|getenv/.test(source)
}

/** What stands deeper than the line that a form finds, whose first group is what it is indented by. */
const blocksBelow = (form: RegExp, source: string): readonly { readonly from: number; readonly to: number }[] =>
  [...source.matchAll(form)].map(found => {
    const from = found.index + found[0].length
    const depth = (found[1] as string).length
    let to = from
    for (const line of source.slice(from + 1).split('\n')) {
      if (line.trim() !== '' && line.search(/\S/) <= depth) break
      to += line.length + 1
    }
    return { from, to }
  })

/** Whether a block of pytest's fixture hands something out, so that what is done with it is done within. */
const isFixture = (from: number, to: number, source: string): boolean => {
  const at = source.lastIndexOf('@pytest.fixture', from)
  return (
    at >= 0 &&
    /^[ \t]+yield\b/m.test(source.slice(from, to)) &&
    /^@pytest\.fixture[^\n]*\n[ \t]*(?:async\s+)?def [^\n]*\n(?:[ \t][^\n]*\n)*[ \t]+with [^\n]*$/.test(source.slice(at, from))
  )
}

/** Where moto stands in for AWS: below `with mock_aws():`, behind which nothing follows, and in what is decorated with it. */
const mockedIn = (source: string): ReturnType<typeof blocksBelow> =>
  /^[ \t]*(?:from|import) moto\b/m.test(source) && !/\bdef\s+mock_\w+|\bmock_\w+\s*=(?!=)/.test(source)
    ? [
        ...blocksBelow(/^([^\S\n]*)with\s+(?:\w+\.)?mock_\w+\(\)[^\n]*:[^\S\n]*$/gm, source).filter(
          ({ from, to }) => source.slice(to).trim() === '' || isFixture(from, to, source),
        ),
        ...blocksBelow(/^([^\S\n]*)@(?:\w+\.)?mock_\w+(?:\(\))?[^\S\n]*\n[^\S\n]*(?:async\s+)?(?:def|class)\b[^\n]*$/gm, source),
      ]
    : []
