/** Rarer programs that run another one in a way of their own. */

import { options } from '../../calls/options.ts'
import { overwritten } from '../../effects/file-effects.ts'
import { linked } from '../../places/links.ts'
import { isStranger } from '../../places/origins.ts'
import { type Call, find, type Handler, wrapped } from '../../values/analysis.ts'
import { literal, nothing, type Stream, type Value } from '../../values/value.ts'

export const runners: Readonly<Record<string, Handler>> = {
  su: asUser,
  runuser: asUser,
  bwrap: sandbox,
  // A shell of another group reads what comes in.
  newgrp: call => {
    const { values } = options(call.args, 'c command')
    const command = values.get('c') ?? values.get('command')
    if (command !== undefined) return call.analysis.script(command.text, wrapped(call), call.stdin)
    return call.analysis.words([literal('/bin/sh')], wrapped(call), call.stdin)
  },
  // `zargs -- a b -- command`: zsh's own xargs.
  zargs: call => {
    const words = call.args.slice(call.args.findIndex(word => word.text === '--') + 1)
    const end = words.findIndex(word => word.text === '--')
    return end < 0 ? nothing : call.analysis.words([...words.slice(end + 1), ...words.slice(0, end)], wrapped(call), nothing)
  },
  sg: call => {
    const given = options(call.args, 'c command')
    const command = given.values.get('c') ?? given.values.get('command') ?? given.positional.filter(isNoLogin)[1]
    return command === undefined ? nothing : call.analysis.script(command.text, wrapped(call), call.stdin)
  },
  flock: call => {
    const given = options(call.args, 'w E timeout conflict-exit-code', true)
    const [, first, ...rest] = given.positional
    if (first === undefined) return nothing
    if (first.text === '-c' || first.text === '--command')
      return call.analysis.script(rest.map(word => word.text).join(' '), wrapped(call), call.stdin)
    return call.analysis.words([first, ...rest], wrapped(call), call.stdin)
  },
  script: call => {
    const given = options(call.args, 'c command I O B T m E o t', true)
    const command = given.values.get('c') ?? given.values.get('command')
    for (const file of given.positional.slice(0, 1)) overwritten(file, 'replace', call.env, call.analysis, call.invocation)
    if (command !== undefined) return call.analysis.script(command.text, wrapped(call), call.stdin)
    return given.positional.length > 1 ? call.analysis.words(given.positional.slice(1), wrapped(call), call.stdin) : nothing
  },
  corepack: call => {
    const [first, ...rest] = call.args
    const [, manager] = /^(npm|npx|pnpm|pnpx|yarn|yarnpkg)(?:@.*)?$/.exec(first?.text ?? '') ?? []
    if (rest.some(word => /@https?:/.test(word.text))) find(call, 'packages.install-from-url')
    if (manager === undefined) return undefined
    return call.analysis.words([literal(manager), ...rest], { ...wrapped(call), functions: new Map() }, call.stdin)
  },
  man: call => {
    for (const [index, word] of call.args.entries()) {
      const command = /^-[PH]$|^--(?:pager|html)$/.test(word.text)
        ? call.args[index + 1]?.text
        : /^(?:-[PH]|--(?:pager|html)=)(.+)$/.exec(word.text)?.[1]
      if (command !== undefined) call.analysis.script(command, wrapped(call), nothing)
    }
    return undefined
  },
  'nix-shell': call => {
    const given = options(call.args, 'run command p packages I')
    const command = given.values.get('run') ?? given.values.get('command')
    return command === undefined ? undefined : call.analysis.script(command.text, wrapped(call), call.stdin)
  },
  nix: call => {
    const verb = options(call.args, 'option extra-experimental-features experimental-features store').positional[0]?.text ?? ''
    if (
      /^(?:run|shell|develop|profile)$/.test(verb) &&
      call.args.some(({ text }) => isStranger(text, call.analysis) || (verb === 'run' && flake.test(text)))
    )
      find(call, 'execution.download-execute')
    return call.args.some(word => /^(?:-c|--command)$/.test(word.text)) ? afterFlag(call, ['-c', '--command']) : undefined
  },
  zip: call => {
    for (const [index, word] of call.args.entries()) {
      const command =
        word.text === '-TT' || word.text === '--unzip-command'
          ? call.args[index + 1]?.text
          : /^(?:-TT|--unzip-command=)(.+)$/s.exec(word.text)?.[1]
      if (command !== undefined) call.analysis.script(command, wrapped(call), nothing)
    }
    return undefined
  },
  nodemon: call => afterFlag(call, ['--exec', '-x']),
  'start-stop-daemon': call => afterFlag(call, ['--exec', '-x', '--startas', '-a']),
  vagrant: call => (call.args[0]?.text === 'ssh' ? afterFlag(call, ['-c', '--command', '--']) : undefined),
  at: call => batch(call),
  batch: call => batch(call),
}

/** A repository that is built and run at once, but for those that Nix itself comes from. */
const flake = /^(?:github|gitlab|sourcehut):(?!(?:nixos|nix-community)\/)|^git\+(?:https?|ssh):/i

const suValued = 'c command session-command s shell g group G supp-group w whitelist-environment u user'

const isNoLogin = ({ text }: Value): boolean => text !== '-'

/** `su`, `runuser`: a shell of somebody's, which gets the command, what stands behind the name, and the input. */
function asUser(call: Call): Stream | undefined {
  const { args, program, analysis, stdin } = call
  const { values, positional } = options(args, suValued)
  const direct = program === 'runuser' && (values.has('u') || values.has('user'))
  if (direct) return analysis.words(options(args, suValued, true).positional, wrapped(call), stdin)
  if (program === 'su' && args.every(word => /^(?:-|-l|--login|root|-m|-p)$/.test(word.text)))
    find(call, 'permissions.privileged-shell')
  const [user, ...rest] = positional.filter(isNoLogin)
  const command = values.get('c') ?? values.get('command') ?? values.get('session-command')
  const shell = values.get('s') ?? values.get('shell') ?? literal('/bin/sh')
  // `su -c -- COMMAND`: the shell takes the dashes for the end of its options.
  const behind = rest.length === 0 && command?.text === '--' && user !== undefined ? [user] : rest
  return analysis.words(
    command === undefined ? [shell, ...rest] : [shell, literal('-c'), command, ...behind],
    wrapped(call),
    stdin,
  )
}

function afterFlag(call: Call, names: readonly string[]): Stream {
  const at = call.args.findIndex(word => names.includes(word.text))
  const rest = at < 0 ? [] : call.args.slice(at + 1)
  if (rest.length === 1) return call.analysis.script((rest[0] as Value).text, wrapped(call), call.stdin)
  return rest.length === 0 ? nothing : call.analysis.words(rest, wrapped(call), call.stdin)
}

function batch(call: Call): Stream {
  if (call.args.some(word => /^-[lVc]$|^--?(?:help|version)$/.test(word.text))) return nothing
  find(call, 'persistence.cron')
  if (call.stdin.text !== undefined) call.analysis.script(call.stdin.text, wrapped(call), nothing)
  return nothing
}

/** `bwrap`: folders of this machine under other names, and a command among them. */
export function sandbox(call: Call): Stream | undefined {
  let at = 0
  for (; at < call.args.length; at++) {
    const { text } = call.args[at] as Value
    if (text === '--') return call.analysis.words(call.args.slice(at + 1), wrapped(call), call.stdin)
    if (!text.startsWith('--')) break
    const [source, name] = call.args.slice(at + 1)
    if (/^--(?:dev-|ro-)?bind(?:-try)?$/.test(text) && source !== undefined && name !== undefined)
      linked(source, name, { symbolic: false, mounted: true, ...call })
    at += pairs.test(text) ? 2 : alone.test(text) ? 0 : 1
  }
  return at < call.args.length ? call.analysis.words(call.args.slice(at), wrapped(call), call.stdin) : undefined
}

const pairs = /^--(?:(?:dev-|ro-)?bind(?:-try|-data|-fd)?|symlink|setenv|file|overlay|chmod)$/
const alone =
  /^--(?:unshare-\w+(?:-try)?|share-net|clearenv|new-session|die-with-parent|as-pid-1|disable-userns|assert-userns-disabled|level-prefix|help|version)$/
