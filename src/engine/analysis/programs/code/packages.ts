/** Publishing and installing packages, in the languages of most projects. */

import { isOneOf } from '../../../matching/words.ts'
import type { Program } from '../../calls/form.ts'
import type { Options } from '../../calls/options.ts'
import { runners } from '../../calls/rehearsal.ts'
import { isForeign, isStrangeRegistry, isStranger, isUnreviewed } from '../../places/origins.ts'
import { type Call, find, fork } from '../../values/analysis.ts'
import { nothing } from '../../values/value.ts'
import { cargoForm, goForm, nodeForm, projects, pythonForm, runnerForm, shown } from './package-programs.gen.ts'

const node: Program = { ...nodeForm, also: manifest }
const runner: Program = { ...runnerForm, also: addressed }
const python: Program = { ...pythonForm, also: indexed }
const cargo: Program = { ...cargoForm, also: indexed }
const go: Program = { ...goForm, also: fetched }

/** Where modules lie under an address of their own, besides forges. */
const vanity =
  /(?:^|\.)(?:golang\.org|google\.golang\.org|gopkg\.in|honnef\.co|gotest\.tools|mvdan\.cc|uber\.org|k8s\.io|rsc\.io|opentelemetry\.io|helm\.sh|istio\.io|gorm\.io|etcd\.io|entgo\.io|goa\.design|filippo\.io|dagger\.io|cuelang\.org|buf\.build|connectrpc\.com|gonum\.org|modernc\.org|gocloud\.dev)$/

/** `go run example.com/x@latest`: a module of nobody known. */
function fetched(call: Call, given: Options): undefined {
  const [verb, ...rest] = given.positional.map(word => word.text)
  const hosts = rest.map(text => /^([\w-]+\.[\w.-]+)\/[^@]+@[^@]+$/.exec(text)?.[1])
  for (const text of /^(?:install|get)$/.test(verb ?? '') ? rest : []) {
    const from = /^([\w-]+(?:\.[\w-]+)+)\//.exec(text)?.[1]
    if (from !== undefined) call.analysis.hosts.push(from)
  }
  const strange = hosts.some(host => host !== undefined && !vanity.test(host) && isStranger(`https://${host}/`, call.analysis))
  if (/^(?:run|install|get)$/.test(verb ?? '') && strange) find(call, 'packages.install-from-url')
  return indexed(call, given)
}

/** Variables that say where packages are fetched from, in small letters. */
const indexes =
  ' pip_index_url pip_extra_index_url pip_find_links uv_index uv_index_url uv_extra_index uv_extra_index_url uv_default_index uv_default_index_url npm_config_registry yarn_registry yarn_npm_registry_server goproxy rubygems_host bundle_mirror__all '
const isIndex = (name: string): boolean =>
  isOneOf(indexes, name) || (name.startsWith('cargo_registries_') && name.endsWith('_index'))

/** Variables by which what is fetched is taken unseen, with the values that do; and those of which any value does. */
const unseen =
  ' node_tls_reject_unauthorized=0 npm_config_strict_ssl= npm_config_strict_ssl=0 npm_config_strict_ssl=false yarn_enable_strict_ssl=0 yarn_enable_strict_ssl=false gonosumdb=* gonosumdb=1 gonosumdb=true goinsecure=* goinsecure=1 goinsecure=true gosumdb=off goflags=-insecure cargo_http_check_revoke=false conda_ssl_verify=0 conda_ssl_verify=false bundle_ssl_verify_mode=0 pythonhttpsverify=0 '
const anyUnseen = ' pip_trusted_host uv_insecure_host gonosumcheck '
const isUnseen = (name: string, value: string): boolean =>
  isOneOf(unseen, `${name}=${value.toLowerCase()}`) || (value !== '' && isOneOf(anyUnseen, name))

/** What `npm pkg set scripts.x=…` and its like say is run. */
function manifest(call: Call, given: Options): undefined {
  const [verb, set, ...pairs] = given.positional.slice(given.positional[0]?.text === 'pm' ? 1 : 0)
  if (verb?.text === 'pkg' && set?.text === 'set')
    for (const { text } of pairs) {
      const [, source] = /^["']?(?:scripts|config|bin|hooks|simple-git-hooks)[.[][^=]+=([\s\S]+)$/.exec(text) ?? []
      // Another package in the place of one that everybody has.
      const [, put = ''] = /^["']?(?:overrides|resolutions|pnpm\.overrides)[.[][^=]+=["']?(\S+?)["']?$/.exec(text) ?? []
      if (put.includes(':') && (isForeign(put, call.analysis) || isUnreviewed(put, call.analysis)))
        find(call, 'packages.install-from-url')
      if (source !== undefined) call.analysis.script(source.replace(/^"|"$/g, ''), fork(call.env), nothing)
    }
  if (call.args.some(({ text }) => isOneOf(' --no-strict-ssl --strict-ssl=false ', text)))
    find(call, 'packages.registry-override')
  return indexed(call, given)
}

/** An index by a variable in front of the command, or set before. */
export function indexed(call: Call, given: Options): undefined {
  addressed(call, given)
  const values = Object.entries(call.invocation.assignments)
  for (const [name, { fields }] of call.env.variables) values.push([name, fields[0]?.text])
  for (const [written, value] of values) {
    const name = written.toLowerCase()
    if (value === undefined || (!isUnseen(name, value) && !(isIndex(name) && isFrom(name, value, call)))) continue
    find(call, 'packages.registry-override')
    break
  }
  return undefined
}

/** The index of Cargo is a repository. */
const isFrom = (name: string, address: string, { analysis }: Call): boolean =>
  name.startsWith('cargo')
    ? isStranger(address, analysis)
    : // Go takes several, and a word for none.
      address
        .split(name === 'goproxy' ? /[,|]/ : /$^/)
        .some(one => !/^(?:direct|off)$/.test(one) && isStrangeRegistry(one, analysis))

/** `npx https://...`, `uvx --from git+https://...`: a package by its address, run at once. */
function addressed(call: Call, { positional, values, every }: Options): undefined {
  const { program } = call
  const sets = isOneOf(' config c set ', positional[0]?.text ?? '') ? positional.slice(1) : []
  const indexed = every.filter(([name]) => isOneOf(' registry index-url extra-index-url default-index index i ', name))
  if (
    [...sets, ...indexed.map(([, value]) => value)].some(({ text }) =>
      isStrangeRegistry(text.replace(/^[\w@:./-]+=(?=https?:)/, ''), call.analysis),
    )
  )
    find(call, 'packages.registry-override')
  const [verb = '', ...rest] = positional.map(word => word.text)
  const runs = isOneOf(' exec x dlx ', verb) || (isOneOf(' pipx uv ', program) && isOneOf(' run tool ', verb))
  if (!runs && !isOneOf(runners, program)) return undefined
  const first = runs ? rest[verb === 'tool' ? 1 : 0] : verb
  const given = ['p', 'package', 'from', 'spec', 'with'].map(name => values.get(name)?.text)
  // To npm `name/name` is a repository of GitHub.
  const named = (verb === 'dlx' || isOneOf(' npx bunx pnpx ', program)) && /^[\w-]+\/[\w-]+(?:#|$)/.test(first ?? '')
  if (named || [first, ...given].some(word => word !== undefined && address.test(word))) find(call, 'execution.download-execute')
  return undefined
}

const address = /^(?:(?:@[\w-]+\/)?[\w.-]+@)?(?:https?:\/\/|git\+|git@|git:\/\/|ssh:\/\/|github:|gitlab:|bitbucket:|gist:)/

export const packages: Readonly<Record<string, Program>> = {
  npx: runner,
  bunx: runner,
  pnpx: runner,
  uvx: { ...runner, valued: 'from with python p index-url extra-index-url default-index index i' },
  npm: { ...node, runs: 'call', rows: [...(node.rows ?? []), ['exec|x', { runs: 'c' }]] },
  pnpm: { ...node, rows: [...(node.rows ?? []), ...shown] },
  // Yarn 1 publishes whatever else it is told.
  yarn: { ...node, rehearsal: '', rows: [...(node.rows ?? []), ...shown] },
  bun: node,
  pip: python,
  pip3: python,
  pipx: python,
  uv: python,
  rye: python,
  twine: projects,
  poetry: projects,
  flit: projects,
  hatch: projects,
  pdm: projects,
  maturin: projects,
  cargo,
  go,
}
