/** cmd.exe: `&`, `&&`, `||`, `|`, quotes, `^`, `%NAME%`. */

import { boundedPath } from '../paths.ts'
import { bounds, fork, record, type Scope, type Session } from '../session.ts'
import { HOLE, literal, nothing, type Stream, type Text, taint } from '../text.ts'
import { deleted, movedAway, overwritten, readPath } from '../touch.ts'

export function runCmd(source: string, scope: Scope, stdin: Stream, session: Session): Stream {
  if (scope.depth > bounds.depth || ++session.steps > bounds.invocations) {
    session.exhausted = true
    return nothing
  }
  let flow = stdin
  let out = nothing
  for (const part of commands(source)) {
    out = command(words(part.text, scope, session), part.text, scope, flow, session)
    flow = part.piped ? out : nothing
  }
  return out
}

function commands(source: string): { text: string; piped: boolean }[] {
  const parts: { text: string; piped: boolean }[] = []
  let text = ''
  let quoted = false
  for (let at = 0; at < source.length; at++) {
    const char = source[at] as string
    if (char === '^' && !quoted) {
      text += source[++at] ?? ''
      continue
    }
    if (char === '"') quoted = !quoted
    if (!quoted && (char === '&' || char === '|' || char === '\n' || char === '(' || char === ')') && source[at - 1] !== '>') {
      const double = source[at + 1] === char
      parts.push({ text, piped: char === '|' && !double })
      text = ''
      if (double) at++
      continue
    }
    text += char
  }
  parts.push({ text, piped: false })
  return parts.filter(part => part.text.trim() !== '')
}

function words(source: string, scope: Scope, session: Session): Text[] {
  const out: Text[] = []
  for (const match of source.matchAll(/(?:"[^"]*"|[^\s"])+/g)) {
    const written = match[0]
    const text = written
      .replace(/"/g, '')
      .replace(/%([^%]{1,80})%/g, (_, name: string) => variable(name.toLowerCase(), scope, session))
    out.push({ text, written, glob: /[*?]/.test(text), taint: 0, unknown: text.includes(HOLE) ? written : undefined })
  }
  return out
}

function variable(name: string, scope: Scope, session: Session): string {
  const own = scope.variables.get(name)?.fields[0]?.text
  if (own !== undefined) return own
  const { home } = session.host
  const known: Readonly<Record<string, string>> = {
    userprofile: home,
    homepath: home,
    appdata: `${home}/AppData/Roaming`,
    localappdata: `${home}/AppData/Local`,
    temp: `${home}/AppData/Local/Temp`,
    tmp: `${home}/AppData/Local/Temp`,
    systemdrive: 'C:',
    homedrive: 'C:',
    systemroot: 'C:/Windows',
    windir: 'C:/Windows',
    programdata: 'C:/ProgramData',
    programfiles: 'C:/Program Files',
    cd: scope.cwd ?? HOLE,
    public: 'C:/Users/Public',
  }
  return known[name] ?? HOLE
}

function command(all: Text[], source: string, scope: Scope, stdin: Stream, session: Session): Stream {
  let start = 0
  while (/^@|^(?:call|start|if|else|do|in)$/i.test(all[start]?.text ?? '') && start < all.length - 1) {
    if ((all[start]?.text ?? '').length > 1 && all[start]?.text[0] === '@') {
      all[start] = { ...(all[start] as Text), text: (all[start]?.text ?? '').slice(1) }
      break
    }
    start++
  }
  const list = all.slice(start)
  const redirect = list.findIndex(word => /^[12]?>{1,2}/.test(word.text))
  if (redirect >= 0) {
    const target = (list[redirect] as Text).text.replace(/^[12]?>{1,2}/, '')
    const file = target === '' ? list[redirect + 1] : { ...(list[redirect] as Text), text: target }
    if (file !== undefined && !/^&|^nul$/i.test(file.text)) overwritten(slashed(file), 'replace', scope, session)
  }
  const kept = redirect < 0 ? list : list.slice(0, redirect)
  const [first, ...args] = kept
  if (first === undefined) return nothing
  const switches = args.filter(word => /^\/[a-z?]/i.test(word.text)).map(word => word.text.toLowerCase())
  const paths = args.filter(word => !/^\/[a-z?:]{1,12}$/i.test(word.text) && word.text[0] !== '-').map(slashed)
  const name = first.text
    .toLowerCase()
    .replace(/^.*[\\/]/, '')
    .replace(/\.(?:exe|com|cmd|bat)$/, '')
  switch (name) {
    case 'del':
    case 'erase':
      for (const path of paths)
        deleted(path, switches.includes('/s') || (/[*]$/.test(path.text) && switches.includes('/q')), scope, session)
      return nothing
    case 'rd':
    case 'rmdir':
      for (const path of paths) deleted(path, switches.includes('/s'), scope, session)
      return nothing
    case 'type':
    case 'more': {
      let bits = 0
      for (const path of paths) bits |= readPath(path, scope, session).taint
      return { text: undefined, taint: bits }
    }
    case 'find':
    case 'findstr': {
      let bits = stdin.taint
      for (const path of paths.slice(1)) bits |= readPath(path, scope, session).taint
      return { text: undefined, taint: bits }
    }
    case 'copy':
    case 'xcopy':
    case 'robocopy':
      if (paths[0] !== undefined) readPath(paths[0], scope, session)
      if (paths[1] !== undefined) overwritten(paths[1], 'create', scope, session)
      if (switches.includes('/mir') || switches.includes('/purge')) record(session, 'filesystem.sync-delete')
      return nothing
    case 'move':
    case 'ren':
    case 'rename':
      if (paths[0] !== undefined) movedAway(paths[0], scope, session)
      if (paths[1] !== undefined) overwritten(paths[1], 'create', scope, session)
      return nothing
    case 'cd':
    case 'chdir':
    case 'pushd':
      if (paths[0] !== undefined) scope.cwd = paths[0].text.includes(HOLE) ? undefined : boundedPath(paths[0], scope, session)
      return nothing
    case 'set': {
      const equals = source.indexOf('=')
      if (equals < 0) {
        if (args.length === 0) record(session, 'secrets.dump-environment')
        return args.length === 0 ? { text: undefined, taint: taint.environment } : nothing
      }
      const key = source
        .slice(0, equals)
        .replace(/^\s*set\s+(?:\/[ap]\s+)?"?/i, '')
        .trim()
        .toLowerCase()
      scope.variables.set(key, {
        fields: [
          literal(
            source
              .slice(equals + 1)
              .replace(/"\s*$/, '')
              .trim(),
          ),
        ],
        array: false,
      })
      return nothing
    }
    case 'echo':
      return { text: args.map(word => word.text).join(' '), taint: 0 }
    case 'for': {
      const body = args.findIndex(word => /^do$/i.test(word.text))
      if (body >= 0) command(args.slice(body + 1), source, fork(scope), nothing, session)
      return nothing
    }
    default:
      return session.words([{ ...first, text: name }, ...args], scope, stdin)
  }
}

function slashed(word: Text): Text {
  return { ...word, text: word.text.replace(/\\/g, '/') }
}
