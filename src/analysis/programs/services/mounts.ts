/** What a container has of its host: a command in it is judged once more, by the names that its files have outside. */

import { absolutePath } from '../../places/paths.ts'
import { type Call, fork, wrapped } from '../../values/analysis.ts'
import { HOLE, type Value } from '../../values/value.ts'

interface Mount {
  readonly outside: string
  readonly inside: string
}

/** `options` stand before the image, `command` behind it. */
export function throughMounts(options: readonly Value[], command: readonly Value[], call: Call): void {
  const mounts = mountsOf(options, call)
  if (mounts.length === 0 || command.length === 0) return
  const [program, ...args] = command.map(word => mounts.reduce(outward, word)) as [Value, ...Value[]]
  const folder = mounts.reduce<Value | undefined>((word, mount) => word && outward(word, mount), startsIn(options))
  const cwd = folder?.text === startsIn(options)?.text ? undefined : folder?.text
  if (cwd === undefined && [program, ...args].every(({ text }, at) => text === command[at]?.text)) return
  call.analysis.words([program, ...args], fork(wrapped(call, true), { cwd }), call.stdin)
}

function mountsOf(options: readonly Value[], call: Call): readonly Mount[] {
  const mounts: Mount[] = []
  for (const text of valuesOf(options, /^(?:-v|--volume|--mount)$/, /^(?:-v|--(?:volume|mount)=)(.+)$/s)) {
    const [outside = '', inside = ''] = text.includes('=')
      ? [part(text, /(?:^|,)(?:source|src)=([^,]+)/), part(text, /(?:^|,)(?:target|destination|dst)=([^,]+)/)]
      : (/^((?:[A-Za-z]:[\\/])?[^:]*):([^:]+)/s.exec(text)?.slice(1) ?? [])
    // A name without a slash is a volume of the engine's own.
    if (!/^(?:[/~.\\]|[A-Za-z]:[\\/])/.test(outside) || !/^\/[^/]/.test(inside)) continue
    const path = absolutePath(outside, call.env.cwd, call.analysis.host)
    if (!path.includes(HOLE))
      mounts.push({ outside: path === '/' ? '' : path, inside: `/${inside.split('/').filter(Boolean).join('/')}` })
  }
  return mounts
}

const part = (text: string, form: RegExp): string => form.exec(text)?.[1] ?? ''

const startsIn = (options: readonly Value[]): Value | undefined => {
  const text = valuesOf(options, /^(?:-w|--workdir)$/, /^(?:-w|--workdir=)(.+)$/s)[0]
  const [word] = options
  return text === undefined || word === undefined ? undefined : { ...word, text }
}

const valuesOf = (options: readonly Value[], apart: RegExp, attached: RegExp): readonly string[] =>
  options.flatMap(({ text }, at) => (apart.test(text) ? (options[at + 1]?.text ?? []) : (attached.exec(text)?.[1] ?? [])))

/** The path wherever it stands as one: alone, as the value of an option, or in a script. */
function outward(word: Value, { outside, inside }: Mount): Value {
  let text = ''
  let from = 0
  for (let at = word.text.indexOf(inside); at >= 0; at = word.text.indexOf(inside, from)) {
    const end = at + inside.length
    const whole = !/[\w./-]/.test(word.text[at - 1] ?? ' ') && !/[\w.-]/.test(word.text[end] ?? ' ')
    text += word.text.slice(from, at) + (whole ? outside : inside)
    from = end
  }
  return from === 0 ? word : { ...word, text: text + word.text.slice(from) }
}
