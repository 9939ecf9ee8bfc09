import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { plain } from '../../detect/plain.ts'
import { graveInCode, isGrave } from './read-later.ts'

/** One of each kind that the pattern knows, and its neighbours. */
const words =
  '.ssh/ .sshd .aws .netrc .npmrc .gnupg .kube .pgpass .pypirc .git-credentials .github .docker/config .docker/x id_rsa id_ed25519 id_edit /dev/tcp/ /dev/tcpx dup2( xdup2 rm|-r rm|-f rm|-x rmtree rmSync rm_rf remove_tree fsockopen fsock /etc/shadow /etc/shells os.environ os.environ.get os.environ[ os.environ?.[ process.env process.env.X process.envs'
    .split(' ')
    .map(word => word.replace('|', ' '))

const corpus = (folder: string): readonly string[] =>
  readdirSync(join('fixtures', folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.jsonl'))
    .flatMap(entry => readFileSync(join(entry.parentPath, entry.name), 'utf8').split('\n'))

const texts = [
  ...words.flatMap(one => [one, `x${one}`, `${one}y`, ...words.map(other => `${one}\n${other}`)]),
  ...corpus('corpus'),
  ...readdirSync('src/engine/analysis', { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => readFileSync(join(entry.parentPath, entry.name), 'utf8')),
]

it('finds code that is grave by its words as the whole pattern does', () => {
  const grave = texts.filter(text => graveInCode.test(text))
  expect(grave.length).toBeGreaterThan(1_000)
  expect(texts.length - grave.length).toBeGreaterThan(10_000)
  expect(texts.filter(text => isGrave(text) !== graveInCode.test(text))).toEqual([])
  for (const word of words.filter(one => graveInCode.test(one))) expect(isGrave(word), word).toBe(true)
})

it('looks for what nobody sees by its words as by the whole pattern', () => {
  const seen = /[\u001b\u009b\u00ad\u200b-\u200f\u2060-\u2064\ufeff]|\\(?:u001b|x1b|033|e\[)|\udb40/i
  const noises = ['\u001b', '\u009b', '\u00ad', '\u200b', '\u200f', '\u2060', '\u2064', '\ufeff', '\udb40\udc41']
  const written = ['\\u001b', '\\U001B', '\\x1b', '\\X1b', '\\033', '\\e', '\\E'].map(code => `${code}[0m`)
  for (const noise of [...noises.map(one => `${one}[0m`), ...written])
    expect(plain(`a${noise}b`)?.text.startsWith('a'), JSON.stringify(noise)).toBe(true)
  for (const text of ['a\\nb', 'a\\[0m', 'größe', 'x1b u001b 033']) expect(plain(text)).toBeUndefined()
  expect(texts.filter(text => plain(text) !== undefined && !seen.test(text))).toEqual([])
})
