/** Options by which a program loads code, or settings that run some, from a temporary folder, where anybody may have put it. */

import { absolutePath } from '../../places/paths.ts'
import { isUnownedTemporary } from '../../places/place-kinds.ts'
import { type Call, find, ranDownload } from '../../values/analysis.ts'
import { recalled } from '../../values/recalled.ts'

/** Whoever has one of these loads code by it. */
const everywhere =
  /^(?:require|import|loader|experimental-loader|preload|plugins?|plugin-(?:dir|path|search-dir)|init-?(?:script|file|command)|rc-?file|load-(?:extension|path|plugins?)|lua-filter|app-dir|node-options|javaagent|agentpath|D\w+\.ext\.class\.path)$/

/** Their settings are code, or name programs. */
const config = 'c config config-file configuration'
const loads: Readonly<Record<string, string>> = {
  'eslint stylelint jest vite vitest webpack webpack-cli rollup rspack rsbuild tsup babel ava karma playwright cypress wdio nuxt next astro commitlint lint-staged semantic-release release-it knip tailwindcss postcss eleventy':
    config,
  'prettier vite-node hx caddy traefik vault code hg': 'config extensions-dir user-data-dir',
  mocha: `${config} r file`,
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
}

/** For a call of which some option may name a temporary folder. */
export function loadsTemporary(call: Call): void {
  const { program, args } = call
  const entry = Object.entries(loads).find(([programs]) => programs.split(' ').includes(program))
  const own = new Set(entry?.[1].split(' '))
  for (const [at, { text }] of args.entries()) {
    const [, name = '', joined] = /^-([a-zA-Z])([/~][\s\S]*)$/.exec(text) ?? /^--?([\w.-]+)(?:[=:]([\s\S]*))?$/.exec(text) ?? []
    if (name === '' || !(own.has(name) || everywhere.test(name))) continue
    for (const piece of (joined ?? args[at + 1]?.text ?? '').split(/[\s=,:]/)) if (isStrange(piece, call)) return
  }
  if (/^(?:jupyter|papermill)$/.test(program) && args.some(({ text }) => /^(?:--execute|.*\.ipynb)$/.test(text)))
    for (const { text } of args) if (isStrange(text, call)) return
}

/** Whether a path leads to a temporary folder, and neither this command nor an earlier one of the session wrote what is there. */
function isStrange(path: string, call: Call): boolean {
  const { analysis, env } = call
  if (!isUnownedTemporary(path, analysis)) return false
  const absolute = absolutePath(path, env.cwd ?? '/', analysis.host)
  const written = analysis.files.get(absolute) ?? recalled(absolute, analysis.host, analysis.roots)
  if (written === undefined) find(call, 'execution.preload', { unknown: `what ${path} holds` })
  else ranDownload(written.taint, call)
  return true
}
