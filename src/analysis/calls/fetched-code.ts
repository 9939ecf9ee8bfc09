/** Folders that a stranger filled, and the files that a tool runs from the folder it is started in. */

import { isFromWellKnown } from '../places/origins.ts'
import { boundedPath } from '../places/paths.ts'
import { type Call, find } from '../values/analysis.ts'
import { taint, type Value } from '../values/value.ts'

const python = 'setup.py pyproject.toml setup.cfg'
const node = 'package.json .npmrc .pnpmfile.cjs .yarnrc.yml'
const compose = 'compose.yaml compose.yml docker-compose.yml docker-compose.yaml'

/** Tools, and the files whose code they run without being told. */
export const loads: Readonly<Record<string, string>> = {
  'npm pnpm yarn bun npx pnpx': node,
  'make gmake': 'Makefile makefile GNUmakefile',
  'pytest py.test': `conftest.py pytest.ini ${python}`,
  'tox nox': `tox.ini noxfile.py conftest.py ${python}`,
  'pip pip3 uv poetry pdm hatch': python,
  cargo: 'build.rs Cargo.toml .cargo/config.toml',
  'gradle gradlew': 'build.gradle build.gradle.kts settings.gradle settings.gradle.kts gradle.properties',
  'mvn mvnw': 'pom.xml .mvn/jvm.config .mvn/maven.config',
  just: 'justfile Justfile .justfile',
  task: 'Taskfile.yml Taskfile.yaml',
  'rake rails bundle': 'Rakefile Gemfile config/application.rb',
  'docker podman': `Dockerfile ${compose}`,
  'docker-compose podman-compose': compose,
  'cmake ctest': 'CMakeLists.txt',
  'jest vitest': 'jest.config.js vitest.config.ts vite.config.ts package.json',
  'vite webpack eslint rollup next nuxt astro': 'vite.config.js vite.config.ts webpack.config.js eslint.config.js next.config.js',
  composer: 'composer.json',
  'terraform tofu': 'main.tf',
  'meson ninja': 'meson.build build.ninja',
  'bazel bazelisk': 'BUILD BUILD.bazel WORKSPACE MODULE.bazel',
  'pre-commit': '.pre-commit-config.yaml',
  'mix iex': 'mix.exs',
  dotnet: 'Directory.Build.props Directory.Build.targets',
  deno: 'deno.json deno.jsonc',
  scons: 'SConstruct',
  vagrant: 'Vagrantfile',
  direnv: '.envrc',
}

/** Whether a tool is started where the files that it loads come from the network. */
export function runsFetched(call: Call, names: string): void {
  const { env, analysis } = call
  if ((analysis.files.size === 0 && analysis.unpacked === undefined) || env.cwd === undefined) return
  if (call.args.some(word => /^(?:--version|--help|-h|-V|-n|--dry-run|help|ps|logs|list|ls|view)$/.test(word.text))) return
  const folders = [env.cwd]
  const files: string[] = []
  for (const [index, { text }] of call.args.entries()) {
    const value = call.args[index + 1]
    if (/^(?:-C|--prefix|--directory|--dir|--cwd|--rootdir|--project-directory|-chdir)$/.test(text) && value !== undefined)
      folders.push(boundedPath(value, env, analysis))
    else if (/^(?:-f|--file|--makefile|--manifest-path|--justfile|--taskfile|-c|--config)$/.test(text) && value !== undefined)
      files.push(boundedPath(value, env, analysis))
    // `pip install ./folder`, `pytest folder`.
    else if (text[0] !== '-' && /\//.test(text) && !text.includes(':'))
      folders.push(boundedPath(call.args[index] as Value, env, analysis))
  }
  for (const folder of folders) for (const name of names.split(' ')) files.push(`${folder}/${name}`)
  const taken =
    files.find(path => ((analysis.files.get(path)?.taint ?? 0) & taint.download) !== 0) ??
    files.find(
      path =>
        analysis.unpacked?.some(folder => path.startsWith(`${folder}/`)) === true &&
        analysis.host.readText(path, 1) === undefined,
    )
  if (taken === undefined || isFromWellKnown(analysis)) return
  find(call, 'execution.download-execute', { unknown: `what ${taken.slice(taken.lastIndexOf('/') + 1)} runs` })
}
