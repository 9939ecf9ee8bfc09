/**
 * `npm run package`: the folders to `npm pack`, below dist/npm: the package that people install and one per platform that was built. With
 * `--release` every platform of dist/release, else this machine's dist/tfy-hook; `--out` names another folder. Why so: docs/adr/0012-distribution.md. Publishes nothing.
 */

import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { libraries } from './build/bundle.ts'
import {
  doorName,
  executableName,
  mainPackage,
  type Platform,
  packageName,
  platforms,
  releaseName,
  thisPlatform,
} from './package/platforms.ts'
import { at, root, say, stop, version } from './project/project.ts'

const { values } = parseArgs({ options: { release: { type: 'boolean', default: false }, out: { type: 'string' } } })
const { release } = values
const folder = resolve(values.out ?? at('dist/npm'))

const { description, license, engines } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as {
  description: string
  license: string
  engines: { node: string }
}

/** What every manifest says. `private` stays until somebody decides to publish: npm then refuses. */
const common = { version: version(), license, private: true, homepage: 'https://www.truefoundry.com' }

const folderOf = (name: string): string => join(folder, name.slice(name.indexOf('/') + 1))

const put = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

const manifest = (name: string, fields: object): void =>
  put(join(folderOf(name), 'package.json'), `${JSON.stringify({ name, ...common, ...fields }, undefined, 2)}\n`)

const copy = (from: string, name: string, to: string): void => {
  if (!existsSync(at(from))) stop(`${from} is missing: run "npm run ${release ? 'build:all' : 'build'}" first`)
  mkdirSync(dirname(join(folderOf(name), to)), { recursive: true })
  cpSync(at(from), join(folderOf(name), to), { recursive: true })
}

const packPlatform = (platform: Platform): void => {
  const name = packageName(platform)
  const executable = `bin/${executableName(platform)}`
  const { os, cpu, libc, target } = platform
  copy(release ? `dist/release/${releaseName(platform)}` : 'dist/tfy-hook', name, executable)
  chmodSync(join(folderOf(name), executable), 0o755)
  const door = release ? `dist/release/${doorName(platform)}` : 'dist/tfy-hook-door'
  if (os === 'linux' && existsSync(at(door))) copy(door, name, `${executable}-door`)
  copy('LICENSE', name, 'LICENSE')
  for (const file of ['THIRD-PARTY-LICENSES.txt', 'tfy-hook.cdx.json'])
    copy(`${release ? 'dist/release' : 'dist'}/${file}`, name, file)
  put(
    join(folderOf(name), 'README.md'),
    `# ${name}\n\nThe executable of [\`${mainPackage}\`](https://www.npmjs.com/package/${mainPackage}) for ${target}, and nothing else.\n`,
  )
  manifest(name, {
    description: `${mainPackage} for ${target}`,
    os: [os],
    cpu: [cpu],
    ...(libc !== undefined && { libc: [libc] }),
    // Installed by itself it needs neither the launcher nor a script.
    bin: { 'tfy-hook': executable },
    files: ['bin', 'THIRD-PARTY-LICENSES.txt', 'tfy-hook.cdx.json'],
    preferUnplugged: true,
  })
}

const entryOf = (library: string): readonly [string, object] => [
  `./${library}`,
  { types: `./lib/types/library/${library}.d.ts`, default: `./lib/${library}.mjs` },
]

const packMain = async (): Promise<void> => {
  const name = mainPackage
  copy('dist/node', name, 'node')
  copy('dist/lib', name, 'lib')
  for (const file of ['LICENSE', 'README.md', 'CHANGELOG.md']) copy(file, name, file)
  copy('docs/tfy-hook.1', name, 'man/tfy-hook.1')
  await build({
    absWorkingDir: root,
    entryPoints: { 'bin/tfy-hook': 'scripts/package/launcher.ts', postinstall: 'scripts/package/postinstall.ts' },
    outdir: folderOf(name),
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    charset: 'utf8',
    define: { __TFY_VERSION__: JSON.stringify(version()) },
    logLevel: 'error',
  }).catch(() => stop('the launcher cannot be bundled'))
  // Without an extension, because an executable takes its place.
  const launcher = join(folderOf(name), 'bin', 'tfy-hook')
  put(launcher, `#!/usr/bin/env node\n${readFileSync(`${launcher}.cjs`, 'utf8')}`)
  rmSync(`${launcher}.cjs`)
  chmodSync(launcher, 0o755)
  manifest(name, {
    description,
    engines,
    bin: { 'tfy-hook': 'bin/tfy-hook' },
    exports: { ...Object.fromEntries(libraries.map(entryOf)), './package.json': './package.json' },
    man: ['man/tfy-hook.1'],
    files: ['bin', 'lib', 'node', 'man', 'postinstall.cjs', 'CHANGELOG.md'],
    scripts: { postinstall: 'node postinstall.cjs' },
    optionalDependencies: Object.fromEntries(platforms.map(platform => [packageName(platform), version()])),
    preferUnplugged: true,
  })
}

rmSync(folder, { recursive: true, force: true })
const here = thisPlatform() ?? stop(`there is no executable for ${process.platform} on ${process.arch}`)
const packed = release ? platforms.filter(platform => existsSync(at('dist/release', releaseName(platform)))) : [here]
if (packed.length === 0) stop('dist/release is empty: run "npm run build:all" first')
await packMain()
for (const platform of packed) packPlatform(platform)
say(`${[mainPackage, ...packed.map(packageName)].join(', ')} in ${folder}`)
