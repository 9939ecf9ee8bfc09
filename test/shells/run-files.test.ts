/** Whoever runs a file runs any text that it may hold, and what a program has made of it: each way to write, with each way to run. */

import { beforeAll, describe, expect, it } from 'vitest'
import { analyse } from '../../src/engine/analysis/analyse.ts'
import { loadAll } from '../../src/engine/analysis/programs/parts.ts'
import { linux } from '../../src/engine/analysis/testing.ts'

const shell = { bad: 'rm -rf ~', good: 'echo hello', trap: 'cat <<X' }
const python = { bad: 'import shutil; shutil.rmtree("/home/dev")', good: 'print(1)', trap: '"""' }
const javascript = { bad: 'require("fs").rmSync("/home/dev",{recursive:true})', good: 'console.log(1)', trap: '/*' }
const manifest = { bad: '{"scripts":{"test":"rm -rf ~"}}', good: '{"scripts":{"test":"vitest"}}', trap: '{' }
const makefile = { bad: 'all:\\n\\trm -rf ~', good: 'all:\\n\\techo hello', trap: 'define X' }

const runners = [
  ['a', shell, 'sh a'],
  ['a', shell, 'bash < a'],
  ['a', shell, '. ./a'],
  ['a', shell, 'chmod +x a; ./a'],
  ['a', shell, 'cat a | sh'],
  ['a', shell, 'eval "$(cat a)"'],
  ['a', shell, 'bash -c "$(cat a)"'],
  ['a', shell, 'cp a b; sh b'],
  ['a', shell, 'cat a > b; sh b'],
  ['a', shell, 'ln -s a b; sh b'],
  ['a.py', python, 'python3 a.py'],
  ['a.py', python, 'python3 < a.py'],
  ['a.js', javascript, 'node a.js'],
  ['package.json', manifest, 'npm test'],
  ['Makefile', makefile, 'make'],
] as const

const put = (text: string, file: string): string => `printf '${text}\\n' > ${file}`
type Texts = Readonly<Record<'bad' | 'good' | 'trap', string>>
/** Ways to write a text perhaps; the other one is what else the file may hold. */
const writers: Readonly<Record<string, (file: string, one: string, other: string) => string>> = {
  'one or the other': (file, one, other) => `test -s x && ${put(one, file)} || ${put(other, file)}`,
  'the other or one': (file, one, other) => `test -s x && ${put(other, file)} || ${put(one, file)}`,
  'with a condition': (file, one, other) => `${put(one, file)}; if test -s x; then ${put(other, file)}; fi`,
  'in a loop': (file, one, other) => `${put(one, file)}; while read -r l; do ${put(other, file)}; done < x`,
  'by a choice': (file, one, other) => `case $1 in a) ${put(one, file)};; *) ${put(other, file)};; esac`,
  'by a copy': (file, one, other) => `${put(one, file)}; ${put(other, 'o')}; cp -n o ${file}`,
  'by a move': (file, one, other) => `${put(one, file)}; [ -s x ] && ${put(other, 'o')}; mv o ${file}`,
  'without an overwriting': (file, one, other) => `${put(one, file)}; set -C; ${put(other, file)}`,
  'by a variable': (file, one, other) => `test -s x && t='${one}\\n' || t='${other}\\n'; printf "$t" > ${file}`,
  'by a name': (file, one, other) => `${put(other, file)}; ln ${file} n; ${put(one, 'n')}`,
}
/** Ways to change a text that nobody follows. */
const changers = [
  "perl -pi -e 's/x/y/'",
  'sd x y',
  "sed -i '/x/{s/x/y/}'",
  "sed -i 's/\\(x\\|y\\)/z/'",
  "ruby -i -pe '$_.sub!(/x/, %q(y))'",
]
const places = (file: string): readonly string[] => [
  file,
  `./${file}`,
  `${file.slice(0, 1)}*`,
  `"$(ls ${file.slice(0, 1)}*)"`,
  `$(find . -name ${file})`,
]

const found = (text: string): readonly string[] =>
  analyse(text, {
    cwd: '/w',
    workspaceRoots: ['/w'],
    dialect: 'bash',
    host: { ...linux, home: '/home/dev', realpath: path => path },
  }).effects.map(({ finding }) => finding)

beforeAll(loadAll)

describe.each(Object.entries(writers))('written %s', (_, write) => {
  it.each(runners)('%s: %j: %s', (file, texts: Texts, run) => {
    for (const other of [texts.good, texts.trap])
      expect([other, found(`${write(file, texts.bad, other)}; ${run}`)]).toEqual([
        other,
        expect.arrayContaining(['filesystem.delete-home']),
      ])
    expect(found(`${write(file, texts.good, texts.good)}; ${run}`)).toEqual([])
  })
})

describe.each(changers)('changed by %s', change => {
  it.each(runners)('%s: %j: %s', (file, texts: Texts, run) => {
    for (const place of places(file))
      expect([place, found(`${put(texts.good, file)}; ${change} ${place}; ${run}`)]).toEqual([
        place,
        expect.arrayContaining(['execution.unknown-command']),
      ])
  })
})
