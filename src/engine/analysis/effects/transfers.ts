/** A file under another name: copied or moved, by whatever does it. */

import { isRegistrationFolder } from '../places/guard-places.ts'
import { shareOf } from '../places/hosts.ts'
import { type Form, forms, renamed, within } from '../places/links.ts'
import { place } from '../places/paths.ts'
import { isSecretPath } from '../places/secret-places.ts'
import { atMost, bounds, record } from '../values/analysis.ts'
import { isStandardInput, nothing, type Stream, taint, type Value } from '../values/value.ts'
import { copyContent, programOf } from './file-copies.ts'
import { type By, deleted, emptied, filled, movedAway, overwritten, readPath } from './file-effects.ts'
import { sent } from './sockets.ts'

/** What a place holds is put into another, or below it. What was read comes back, one stream for each source. */
export function copied(sources: readonly Value[], target: Value, by: By): readonly Stream[] {
  const { env, analysis, invocation } = by
  const streams = sources.map(source => readPath(source, env, analysis, invocation))
  const share = shareOf(place(target, env, analysis).absolute)
  if (share !== undefined)
    sent(
      { ...by, stdin: nothing },
      streams.reduce((bits, stream) => bits | stream.taint, 0),
      [share],
    )
  landing(target, sources, by)
  if (sources.some(source => source.text === '/dev/null')) emptied(target, env, analysis, invocation)
  if (sources.some(source => /(?:^|\/)(?:\.|\*|)$/.test(source.text) && !isStandardInput(source.text))) filled(target, by)
  sources.forEach((source, index) => {
    copyContent(source, target, by, streams[index])
    if (analysis.links.made.size > 0) renamed(source, target, { symbolic: false, ...by })
  })
  return streams
}

export function moved(sources: readonly Value[], target: Value | undefined, by: By): void {
  const { env, analysis, invocation } = by
  const black = target !== undefined && place(target, env, analysis).absolute === '/dev/null'
  for (const source of sources) {
    if (black) deleted(source, true, env, analysis, invocation)
    else movedAway(source, env, analysis, invocation)
  }
  if (target === undefined || black) return
  for (const source of sources) {
    disguised(source, target, by)
    const program = forms(source, env, analysis)
      .map(form => programOf(form.absolute, analysis))
      .find(found => found !== undefined)
    copyContent(source, target, by, program === undefined ? undefined : { text: undefined, taint: taint.file, program })
  }
  landing(target, sources, by)
  for (const source of sources) renamed(source, target, { symbolic: false, ...by })
}

/** Credentials under a name that does not tell: the next to read them would not know. */
function disguised(source: Value, target: Value, { env, analysis, invocation }: By): void {
  if (env.remote) return
  for (const from of forms(source, env, analysis))
    if (isSecretPath(from.absolute, source.glob, analysis.host))
      renamedSecret(from, source, target, { env, analysis, invocation })
}

function renamedSecret(from: Form, source: Value, target: Value, { env, analysis, invocation }: By): void {
  const tells = (name: Value): boolean => isSecretPath(place(name, env, analysis).absolute, false, analysis.host)
  const below = tells(within(source, target))
  // What a workspace holds is shared, what hides at home is not.
  if (
    from.kind === 'outside' &&
    /\/\./.test(from.absolute) &&
    ['inside', 'disposable', 'workspace'].includes(place(target, env, analysis).kind)
  )
    record(
      analysis,
      'secrets.read-credentials',
      { targets: [from], unknown: from.unsure ?? 'who gets to see it there' },
      invocation,
    )
  if (tells(target) || (below && /(?:^|[\\/])\.{0,2}[\\/]?$/.test(target.text))) return
  const unclear = below && !/\.[^/\\]*$/.test(target.text) ? 'whether this is a folder or a new name' : undefined
  record(analysis, 'secrets.read-credentials', { targets: [from], unknown: from.unsure ?? unclear }, invocation)
}

/** Copying into a folder writes below it, under the source's name. */
function landing(target: Value, sources: readonly Value[], { env, analysis, invocation }: By): void {
  const { absolute } = overwritten(target, 'create', env, analysis, invocation)
  // Several from one word with braces (`cp k ~/.{ssh,}/authorized_keys`): a copy of one fails or goes to another, depending on what is there.
  if (sources.length > 1 && target.written.includes('{'))
    for (const source of sources)
      if (source.written === target.written && source.text !== target.text)
        overwritten({ ...source, glob: true }, 'create', env, analysis, invocation)
  if (sources.length === 0 || target.text.includes('.bashrc')) return
  if (
    !target.text.endsWith('/') &&
    !isRegistrationFolder(absolute) &&
    !/\/(?:hooks|cron\.\w+|systemd\/\w+|LaunchAgents|LaunchDaemons|profile\.d|\.ssh|sudoers\.d|bin|autostart|init\.d)$/.test(
      absolute,
    )
  )
    return
  const folder = target.text.replace(/\/$/, '')
  for (const { text, glob } of atMost(sources, bounds.values, analysis)) {
    const name = text.slice(text.lastIndexOf('/') + 1)
    const to = { ...target, text: `${folder}/${name}`, glob: target.glob || glob }
    overwritten(to, 'create', env, analysis, invocation)
  }
}
