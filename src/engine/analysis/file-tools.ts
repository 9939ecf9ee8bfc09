/** What file and web tools do, without a shell in between: the analyser's own knowledge of places and hosts, not its parser. */

import { hostsOf } from '../matching/addresses.ts'
import { absolute, type Ground, placeIn } from '../matching/path-views.ts'
import { deleted, overwritten, readPath } from './effects/file-effects.ts'
import { search } from './effects/searching.ts'
import { sent, uploaded } from './effects/sockets.ts'
import { copied, moved } from './effects/transfers.ts'
import { isMetadataHost } from './places/hosts.ts'
import { filesOn, linked, noLinks } from './places/links.ts'
import { type Analysis, bounds, emptyEnvironment, record } from './values/analysis.ts'
import type { Effect } from './values/facts.ts'
import type { Equivalents } from './values/tool-call.ts'
import { literal, nothing, silent, type Value } from './values/value.ts'

/** Every path is looked at as named and where its links lead. */
export const touch = (equivalents: Equivalents, ground: Ground): readonly Effect[] => {
  const analysis = sessionOn(ground)
  const env = emptyEnvironment(ground.cwd)
  const forms = (written: readonly string[]) =>
    [...new Set(written.flatMap(path => placeIn(path, ground).forms))].map(path => literal(path))
  let bits = 0
  for (const path of [...forms(equivalents.reads), ...forms(equivalents.possiblePaths)].flatMap(patterned))
    bits |= readPath(path, env, analysis).taint
  if (equivalents.sends)
    sent(
      { env, analysis, stdin: nothing },
      bits,
      equivalents.urls.flatMap(url => hostsOf(url)),
    )
  const writing = equivalents.unsure ? sessionOn(ground) : analysis
  const content = equivalents.empties ? silent : undefined
  for (const path of forms(equivalents.writes)) overwritten(path, equivalents.how, env, writing, undefined, content)
  for (const path of forms(equivalents.deletes).flatMap(patterned)) deleted(path, true, env, analysis)
  for (const { kind, sources, targets } of equivalents.transfers) {
    const by = { env, analysis }
    const into = forms(targets)
    for (const target of into.length === 0 ? [undefined] : into)
      if (kind === 'move') moved(forms(sources), target, by)
      else if (target !== undefined && kind === 'copy') copied(forms(sources), target, by)
      else if (target !== undefined) {
        overwritten(target, 'link', env, analysis)
        for (const source of forms(sources)) linked(source, target, { symbolic: true, ...by })
      }
  }
  for (const { folder, glob, sought, namesOnly } of equivalents.searches)
    for (const path of forms([folder]))
      search({ folder: path, glob: glob && homely(glob, ground), sought: sought.join('\n'), namesOnly }, env, analysis)
  for (const host of equivalents.urls.flatMap(url => hostsOf(url)))
    if (isMetadataHost(host)) record(analysis, 'network.metadata-service', { hosts: [host] })
  for (const address of equivalents.urls) uploaded({ method: 'GET', address }, analysis)
  for (const finding of equivalents.findings) record(analysis, finding)
  if (equivalents.unknown !== undefined) record(analysis, 'execution.unknown-command', { unknown: equivalents.unknown })
  return equivalents.unsure ? [...analysis.effects, ...writing.effects.map(unsure)] : analysis.effects
}

/** A tool may take a name with wildcards as it is, or for a pattern. */
const patterned = (path: Value): readonly Value[] => (/[*?[]/.test(path.text) ? [path, { ...path, glob: true }] : [path])

const homely = (glob: string, ground: Ground): string => (/^(?:~|\$HOME|\$\{HOME\})\//.test(glob) ? absolute(glob, ground) : glob)

const unsure = (effect: Effect): Effect => ({ ...effect, certainty: 'could-not-tell', unknown: 'whether this tool writes' })

export const sessionOn = (ground: Ground): Analysis => ({
  host: ground.host,
  // A workspace behind a link is the workspace under both names.
  roots: [...new Set([...ground.roots, ...ground.roots.map(root => ground.host.realpath(root))])],
  folder: ground.cwd,
  longest: bounds.length,
  invocations: [],
  effects: [],
  reads: [],
  writes: [],
  deletes: [],
  hosts: [],
  files: filesOn(ground.host, ground.roots),
  patched: [],
  links: noLinks(),
  pending: [],
  unsure: new Map(),
  steps: 0,
  exhausted: false,
  wanted: new Set(),
  run: () => nothing,
  script: () => nothing,
  isProgram: () => false,
  words: () => nothing,
})
