/** Programs that run or install what an address holds, besides those whose families say so. */

import type { Program } from '../../calls/form.ts'
import { handlersOf } from '../../calls/interpret.ts'
import { handedSecrets } from '../../calls/unknown-call.ts'
import type { Handler } from '../../values/analysis.ts'

const runs: Program = { rows: [['@', 'execution.download-execute']] }
const installs = (words: string): Program => ({ rows: [[`${words} @`, 'packages.install-from-url']] })

const tables: Readonly<Record<string, Program>> = {
  'jbang jshell groovy ant': runs,
  'nix-shell nix-build': runs,
  'nix-env': installs('...'),
  nuget: { rows: [['install|restore|update @', 'packages.registry-override']] },
  helm: { rows: [['install|upgrade @', 'execution.download-execute']] },
  'cookiecutter copier': { rows: [['@', 'execution.download-execute']] },
  luarocks: {
    rows: [
      ['install @', 'packages.install-from-url'],
      ['upload', 'packages.publish'],
    ],
  },
  'ansible-pull': runs,
  'streamlit gradio': { ...runs, also: handedSecrets },
  kustomize: installs('build|edit'),
  'stack flatpak zypper packer': installs('install|in|init'),
  'cpan cpanm': installs(''),
  opam: installs('install|pin'),
  llm: installs('install'),
  mix: installs('archive.install|escript.install'),
  vagrant: installs('init|up|box'),
  'ansible-galaxy': installs('install|collection|role'),
  'pre-commit': { rows: [['try-repo @', 'execution.download-execute']] },
  dotnet: installs('add|tool|nuget'),
}

export const fetchers: Readonly<Record<string, Handler>> = handlersOf(tables)
