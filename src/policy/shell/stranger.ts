/** A program that nobody here knows. What it is given says something all the same. */

import { carried } from './carried.ts'
import { place } from './paths.ts'
import { isSecretPath } from './places.ts'
import { endsResources } from './resources.ts'
import { type Call, record } from './session.ts'
import { isKnown, type Stream, taint } from './text.ts'
import { readPath } from './touch.ts'

/** Programs without a handler that show nothing of a file's content, or send it nowhere. */
const discreet = new Set(
  'ls dir ll la tree exa eza lsd stat file test [ [[ basename dirname realpath readlink touch mkdir rmdir chmod chown chgrp chattr du df lsattr getfacl setfacl sync md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum shasum cksum ssh-keygen ssh-add direnv open xdg-open gpgconf echo printf which type command true false test-path resolve-path split-path join-path get-item get-childitem get-acl get-filehash'.split(
    ' ',
  ),
)

const mailers = /^(?:mailx?|s-nail|mutt|neomutt|sendmail|msmtp|swaks|ssmtp)$/

/** All variables at once, in a word of a program that may take them anywhere, or in a letter. */
export function handedEnvironment({ args, program, stdin, session, invocation }: Call): void {
  const word = args.find(
    ({ taint: bits, unknown }) =>
      (bits & taint.environment) !== 0 && /(?:\$\(|`).*\b(?:env|printenv|declare|export|set)\b/s.test(unknown ?? ''),
  )
  if (mailers.test(program) && (stdin.taint & (taint.environment | taint.secret)) !== 0)
    record(session, 'exfiltration.secret-to-network', {}, invocation)
  else if (word !== undefined && !discreet.has(program))
    record(session, 'exfiltration.secret-to-network', { unknown: `what ${program} does with all variables` }, invocation)
}

/** A file of credentials as a plain argument may be printed. Behind an option it is more often a file to work with. */
export function handedSecrets(call: Call): Stream {
  const { args, program, scope, session, invocation } = call
  const piped: Stream = { text: undefined, taint: call.stdin.taint & taint.secret }
  if (discreet.has(program.toLowerCase())) return listed(call) ?? piped
  carried(call)
  endsResources(call)
  for (const [i, argument] of args.entries()) {
    if (!isKnown(argument) || argument.text[0] === '-' || args[i - 1]?.text.startsWith('-') === true) continue
    const path = argument.text.replace(/^[\w.:-]{0,40}=?@(?=[~./])/, '')
    if (!/[./~]/.test(path)) continue
    const target = place({ ...argument, text: path }, scope, session)
    if (!isSecretPath(target.absolute, argument.glob, session.host)) continue
    record(session, 'secrets.read-credentials', { targets: [target], unknown: `what ${program} does with this file` }, invocation)
    return { ...piped, taint: taint.secret | taint.file }
  }
  return piped
}

/** An option that names a file of names or dates: what stands in it is printed line by line. */
const lists = /^--(?:files-from|files0-from|fromfile|file)(?:=(.*))?$/s
const short: Readonly<Record<string, RegExp>> = { file: /^-[a-zA-Z]*f(.*)$/s, date: /^-[uR]*f(.*)$/s }

export function listed({ args, program, scope, session, invocation }: Call): Stream | undefined {
  for (const [i, argument] of args.entries()) {
    if (argument.text[0] !== '-') continue
    const option = lists.exec(argument.text) ?? short[program]?.exec(argument.text)
    if (option === null || option === undefined) continue
    const value = option[1] || args[i + 1]?.text
    if (value === undefined || (program !== 'file' && program !== 'date' && !/^--f(?:iles0-from|romfile)/.test(argument.text)))
      continue
    const out = readPath({ ...(option[1] ? argument : (args[i + 1] ?? argument)), text: value }, scope, session, invocation)
    if ((out.taint & taint.secret) !== 0)
      return { text: undefined, taint: out.taint, ...(out.from === undefined ? {} : { from: out.from }) }
  }
  return undefined
}
