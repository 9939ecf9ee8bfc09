/** What a container has of its host: a command in it is judged once more, by the names that its files have outside. */

import type { Options } from '../../calls/options.ts'
import { filled, readPath } from '../../effects/file-effects.ts'
import { absolutePath } from '../../places/paths.ts'
import { kindOf } from '../../places/place-kinds.ts'
import { heldIn } from '../../places/secret-places.ts'
import { persistence } from '../../places/startup-places.ts'
import { type Call, find, fork, record, wrapped } from '../../values/analysis.ts'
import { HOLE, literal, type Value } from '../../values/value.ts'

interface Mount {
  readonly outside: string
  /** Without the slash in front. */
  readonly inside: string
  readonly readOnly: boolean
}

/** Whatever the image is, it gets what lies there, and may change it. */
export function handsOver(given: Options['every'], call: Call): void {
  const { env, analysis, invocation } = call
  for (const { outside, readOnly } of mountsOf(given, call)) {
    const place = literal(outside === '' ? '/' : outside)
    readPath(place, env, analysis, invocation)
    // What package managers keep in one folder has their credentials too, and is mounted for the packages.
    if (kindOf(place.text, false, env, analysis) === 'home' && heldIn(place.text, analysis) !== 0)
      find(call, 'secrets.read-credentials', { unknown: `which files of ${place.text} are read` })
    if (readOnly) continue
    filled(place, call)
    const found = persistence(place.text, analysis)
    if (found !== undefined) record(analysis, found, { targets: [{ path: outside, written: outside, many: false }] }, invocation)
  }
}

/** The same of tools with a spelling of their own: `--bind from`, `--mount from:w`, `disk source=from`. */
export function mounted(call: Call, { every, positional }: Options): undefined {
  const named = every
    .filter(([name]) => /^(?:B|bind|mount)$/.test(name))
    .flatMap(([, { text }]) => text.split(','))
    .map(text => text.replace(/^(?:source|src)=/, ''))
  const listed = positional.flatMap(({ text }) => /^source=(.+)/s.exec(text)?.[1] ?? [])
  for (const text of [...named, ...listed]) {
    const [, outside = '', options = ''] = /^((?:[A-Za-z]:[\\/])?[^:]*)(.*)$/s.exec(text) ?? []
    handsOver([['v', literal(`${outside}:/x${/:ro\b/.test(options) ? ':ro' : ''}`)]], call)
  }
}

/** `given` are the options of the container. */
export function throughMounts(given: Options['every'], command: readonly Value[], call: Call): void {
  const mounts = mountsOf(given, call)
  if (mounts.length === 0 || command.length === 0) return
  const named = given.find(([name]) => name === 'w' || name === 'workdir')?.[1]
  const [program, ...args] = command.map(word =>
    mounts.reduce((text, mount) => outward(text, mount, named === undefined || named.text === '/'), word),
  ) as [Value, ...Value[]]
  const folder = named && mounts.reduce((text, mount) => outward(text, mount, false), named).text
  const cwd = folder === named?.text ? undefined : folder
  if (cwd === undefined && [program, ...args].every(({ text }, at) => text === command[at]?.text)) return
  call.analysis.words([program, ...args], fork(wrapped(call, true), { cwd }), call.stdin)
}

function mountsOf(given: Options['every'], call: Call): readonly Mount[] {
  const mounts: Mount[] = []
  for (const [name, { text }] of given) {
    if (!/^(?:v|volume|mount)$/.test(name)) continue
    const [outside = '', inside = ''] =
      name === 'mount'
        ? [part(text, /(?:^|,)(?:source|src)=([^,]+)/), part(text, /(?:^|,)(?:target|destination|dst)=([^,]+)/)]
        : (/^=?((?:[A-Za-z]:[\\/])?[^:]*):([^:]+)/s.exec(text)?.slice(1) ?? [])
    // A name without a slash is a volume of the engine's own.
    if (!/^(?:[/~.\\]|[A-Za-z]:[\\/])/.test(outside) || !/^\/+[^/]/.test(inside)) continue
    const path = absolutePath(outside, call.env.cwd, call.analysis.host)
    const readOnly =
      name === 'mount' ? /(?:^|,)(?:readonly|ro)(?:=(?:true|1))?(?:,|$)/.test(text) : /:[^/:]*\bro\b[^/:]*$/.test(text)
    if (!path.includes(HOLE))
      mounts.push({ outside: path === '/' ? '' : path, inside: inside.split('/').filter(Boolean).join('/'), readOnly })
  }
  return mounts
}

const part = (text: string, form: RegExp): string => form.exec(text)?.[1] ?? ''

/** The path wherever it stands as one: alone, as the value of an option, or in a script. A container starts at its root, if nobody says where: `rooted`. */
function outward(word: Value, { outside, inside }: Mount, rooted: boolean): Value {
  let made = ''
  let from = 0
  for (let at = word.text.indexOf(inside); at >= 0; at = word.text.indexOf(inside, at + 1)) {
    const end = at + inside.length
    let start = at
    while (start > from && /[/.]/.test(word.text[start - 1] as string)) start--
    const lead = word.text.slice(start, at)
    const whole =
      /[\s'"=:,;|&<>(`]/.test(word.text[start - 1] ?? ' ') &&
      !/[\w.-]/.test(word.text[end] ?? ' ') &&
      (lead.startsWith('/') || (rooted && (lead.endsWith('/') || (lead === '' && word.text[end] === '/'))))
    if (!whole) continue
    made += word.text.slice(from, start) + outside
    from = end
  }
  return from === 0 ? word : { ...word, text: made + word.text.slice(from) }
}
