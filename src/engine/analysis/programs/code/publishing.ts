/** Package managers and publishers that few projects have: rows of data. */

import type { Program } from '../../calls/form.ts'
import { handlersOf } from '../../calls/interpret.ts'
import { handedSecrets } from '../../calls/unknown-call.ts'
import type { Handler } from '../../values/analysis.ts'
import { indexed } from './packages.ts'

const tables: Readonly<Record<string, Program>> = {
  gem: {
    also: indexed,
    valued: 's source v version k key',
    rows: [
      ['push', 'packages.publish'],
      ['yank|owner', 'packages.unpublish'],
      ['install|update @', 'packages.registry-override'],
      ['sources @', 'packages.registry-override'],
    ],
  },
  'composer bundle bundler': {
    also: indexed,
    rows: [
      ['config --list|-l', 'secrets.print-token', 'perhaps'],
      ['config *-oauth.*|*-token.*|http-basic.*|bearer.* .', 'secrets.print-token', 'perhaps'],
      ['config ... @', 'packages.registry-override'],
      ['config ... secure-http false', 'packages.registry-override'],
      ['config ... disable-tls true', 'packages.registry-override'],
      ['config ... ssl_verify_mode 0', 'packages.registry-override'],
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
      [
        '=maven.wagon.http.ssl.insecure=true|maven.wagon.http.ssl.allowall=true|maven.resolver.transport.http.ssl.insecure',
        'packages.registry-override',
      ],
      ['@-s|--settings|-gs', 'packages.registry-override'],
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
  'opam spago elm nimble shards dart flutter': {
    also: handedSecrets,
    rows: [
      ['publish', 'packages.publish'],
      ['pub publish', 'packages.publish'],
    ],
  },
  'cabal conan anaconda stack': { also: handedSecrets, valued: 'r remote u user', rows: [['upload', 'packages.publish']] },
  mix: {
    rows: [
      ['hex.publish', 'packages.publish'],
      ['hex.retire|hex.owner', 'packages.unpublish'],
    ],
  },
  np: { rows: [['!--preview', 'packages.publish']] },
}

export const publishing: Readonly<Record<string, Handler>> = handlersOf(tables)
