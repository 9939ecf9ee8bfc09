/** What a call writes into a file that some tool runs, and then starts that tool, is done: whichever tool it is, and whatever it does. */

import { describe, expect, it } from 'vitest'
import { eventOf, hostFor } from '../scripts/corpus/judge.ts'
import { evaluate } from '../src/engine/policy/evaluate.ts'

/** The file, its text with `$` where a command stands in double quotes, and who reads it. */
const tools: readonly (readonly [file: string, text: string, started: string])[] = [
  ['CMakeLists.txt', 'project(x NONE)\nexecute_process(COMMAND sh -c "$")', 'cmake -S . -B build'],
  ['shell.nix', 'with import <nixpkgs> {}; mkShell { shellHook = "$"; }', 'nix-shell --run true'],
  ['.air.toml', '[build]\ncmd = "$"', 'air'],
  ['.ghci', ':! sh -c "$"', 'ghci'],
  ['.gdbinit', 'shell sh -c "$"', 'gdb -q ./a.out'],
  ['Taskfile.yml', 'version: 3\ntasks:\n  default: "$"', 'task'],
  ['.mise.toml', '[tasks.x]\nrun = "$"', 'mise run x'],
  ['Tiltfile', 'local("$")', 'tilt ci'],
  ['cdk.json', '{"app": "$"}', 'npx cdk synth'],
  ['wrangler.toml', 'name="x"\n[build]\ncommand = "$"', 'npx wrangler deploy --dry-run'],
  ['rebar.config', '{pre_hooks, [{compile, "$"}]}.', 'rebar3 compile'],
  ['dvc.yaml', 'stages:\n  x:\n    cmd: "$"', 'dvc repro'],
  ['nodemon.json', '{"exec": "$"}', 'npx nodemon'],
  ['.pre-commit-config.yaml', 'repos:\n- repo: local\n  hooks:\n  - id: x\n    entry: bash -c "$"', 'pre-commit run'],
  ['lefthook.yml', 'pre-commit:\n  commands:\n    x:\n      run: "$"', 'git commit -m x'],
  ['.husky/pre-commit', 'sh -c "$"', 'git commit -m x'],
  ['Rakefile', 'task :default do sh "$" end', 'rake'],
  ['Gruntfile.js', 'module.exports = () => require("child_process").execSync("$")', 'npx grunt'],
  ['vite.config.ts', 'import { execSync } from "node:child_process"\nexecSync("$")\nexport default {}', 'npx vite build'],
  ['knexfile.js', 'require("child_process").execSync("$")', 'npx knex migrate:list'],
  ['conftest.py', 'import os\nos.system("$")', 'pytest -q'],
  ['noxfile.py', 'import os\nos.system("$")', 'nox'],
  ['SConstruct', 'import os\nos.system("$")', 'scons'],
  ['tox.ini', '[testenv]\ncommands = sh -c "$"', 'tox'],
  ['meson.build', 'project("x")\nrun_command("sh", "-c", "$")', 'meson setup build'],
  ['gen.go', 'package main\n\n//go:generate sh -c "$"', 'go generate ./...'],
  ['bin/node', '#!/bin/sh\nsh -c "$"\nexec /usr/bin/node "$@"', 'chmod +x bin/node; PATH=$PWD/bin:$PATH npm test'],
]

/** What nobody wants: none of it needs a person's home to be named. */
const harmful = [
  'git push -f origin main',
  'rm -rf /home/dev',
  'crontab -r',
  'dropdb -h db.example.com shop',
  'kubectl delete ns prod',
]
const harmless = ['npm test', 'rm -rf dist', 'git status', 'echo done']

const judged = async (shell: string): Promise<string> => {
  const found = await evaluate(eventOf({ shell }), [], hostFor(undefined), '2026-11-29')
  return found.ok ? found.value.ruling.decision : found.failure.kind
}
const written = ([file, text, started]: (typeof tools)[number], command: string): string =>
  `mkdir -p bin .husky && cat > ${file} <<'END'\n${text.replace('"$"', () => `"${command}"`)}\nEND\n${started}`

describe.each(tools)('%s', (...tool) => {
  it('is stopped for what it does', async () => {
    const passed = []
    for (const command of harmful) if ((await judged(written(tool, command))) === 'allow') passed.push(command)
    expect(passed).toEqual([])
  })

  it('is let through where it is ordinary, and where nobody starts it', async () => {
    const stopped = []
    for (const command of harmless) if ((await judged(written(tool, command))) !== 'allow') stopped.push(command)
    const [file, text] = tool
    if (
      !/husky|bin\/|gdbinit/.test(file) &&
      (await judged(written([file, text, `cat ${file}`], 'kubectl delete ns prod'))) !== 'allow'
    )
      stopped.push('written only')
    expect(stopped).toEqual([])
  })
})

it('runs the code that a configuration names', async () => {
  const named = (code: string) => `echo '${code}' > b.js && echo '{"plugins":["./b.js"]}' > .babelrc && npx babel src -d lib`
  expect(await judged(named('require("child_process").execSync("git push -f origin main")'))).not.toBe('allow')
  expect(await judged(named('module.exports = () => ({})'))).toBe('allow')
})

it('says that it has not followed a file to its end', async () => {
  const lines = Array.from({ length: 1000 }, (_, at) => `export V${at}=a; echo $V${at} | sed s/a/b/`)
  const hook = (last: string) => `cat > .husky/pre-commit <<'E'\n#!/bin/sh\n${[...lines, last].join('\n')}\nE\ngit commit -m x`
  expect(await judged(hook('true'))).toBe('ask')
})

it('reads a long test that says its own name', async () => {
  const lines = Array.from({ length: 400 }, (_, at) => `def test_${at}():\n    assert total([${at}, 1]) == ${at + 1}\n`)
  const text = `import json\n\n${lines.join('\n')}\nif __name__ == "__main__":\n    print(json.dumps({}))\n`
  expect(await judged(`cat > tests/test_total.py <<'E'\n${text}\nE\npytest -q tests/test_total.py`)).toBe('allow')
})
