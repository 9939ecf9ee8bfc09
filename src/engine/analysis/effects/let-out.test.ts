/** Programs that show less than they read: one verdict by whatever way a file reaches them, and none where something else shows it. */

import { beforeAll, describe, expect, it } from 'vitest'
import { hostWith } from '../../policy/testing/fixtures.ts'
import { analyse, loadAll } from '../analyse.ts'

const context = { cwd: '/home/ada/shop', workspaceRoots: ['/home/ada/shop'], host: hostWith() }
const findingsOf = (command: string): readonly string[] => analyse(command, context).effects.map(({ finding }) => finding)

beforeAll(loadAll)

const digests = 'md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum shasum'.split(' ')
const kept = ['wc', 'wc -l', 'wc --bytes', 'grep -c X', "grep --count 'a b'", 'grep -q X', 'grep -l X', 'egrep -ic x', ...digests]
const names = [
  'cut -d= -f1',
  "cut -d '=' -f 1",
  'cut --delimiter== --fields=1',
  'cut --fields 1 --delimiter =',
  "sed 's/=.*//'",
  "sed -E 's/=.*$//'",
  "awk -F= '{print $1}'",
  "grep -o '^[^=]*'",
  "grep -oE '^[A-Z_]+'",
]
const shown = [
  'cat',
  'head -5',
  'sort',
  'cut -d= -f2',
  'cut -c1-9',
  'rev',
  "sed 's/a/b/'",
  "awk '{print $2}'",
  'grep X',
  'base64',
  'nl',
  'tee',
]

/** Each way in which the file reaches the program. */
const ways = (program: string, file: string): readonly string[] => [
  ...(program === 'tee' ? [] : [`${program} ${file}`]),
  `${program} < ${file}`,
  `cat ${file} | ${program}`,
  `cat ${file} | sort | ${program}`,
  `sort < ${file} | ${program}`,
  `${program} <<< "$(cat ${file})"`,
  `cat ${file} 2>/dev/null | /usr/bin/${program}`,
]

describe.each(kept)('%s', program => {
  it.each(['.env', '~/.aws/credentials', '~/.ssh/id_rsa'])('lets nothing of %s out, whichever way it comes', file => {
    expect(ways(program, file).filter(command => findingsOf(command).length > 0)).toEqual([])
  })
})

describe.each(names)('%s', program => {
  it('lets names of variables out, and nothing else', () => {
    expect(ways(program, '.env').filter(command => findingsOf(command).length > 0)).toEqual([])
    expect([`env | ${program}`, `printenv | sort | ${program}`].filter(command => findingsOf(command).length > 0)).toEqual([])
    expect(ways(program, '~/.ssh/id_rsa').filter(command => findingsOf(command).length === 0)).toEqual([])
  })
})

it.each(shown)('%s shows it, whichever way it comes', program => {
  expect(ways(program, '.env').filter(command => findingsOf(command).length === 0)).toEqual([])
})

/** Somebody else reads, or the output goes where it is seen. */
it.each([
  'cat .env >&2 | wc -l',
  'cat .env > /dev/tty | wc -l',
  'cat .env | tee /dev/stderr | wc -l',
  'cat .env | tee >(cat) | wc -l',
  'cat .env | { sort >&2; wc -l; }',
  'cat .env | { grep -q X; cat; }',
  '{ cat .env >&2; cat .env; } | wc -l',
  'f() { wc -l; cat; }; cat .env | f',
  'wc() { cat; }; cat .env | wc',
  'alias wc=cat; cat .env | wc',
  'wc() { x=$(</dev/stdin); z=${y:?$x}; /usr/bin/wc; }; cat .env | wc',
  'cat .env | X=$(cat >&2) wc -l',
  'cat .env | wc -l "$(</dev/stdin)"',
  'cat .env | wc --files0-from=-',
  'cat .env | xargs wc -l',
  'wc -l <<< "$(cat .env >&2)"',
  'wc -l <<< "$(cat .env; cat .env >&2)"',
  'cat .env | wc -l; cat .env',
  'cat .env; cat .env | wc -l',
  'sort -o copy .env | wc -l',
  'tail -c 20 .env | cut -d= -f1',
  'cut -c5- .env | cut -d= -f1',
  'fold -w 10 .env | cut -d= -f1',
  'head -c 1 .env | sha256sum',
  "tr = '\\n' < .env | cut -d= -f1",
  'exec 3< .env; wc -l <&3; cat <&3',
])('%s is seen', command => {
  expect(findingsOf(command)).toContain('secrets.read-credentials')
})

it.each([
  'cat .env > /dev/null',
  'cat .env > /dev/null 2>&1',
  'cat .env | grep -q X > /dev/null',
  'diff -q .env .env.example',
  'cmp -s .env .env.example',
])('%s is not', command => {
  expect(findingsOf(command)).toEqual([])
})

it.each(['diff -q .env a', 'cmp -s .env a', 'grep -l X .env', 'cat .env > /dev/null'])('%s has read it all the same', command => {
  expect(analyse(command, context).reads.map(({ path }) => path)).toContain('/home/ada/shop/.env')
})
