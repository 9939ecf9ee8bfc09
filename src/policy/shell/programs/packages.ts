/** Publishing, installing and removing packages: rows of data. */

import type { Handler } from '../session.ts'
import { handlersOf, type Table } from './rows.ts'

const tables: Readonly<Record<string, Table>> = {
  'npm pnpm yarn bun': {
    valued: 'prefix C dir cwd filter w workspace registry tag otp F',
    rows: [
      ['publish', 'packages.publish'],
      ['npm publish', 'packages.publish'],
      ['unpublish|deprecate|dist-tag|undeprecate', 'packages.unpublish'],
      ['owner|access|team|hook add|rm|remove|grant|revoke|set|public|restricted', 'packages.unpublish'],
      ['token', 'secrets.print-token'],
      ['config get *_authToken|*:_auth*', 'secrets.print-token'],
      ['config set registry', 'packages.registry-override'],
      ['config set script-shell|shell|node-options|git', 'execution.preload'],
      ['config set strict-ssl false', 'packages.registry-override'],
      ['install|i|add ... git+*|http://*|https://*|git://*|ssh://*|git@*', 'packages.install-from-url'],
    ],
  },
  'pip pip3 pipx uv': {
    valued:
      'r c e i t requirement constraint target index-url extra-index-url prefix root cache-dir python p trusted-host find-links',
    rows: [
      ['... install|add|tool ... http://*|git+*|https://*|svn+*|hg+*|ftp://*|*@*git+*', 'packages.install-from-url'],
      ['... install --index-url|-i', 'packages.registry-override'],
      ['... install --extra-index-url', 'packages.registry-override'],
      ['... install --trusted-host', 'packages.registry-override'],
      ['config set global.index-url|global.extra-index-url|global.trusted-host', 'packages.registry-override'],
      ['publish', 'packages.publish'],
    ],
  },
  'twine poetry flit hatch pdm maturin': {
    valued: 'r repository u username p password',
    rows: [
      ['upload', 'packages.publish'],
      ['publish', 'packages.publish'],
    ],
  },
  cargo: {
    valued: 'Z manifest-path token registry config',
    rows: [
      ['publish', 'packages.publish'],
      ['yank|owner', 'packages.unpublish'],
      ['install --git', 'packages.install-from-url'],
      ['... --config', 'execution.preload', 'ordinary'],
    ],
  },
  gem: {
    valued: 's source v version k key',
    rows: [
      ['push', 'packages.publish'],
      ['yank|owner', 'packages.unpublish'],
      ['install --source|-s', 'packages.registry-override'],
      ['sources --add|-a', 'packages.registry-override'],
    ],
  },
  'mvn mvnw gradle gradlew sbt lein': {
    valued: 'f P D p b',
    rows: [
      ['... deploy|release:perform|publish|publishToMavenCentral|publishAllPublicationsTo*', 'packages.publish'],
      ['... =:publish', 'packages.publish', 'ordinary'],
    ],
  },
  'dotnet nuget': {
    rows: [
      ['nuget push', 'packages.publish'],
      ['push', 'packages.publish'],
      ['nuget delete', 'packages.unpublish'],
      ['delete', 'packages.unpublish'],
      ['nuget add source', 'packages.registry-override'],
      ['ef database drop', 'database.migrate-reset'],
    ],
  },
  go: { rows: [['env -w =goproxy|goflags|gonosumdb|gonosumcheck|goinsecure', 'packages.registry-override']] },
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
      ['remove|purge|autoremove|autopurge|dist-upgrade --allow-remove-essential', 'packages.remove-system'],
      ['purge', 'packages.remove-system'],
      ['remove', 'packages.remove-system'],
      ['autoremove', 'packages.remove-system', 'ordinary'],
      ['install --allow-unauthenticated|--force-yes', 'packages.registry-override'],
      ['install ... http*://*', 'packages.install-from-url'],
    ],
  },
  dpkg: {
    rows: [
      ['... -r|-P|--remove|--purge', 'packages.remove-system'],
      ['... --force-all', 'packages.remove-system'],
    ],
  },
  'yum dnf zypper microdnf': {
    rows: [
      ['remove|erase|autoremove|rm|groupremove', 'packages.remove-system'],
      ['install|localinstall ... http*://*', 'packages.install-from-url'],
      ['... --nogpgcheck', 'packages.registry-override'],
    ],
  },
  rpm: {
    rows: [
      ['... -e|--erase', 'packages.remove-system'],
      ['... http*://*', 'packages.install-from-url'],
    ],
  },
  'pacman yay paru': {
    rows: [
      ['... -R|-Rs|-Rns|-Rdd|--remove', 'packages.remove-system'],
      ['... -U ... http*://*', 'packages.install-from-url'],
    ],
  },
  apk: {
    rows: [
      ['del', 'packages.remove-system', 'ordinary'],
      ['add --allow-untrusted', 'packages.registry-override'],
    ],
  },
  brew: {
    rows: [
      ['uninstall|remove|rm --force|--zap|--ignore-dependencies', 'packages.remove-system'],
      ['install ... http*://*', 'packages.install-from-url'],
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
  conda: {
    valued: 'n name p prefix c',
    rows: [
      ['env remove', 'packages.remove-system', 'ordinary'],
      ['remove --all', 'packages.remove-system'],
    ],
  },
}

export const packages: Readonly<Record<string, Handler>> = handlersOf(tables)
