/** Publishing and installing packages, in the languages of most projects. */

import type { Program } from '../../calls/form.ts'
import { isStranger } from '../../places/origins.ts'
import { type Call, find } from '../../values/analysis.ts'

const node: Program = {
  also: indexed,
  valued: 'prefix C dir cwd filter w workspace registry tag otp F',
  rows: [
    ['publish', 'packages.publish'],
    ['npm publish', 'packages.publish'],
    ['workspace|workspaces ... publish', 'packages.publish'],
    ['unpublish|deprecate|undeprecate', 'packages.unpublish'],
    ['dist-tag|tag add|rm|remove|set', 'packages.unpublish'],
    ['owner|access|team|hook add|rm|remove|grant|revoke|set|public|restricted', 'packages.unpublish'],
    ['token', 'secrets.print-token'],
    ['config get *_authToken|*:_auth*', 'secrets.print-token'],
    ['config|c set @', 'packages.registry-override'],
    ['set @', 'packages.registry-override'],
    ['config set script-shell|shell|node-options|git', 'execution.preload'],
    ['config set strict-ssl false', 'packages.registry-override'],
    ['install|i|in|add|ci|create|init|dlx|exec|x|update ... @', 'packages.install-from-url'],
    ['@--registry', 'packages.registry-override'],
  ],
}

const python: Program = {
  also: indexed,
  valued:
    'r c e i t requirement constraint target index-url extra-index-url prefix root cache-dir python p trusted-host find-links',
  rows: [
    ['... install|add|tool|download|wheel|run|inject|sync|lock|compile @', 'packages.install-from-url'],
    ['... @--index-url|-i|--extra-index-url|--find-links|--default-index|--index', 'packages.registry-override'],
    ['... install|add|tool|download|wheel|run|sync --trusted-host|--allow-insecure-host', 'packages.registry-override'],
    ['config set @', 'packages.registry-override'],
    ['config set *trusted-host', 'packages.registry-override'],
    ['publish', 'packages.publish'],
  ],
}

const projects: Program = {
  valued: 'r repository u username p password',
  rows: [
    ['config ... @', 'packages.registry-override'],
    ['add|install|source ... @', 'packages.install-from-url'],
    ['upload', 'packages.publish'],
    ['publish', 'packages.publish'],
  ],
}

const cargo: Program = {
  also: indexed,
  valued: 'Z manifest-path token registry config',
  rows: [
    ['publish !-n', 'packages.publish'],
    ['yank|owner', 'packages.unpublish'],
    ['install|add @', 'packages.install-from-url'],
    ['... --config', 'execution.preload', 'ordinary'],
  ],
}

const go: Program = {
  also: indexed,
  rows: [
    ['env -w =goproxy|goflags|gonosumdb|gonosumcheck|goinsecure', 'packages.registry-override'],
    ['install|get|run @', 'packages.install-from-url'],
  ],
}

const indexes =
  /^(?:PIP_(?:EXTRA_)?INDEX_URL|PIP_FIND_LINKS|UV_(?:EXTRA_|DEFAULT_)?INDEX(?:_URL)?|npm_config_registry|YARN_NPM_REGISTRY_SERVER|GOPROXY|CARGO_REGISTRIES_[A-Z_]+_INDEX|RUBYGEMS_HOST|BUNDLE_MIRROR__ALL)$/i

/** An index by a variable in front of the command, or set before. */
export function indexed(call: Call): undefined {
  const values = Object.entries(call.invocation.assignments)
  for (const [name, { fields }] of call.env.variables) values.push([name, fields[0]?.text])
  if (values.some(([name, value]) => indexes.test(name) && value !== undefined && isStranger(value, call.analysis)))
    find(call, 'packages.registry-override')
  return undefined
}

export const packages: Readonly<Record<string, Program>> = {
  npm: node,
  pnpm: node,
  // Yarn 1 publishes whatever else it is told.
  yarn: { ...node, rehearsal: '' },
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
