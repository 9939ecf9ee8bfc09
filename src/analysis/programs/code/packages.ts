/** Publishing, installing and removing packages: rows of data. */

import { handlersOf, type Table } from '../../calls/rows.ts'
import { isStranger } from '../../places/origins.ts'
import { type Call, find, type Handler } from '../../values/session.ts'

const tables: Readonly<Record<string, Table>> = {
  'npm pnpm yarn bun': {
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
  },
  'pip pip3 pipx uv rye': {
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
  },
  'twine poetry flit hatch pdm maturin': {
    valued: 'r repository u username p password',
    rows: [
      ['config ... @', 'packages.registry-override'],
      ['add|install|source ... @', 'packages.install-from-url'],
      ['upload', 'packages.publish'],
      ['publish', 'packages.publish'],
    ],
  },
  cargo: {
    valued: 'Z manifest-path token registry config',
    rows: [
      ['publish !-n', 'packages.publish'],
      ['yank|owner', 'packages.unpublish'],
      ['install|add @', 'packages.install-from-url'],
      ['... --config', 'execution.preload', 'ordinary'],
    ],
  },
  gem: {
    valued: 's source v version k key',
    rows: [
      ['push', 'packages.publish'],
      ['yank|owner', 'packages.unpublish'],
      ['install|update @', 'packages.registry-override'],
      ['sources @', 'packages.registry-override'],
    ],
  },
  'composer bundle bundler': {
    rows: [
      ['config ... @', 'packages.registry-override'],
      ['require|install|update|add|create-project @', 'packages.install-from-url'],
    ],
  },
  'mvn mvnw gradle gradlew sbt lein': {
    valued: 'f P D p b',
    rows: [
      [
        '... deploy|release:perform|publish|publishSigned|sonatypeRelease|publishToMavenCentral|publishAllPublicationsTo*',
        'packages.publish',
      ],
      ['... =:publish', 'packages.publish', 'ordinary'],
    ],
  },
  'dotnet nuget': {
    rows: [
      ['nuget push', 'packages.publish'],
      ['push', 'packages.publish'],
      ['nuget delete', 'packages.unpublish'],
      ['delete', 'packages.unpublish'],
      ['nuget add source @', 'packages.registry-override'],
      ['sources add @', 'packages.registry-override'],
      ['add ... @', 'packages.registry-override'],
      ['ef database drop', 'database.migrate-reset'],
    ],
  },
  go: {
    rows: [
      ['env -w =goproxy|goflags|gonosumdb|gonosumcheck|goinsecure', 'packages.registry-override'],
      ['install|get|run @', 'packages.install-from-url'],
    ],
  },
  goreleaser: { rows: [['release !--snapshot', 'packages.publish']] },
  'semantic-release release-it standard-version-publish': { rows: [['!--dry-run', 'packages.publish']] },
  'lerna changeset nx': {
    rows: [
      ['publish', 'packages.publish'],
      ['release publish', 'packages.publish'],
    ],
  },
  'vsce ovsx': {
    valued: 'p pat',
    rows: [
      ['publish', 'packages.publish'],
      ['unpublish', 'packages.unpublish'],
    ],
  },
  'jsr deno': {
    rows: [
      ['publish', 'packages.publish'],
      ['install ... http*://*', 'execution.download-execute'],
    ],
  },
  'wasm-pack clasp expo eas fastlane pod snapcraft': { rows: [['publish|push|submit|trunk|upload|release', 'packages.publish']] },
  'skopeo crane oras regctl': {
    rows: [
      ['delete', 'packages.unpublish'],
      ['copy|cp|push', 'packages.publish', 'ordinary'],
    ],
  },
  'apt apt-get aptitude': {
    valued: 'o t c',
    rows: [
      ['--allow-remove-essential', 'packages.remove-system'],
      ['autopurge', 'packages.remove-system'],
      ['purge', 'packages.remove-system'],
      ['remove', 'packages.remove-system'],
      ['autoremove', 'packages.remove-system', 'ordinary'],
      ['install --allow-unauthenticated|--force-yes', 'packages.registry-override'],
      ['install @', 'packages.install-from-url'],
    ],
  },
  dpkg: {
    rows: [
      ['-r|-P|--remove|--purge', 'packages.remove-system'],
      ['--force-all', 'packages.remove-system'],
    ],
  },
  'yum dnf zypper microdnf': {
    rows: [
      ['remove|erase|autoremove|rm|groupremove', 'packages.remove-system'],
      ['install|localinstall @', 'packages.install-from-url'],
      ['config-manager|addrepo|ar @', 'packages.registry-override'],
      ['--nogpgcheck', 'packages.registry-override'],
    ],
  },
  rpm: {
    rows: [
      ['-e|--erase', 'packages.remove-system'],
      ['... @', 'packages.install-from-url'],
      ['@', 'packages.install-from-url'],
    ],
  },
  'pacman yay paru': {
    rows: [
      ['-R|-Rs|-Rns|-Rdd|--remove', 'packages.remove-system'],
      ['-U @', 'packages.install-from-url'],
    ],
  },
  apk: {
    rows: [
      ['del', 'packages.remove-system'],
      ['add --allow-untrusted', 'packages.registry-override'],
      ['add @', 'packages.registry-override'],
    ],
  },
  np: { rows: [['!--preview', 'packages.publish']] },
  brew: {
    rows: [
      ['tap @', 'packages.registry-override'],
      ['uninstall|remove|rm --force|--zap|--ignore-dependencies', 'packages.remove-system'],
      ['install @', 'packages.install-from-url'],
    ],
  },
  'snap flatpak': {
    rows: [
      ['remove|uninstall', 'packages.remove-system'],
      ['install --dangerous|--devmode', 'packages.registry-override'],
    ],
  },
  'choco winget scoop': { rows: [['uninstall', 'packages.remove-system']] },
  'apt-key add-apt-repository': { rows: [['...', 'packages.registry-override']] },
  'conda mamba micromamba': {
    valued: 'n name p prefix c',
    rows: [
      ['install|create|config @', 'packages.registry-override'],
      ['env remove', 'packages.remove-system', 'ordinary'],
      ['remove --all', 'packages.remove-system'],
    ],
  },
}

const rows = handlersOf(tables)

const indexes =
  /^(?:PIP_(?:EXTRA_)?INDEX_URL|PIP_FIND_LINKS|UV_(?:EXTRA_|DEFAULT_)?INDEX(?:_URL)?|npm_config_registry|YARN_NPM_REGISTRY_SERVER|GOPROXY|CARGO_REGISTRIES_[A-Z_]+_INDEX|RUBYGEMS_HOST|BUNDLE_MIRROR__ALL)$/i

/** An index by a variable in front of the command, or set before. */
function indexed(call: Call): undefined {
  const values = Object.entries(call.invocation.assignments)
  for (const [name, { fields }] of call.scope.variables) values.push([name, fields[0]?.text])
  if (values.some(([name, value]) => indexes.test(name) && value !== undefined && isStranger(value, call.session)))
    find(call, 'packages.registry-override')
  rows[call.program]?.(call)
}

export const packages: Readonly<Record<string, Handler>> = {
  ...rows,
  ...Object.fromEntries('npm pnpm yarn bun pip pip3 pipx uv go cargo gem bundle'.split(' ').map(name => [name, indexed])),
}
