/** Programs that give a shell, or what is as good as one, to whoever reaches a port. */

import type { Programs } from '../../calls/form.ts'
import { options } from '../../calls/options.ts'
import { type Call, find } from '../../values/analysis.ts'
import { tables } from './offered-shells.gen.ts'

export interface Offer {
  /** The word behind which it listens; any where there is none. */
  readonly word?: RegExp
  /** Options that say for whom it listens, and for whom it does without one. */
  readonly bind: string
  readonly by: 'everybody' | 'itself'
  /** Options that ask who comes, or let everybody in: what it does by itself is the opposite. */
  readonly asks?: string
  readonly open?: RegExp
}

/** Those that go out to a service, through which others come in. */
const shared: Readonly<Record<string, RegExp | undefined>> = {
  'tmate sshx': undefined,
  upterm: /^host$/,
  'code code-insiders codium cursor windsurf': /^tunnel$/,
}

export const offeredShells: Programs = {
  'tmate sshx upterm': (call: Call) => tunnelled(call, call.args[0]?.text ?? ''),
  ...Object.fromEntries(Object.entries(tables).map(([names, offer]) => [names, (call: Call) => offered(call, offer)])),
}

function offered(call: Call, { word, bind, by, asks, open }: Offer): undefined {
  const given = options(call.args, `${bind} ${asks ?? ''} p port auth`, word === undefined)
  const first = given.positional[0]?.text ?? ''
  if (['help', 'version', 'h', 'v'].some(flag => given.flags.has(flag))) return undefined
  if (call.args.some(({ text }) => /^--?localhost$/.test(text))) return undefined
  tunnelled(call, first)
  if (word !== undefined && !word.test(first) && !word.test(call.program.slice(call.program.indexOf('-') + 1))) return undefined
  const places = given.every.filter(([name]) => bind.split(' ').includes(name)).map(([, value]) => hostIn(value.text))
  const reached =
    places.length === 0
      ? by === 'everybody'
      : places.some(host => host !== undefined && !/^(?:localhost|127\.[\d.]+|\[?::1\]?)$/.test(host))
  if (!reached) return undefined
  const words = call.args.map(({ text }, at) => (text === '--auth' ? `--auth=${call.args[at + 1]?.text ?? ''}` : text))
  const asked = asks?.split(' ').some(name => given.values.has(name)) ?? !words.some(text => open?.test(text))
  find(call, 'network.listener-shell', asked ? { unknown: 'who may connect to it' } : {})
  return undefined
}

/** `0.0.0.0`, `0.0.0.0:8080`, `tcp://0.0.0.0:2375`, the name of an interface; a socket is no host. */
function hostIn(text: string): string | undefined {
  if (/^(?:unix|fd):|^\/|\.sock$/.test(text)) return undefined
  const host = text.replace(/^\w+:\/\//, '').replace(/:\d*$/, '')
  return host === 'lo' || host === 'lo0' ? 'localhost' : host
}

function tunnelled(call: Call, first: string): undefined {
  for (const [names, word] of Object.entries(shared))
    if (names.split(' ').includes(call.program) && word?.test(first) !== false) find(call, 'network.tunnel')
  return undefined
}
