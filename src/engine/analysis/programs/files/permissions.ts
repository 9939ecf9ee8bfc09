/** Rights, owners, accounts, the system's own protection. */

import { fold } from '../../../matching/path-identity.ts'
import type { Program, Programs } from '../../calls/form.ts'
import { has, options } from '../../calls/options.ts'
import { goneFrom, overwritten } from '../../effects/file-effects.ts'
import { forms } from '../../places/links.ts'
import { place } from '../../places/paths.ts'
import { bases } from '../../places/roots.ts'
import { isSecretPath } from '../../places/secret-places.ts'
import { type Call, find, type Handler } from '../../values/analysis.ts'
import { nothing, type Stream, type Value } from '../../values/value.ts'
import { records } from './permissions.gen.ts'

const tables: Readonly<Record<string, Handler | Program>> = {
  ...records({ chmod, flags, owner, setfacl }),
  'dpkg-statoverride': call => {
    const [, , mode = ''] = options(call.args, 'admindir').positional.map(word => word.text)
    if (!call.args.some(word => /^--(?:add|remove)$/.test(word.text))) return nothing
    find(call, makesSetuid(mode) ? 'permissions.setuid' : 'permissions.system-ownership')
    return nothing
  },
}

export const permissions: Programs = tables

/** `chattr -R +i`, `chflags uchg`: what may not be changed any more cannot be worked on either. */
function flags(call: Call): Stream {
  const words = call.args.filter(({ text }, at) => !/^-/.test(text) && !/^-[vp]$/.test(call.args[at - 1]?.text ?? ''))
  const [first, ...rest] = words
  const mode = first !== undefined && (call.program === 'chflags' || /^[+=]/.test(first.text)) ? first.text : ''
  const freezes = /^[+=].*[ai]|^[us]?(?:chg|append|appnd|immutable)|,[us]?(?:chg|append|appnd|immutable)/.test(mode)
  for (const target of mode === '' ? words : rest) {
    overwritten(target, 'permissions', call.env, call.analysis, call.invocation)
    if (freezes) goneFrom(target, call.env, call.analysis, call.invocation)
    system(target, call, freezes || call.args.some(({ text }) => /^-\w*R/.test(text)))
  }
  return nothing
}

function setfacl(call: Call): Stream {
  const given = options(call.args, 'm x M X modify remove set')
  const rule = given.values.get('m') ?? given.values.get('modify') ?? given.values.get('set')
  if (rule?.text.split(',').some(part => /^(?:d(?:efault)?:)?o(?:ther)?:.*w/s.test(part)))
    find(call, 'permissions.world-writable')
  const closes = rule !== undefined && closesOwner(rule.text, call.analysis.host.home)
  const opens = rule?.text
    .split(',')
    .some(part => /^(?:d(?:efault)?:)?(?:u|user|g|group|o|other):/.test(part) && /^[wxX-]*r/.test(part.split(':').at(-1) ?? ''))
  for (const target of given.positional) {
    if (opens) readableBy(target, call)
    if (closes) goneFrom(target, call.env, call.analysis, call.invocation)
    system(target, call, has(given, 'R', 'recursive'))
    overwritten(target, 'permissions', call.env, call.analysis, call.invocation)
  }
  return nothing
}

/** Others may read it from now on. */
function readableBy(target: Value, call: Call): void {
  const to = place(target, call.env, call.analysis)
  if (to.path !== undefined && isSecretPath(to.path, target.glob, call.analysis.host) && !/\.pub$/.test(to.path))
    find(call, 'permissions.secret-readable', { targets: [to] })
}

/** A rule that leaves the owner, the mask or the account that works here without the right to go in. */
function closesOwner(rules: string, home: string): boolean {
  const own = home.slice(home.lastIndexOf('/') + 1)
  return rules.split(',').some(rule => {
    const [, kind = '', name = '', rights = ''] = /^(u|user|m|mask):([^:]*):?:?([rwxX0-7-]*)$/.exec(rule) ?? []
    return kind !== '' && (name === '' || name === own) && !/[xX]|^[1357]$/.test(rights)
  })
}

function chmod(call: Call): Stream {
  // A mode may start with a dash (`chmod -x file`), so the first word that is one counts, options or not.
  const at = call.args.findIndex(word => isMode(word.text))
  const mode = at < 0 ? undefined : (call.args[at] as Value).text
  const given = options(
    call.args.filter((_, index) => index !== at),
    'reference',
  )
  const whole = has(given, 'R', 'recursive')
  for (const target of given.positional) {
    overwritten(target, 'permissions', call.env, call.analysis, call.invocation)
    const to = place(target, call.env, call.analysis)
    if (mode !== undefined && makesSetuid(mode)) find(call, 'permissions.setuid', { targets: [to] })
    if (mode !== undefined && makesWorldWritable(mode) && (to.kind !== 'temporary' || whole))
      find(call, 'permissions.world-writable', { targets: [to] })
    if (mode !== undefined && makesReadable(mode)) readableBy(target, call)
    const stops = mode !== undefined && stopsRunning(mode)
    if (
      stops &&
      (/\/(?:\.git\/hooks|\.husky)\/[^/]+$/.test(to.absolute) || (target.files === 'all' && isRepository(to.absolute, call)))
    )
      find(call, 'git.hook-bypass', { targets: [to] })
    const closes = stops && target.files === undefined && !/\+[rwst]*[xX]/.test(mode)
    if (closes) goneFrom(target, call.env, call.analysis, call.invocation)
    system(target, call, whole || stops)
  }
  return nothing
}

/** Whether git's hooks lie below: a folder of the workspace, or git's own. */
const isRepository = (path: string, { analysis }: Call): boolean =>
  bases(analysis).roots.includes(fold(path, analysis.host)) || /\/\.git(?:\/hooks)?$/.test(path)

/** Takes away that the owner may run it, or go into it. */
function stopsRunning(mode: string): boolean {
  if (/^[0-7]+$/.test(mode)) return (Number.parseInt(mode.slice(-3), 8) & 0o100) === 0
  return mode.split(',').some(part => /^(?:[go]*[ua][ugoa]*)?-[rwst]*[xX]|^(?:[go]*[ua][ugoa]*)?=(?!.*[xX])/.test(part))
}

function makesReadable(mode: string): boolean {
  if (/^[0-7]{3,}$/.test(mode)) return (Number.parseInt(mode.slice(-2), 8) & 0o44) !== 0
  return mode.split(',').some(part => /^u?(?:[go]|a)[ugoa]*[+=][wxXst]*r|^[+=][wxXst]*r/.test(part))
}

function isMode(text: string): boolean {
  return /^[0-7]+$|^[ugoa]*(?:[-+][rwxXstugo]+|=[rwxXstugo]*)(?:,[ugoa]*[-+=][rwxXstugo]*)*$/.test(text) && !/^-[Rr]$/.test(text)
}

function makesWorldWritable(mode: string): boolean {
  if (/^[0-7]+$/.test(mode))
    return (Number.parseInt(mode.slice(-1), 8) & 2) !== 0 && !(mode.length >= 4 && mode[mode.length - 4] === '1')
  return mode
    .split(',')
    .some(part => /^[ug]*[oa][ugoa]*[+=][rxXst]*w/.test(part) || (/^[+=][rxXst]*w/.test(part) && part.includes('rwx') && false))
}

function makesSetuid(mode: string): boolean {
  if (/^[0-7]{4,}$/.test(mode)) return (Number.parseInt(mode[mode.length - 4] ?? '0', 8) & 6) !== 0
  return mode.split(',').some(part => /^[ugoa]*[+=][rwxXt]*s/.test(part) && !/^o+/.test(part))
}

function owner(call: Call): Stream {
  const given = options(call.args, 'reference from')
  const whole = has(given, 'R', 'recursive')
  for (const target of given.positional.slice(given.values.has('reference') ? 0 : 1)) {
    overwritten(target, 'permissions', call.env, call.analysis, call.invocation)
    system(target, call, whole)
  }
  return nothing
}

/** Rights or owner of the system or of a whole home directory. */
function system(target: Value, call: Call, whole: boolean): void {
  const { env, analysis } = call
  for (const to of forms(target, env, analysis, 'led')) {
    if (to.kind === 'root' && !env.remote) {
      const optional = /^\/(?:usr\/local|opt|srv|mnt|media|var\/www|home)(?:\/|$)/.test(to.absolute) && !whole
      if (!optional) find(call, 'permissions.system-ownership', { targets: [to] })
    } else if (whole && fold(to.absolute, analysis.host) === bases(analysis).home)
      find(call, 'permissions.system-ownership', { targets: [to] })
  }
}
