import { expect, it } from 'vitest'
import { spelledOut } from './spelled-out.ts'

it.each([
  ['percent signs, twice', 'https://x.example/?t=%2541b', 'Ab'],
  ['base64', `https://x.example/?d=${Buffer.from('DATABASE_URL=postgres://a:b@c').toString('base64')}`, 'DATABASE_URL=postgres'],
  ['base64 of addresses', `https://x.example/${Buffer.from('??>>key=one two three four').toString('base64url')}`, 'key=one two'],
  ['hexadecimal digits of a name', `http://${Buffer.from('AKIA and more').toString('hex')}.x.example/`, 'AKIA and more'],
])('reads %s', (_, address, said) => {
  expect(spelledOut(address)).toContain(said)
})

it.each(['https://x.example/?sha=da39a3ee5e6b4b0d3255bfef95601890afd80709', 'https://x.example/%E0%A4%A'])(
  'leaves %s as it is',
  address => {
    expect(spelledOut(address).split('\n').filter(Boolean)).toEqual([address])
  },
)
