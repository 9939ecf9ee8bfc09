/**
 * Options by which a program loads code, or settings that run some: from a temporary folder, where anybody may have put it, or from a file that
 * came from a stranger.
 */

import { isFetched, isStrange } from '../../calls/stranger-files.ts'
import { isFromWellKnown } from '../../places/origins.ts'
import { type Call, ranDownload } from '../../values/analysis.ts'
import { taint } from '../../values/value.ts'

/** Whoever has one of these loads code by it. */
const everywhere =
  /^(?:require|import|loader|experimental-loader|preload|plugins?|plugin-(?:dir|path|search-dir)|init-?(?:script|file|command)|rc-?file|load-(?:extension|path|plugins?)|lua-filter|app-dir|node-options|javaagent|agentpath|D\w+\.ext\.class\.path|Dorg\.gradle\.jvmargs|DargLine)$/

/** Their settings are code, or name programs. */
const config = 'c config config-file configuration'
const loads: Readonly<Record<string, string>> = {
  'eslint stylelint jest vite vitest webpack webpack-cli rollup rspack rsbuild tsup babel ava karma playwright cypress wdio nuxt next astro commitlint lint-staged semantic-release release-it knip tailwindcss postcss eleventy':
    config,
  'prettier vite-node hx caddy traefik vault code hg': 'config extensions-dir user-data-dir',
  mocha: `${config} r file`,
  'mypy flake8': config,
  'pytest py.test': 'c p rootdir confcutdir',
  'tox nox': 'c f conf noxfile',
  'gunicorn uvicorn hypercorn daphne uwsgi celery flask streamlit ipython pylint':
    'c config chdir pythonpath rcfile ini app workdir wsgi-file profile-dir',
  'foreman honcho overmind goreman logrotate': 'f procfile',
  'nginx apachectl httpd squid haproxy dnsmasq lighttpd': 'c f C d',
  'inv invoke fab': 'c f r collection search-root',
  'rake gulp grunt jake cake': 'f rakefile gulpfile gruntfile jakefile',
  'just task go-task mage': 'f justfile d working-directory t taskfile dir',
  cargo: 'manifest-path config C',
  go: 'overlay modfile C',
  dotnet: 'project',
  swift: 'package-path',
  zig: 'build-file',
  'gradle gradlew': 'I b c p build-file settings-file project-dir include-build',
  'mvn mvnw': 'f s gs file settings global-settings',
  'ant sbt lein ninja make gmake': 'f file buildfile makefile lib',
  bazel: 'bazelrc',
  cmake: 'P C',
  'vim nvim vi gvim view': 'u S',
  emacs: 'l load script',
  tmux: 'f',
  screen: 'c',
  'gdb lldb': 'x s command source',
  'node nodejs tsx ts-node': 'r',
  ruby: 'r I',
  perl: 'I',
  php: 'd c',
  pandoc: 'L F filter',
  asciidoctor: 'r',
  'sphinx-build mkdocs jekyll hugo zola': `${config} f s root plugins`,
  'blender godot mpv': 'P s python script scripts',
  'supervisord openvpn monit pre-commit lefthook': 'c conf config',
  'ansible ansible-playbook': 'i inventory M module-path',
  'terraform tofu': 'chdir',
  bundle: 'gemfile',
  'yarn npm pnpm': 'use-yarnrc userconfig globalconfig',
  'curl wget': 'K config',
  'mysql mariadb': 'default-auth plugin-dir',
  'gcc g++ cc c++ clang clang++': 'fplugin fpass-plugin Xclang',
  java: 'cp classpath jar agentlib',
  openssl: 'engine provider',
  'gawk luajit lua': 'l load',
  'ssh-keygen': 'D',
  'ssh-add': 's',
  nmap: 'script',
  'wrk k6 mpv': 's script',
}
/** Programs that run the file they are given, in whatever place among their words. */
const runners =
  /^(?:runghc|runhaskell|kotlinc?|scala|scala-cli|osascript|wine(?:64)?|mono|dotnet|bpftrace|dtrace|stap|wasmtime|wasmer|nix-(?:build|shell)|jupyter|papermill|rundll32|regsvr32|mshta|[cw]script)$/

/** For a call of which some option may name a temporary folder, or a file that came from a stranger. */
export function loadsForeign(call: Call): void {
  const { program, args } = call
  if (runners.test(program)) for (const { text } of args) if (text.split(/[=,]/).some(piece => isFetched(piece, call))) return
  const entry = Object.entries(loads).find(([programs]) => programs.split(' ').includes(program))
  const own = new Set(entry?.[1].split(' '))
  for (const [at, { text }] of args.entries()) {
    const [, name = '', joined] = /^-([a-zA-Z])([/~][\s\S]*)$/.exec(text) ?? /^--?([\w.-]+)(?:[=:]([\s\S]*))?$/.exec(text) ?? []
    if (name === '' || !(own.has(name) || everywhere.test(name))) continue
    const given = args[at + 1]?.stream?.taint ?? 0
    if (joined === undefined && (given & taint.download) !== 0 && !isFromWellKnown(call.analysis))
      return void ranDownload(given, call)
    for (const piece of (joined ?? args[at + 1]?.text ?? '').split(/[\s=,:]/)) if (isStrange(piece, call)) return
  }
  if (/^(?:jupyter|papermill)$/.test(program) && args.some(({ text }) => /^(?:--execute|.*\.ipynb)$/.test(text)))
    for (const { text } of args) if (isStrange(text, call)) return
}
