/** Hosted repositories. */

import { misleadsAgents } from '../../../detect/agent-orders.ts'
import { isOneOf } from '../../../matching/words.ts'
import type { Program } from '../../calls/form.ts'
import { handlersOf, interpret } from '../../calls/interpret.ts'
import { has, type Options, options } from '../../calls/options.ts'
import { put, unpackedInto } from '../../effects/file-copies.ts'
import { readPath } from '../../effects/file-effects.ts'
import { requested } from '../../effects/requests.ts'
import { holdsStray } from '../../effects/stray-tokens.ts'
import { isFiledByStranger } from '../../places/origins.ts'
import { boundedPath, place } from '../../places/paths.ts'
import { isSecretVariable } from '../../places/secret-names.ts'
import { type Call, find, fork, type Handler, wrapped } from '../../values/analysis.ts'
import { HOLE, isKnown, literal, nothing, type Stream, taint } from '../../values/value.ts'
import { records } from './forges.gen.ts'

const tables = records

export const forges: Readonly<Record<string, Handler>> = { ...handlersOf(tables), gh: githubCli, glab: gitlabCli, hub }

/** It is git, with commands of its own beside. */
function hub(call: Call): Stream | undefined {
  call.analysis.words([literal('git'), ...call.args], wrapped(call), call.stdin)
  return interpret(call, tables.hub as Program)
}

/** `gh api -X DELETE`, GraphQL mutations, and the rows. */
function githubCli(call: Call): Stream | undefined {
  const given = options(call.args, 'X method H header f F raw-field field q jq t template R repo input hostname')
  posted(call)
  if (given.positional[0]?.text === 'secret' && given.positional[1]?.text === 'set' && !isPlain(call))
    find(call, 'cloud.access-change')
  if (given.positional[0]?.text === 'api') {
    const method = methodOf(given)
    const path = given.positional[1]?.text ?? ''
    if (method !== 'GET') changesRepository(path, method, given, call)
    asks('https://api.github.com', path, method, given, call)
    return nothing
  }
  if (given.positional[0]?.text === 'release' && given.positional[1]?.text === 'download') released(call)
  if (given.positional[0]?.text === 'gist' && given.positional[1]?.text === 'create') {
    if (has(given, 'public', 'p')) find(call, 'packages.publish')
    for (const file of given.positional.slice(2))
      if ((readPath(file, call.env, call.analysis, call.invocation).taint & taint.secret) !== 0)
        find(call, 'exfiltration.secret-to-network')
    return nothing
  }
  if (given.positional[0]?.text === 'alias') {
    // What the name stands for runs later; here it is seen.
    const set = options(call.args, '')
    const body = set.positional[1]?.text === 'set' ? set.positional[3]?.text : undefined
    const isShell = body?.[0] === '!' || has(set, 's', 'shell')
    if (body !== undefined)
      call.analysis.script(isShell ? body.replace(/^!/, '') : `${call.program} ${body}`, fork(call.env), nothing)
    return nothing
  }
  return interpret(call, tables.gh as Program)
}

/** Another's release, with the names that the patterns say; it comes from where a browser would take it. */
function released(call: Call): void {
  const { env, analysis } = call
  const given = options(call.args, 'R repo p pattern D dir O output A archive')
  const repository = (given.values.get('R') ?? given.values.get('repo'))?.text.replace(/^https:\/\/github\.com\//, '')
  if (repository === undefined || !isFiledByStranger(`https://raw.githubusercontent.com/${repository}/main/x`, analysis)) return
  const file = given.values.get('O') ?? given.values.get('output')
  const folder = given.values.get('D') ?? given.values.get('dir') ?? literal('.')
  if (file === undefined) unpackedInto(boundedPath(folder, env, analysis), analysis)
  const named = given.every.filter(([name, { text }]) => /^p(?:attern)?$/.test(name) && !/[*?[]/.test(text))
  for (const one of file === undefined ? named.map(([, { text }]) => literal(`${folder.text}/${text}`)) : [file])
    put(boundedPath(one, env, analysis), { text: undefined, taint: taint.download }, analysis)
}

/** Branches and files that are changed by an address and not by git. */
function changesRepository(path: string, method: string, given: Options, call: Call): void {
  const [, repository = '', what = ''] = /^\/?(?:repos\/([^/]+\/[^/?]+)\/)(.*?)(?:\?.*)?$/s.exec(path) ?? []
  const fields = fieldsOf(given)
  const [, named] = /^git\/refs\/(.+)/.exec(what) ?? []
  const [, file] = /^contents\/(.+)/.exec(what) ?? []
  const branch = what === 'merges' ? fields.get('base') : fields.get('branch')
  const written =
    what === 'git/refs' ? fields.get('ref') : named !== undefined ? `refs/${named}` : branch && `refs/heads/${branch}`
  if (file !== undefined) call.analysis.writes.push(place(literal(file), call.env, call.analysis))
  if (!/^(?:git\/refs|merges$|merge-upstream$|contents\/)/.test(what)) return
  const ref = written === undefined || written.includes(HOLE) ? undefined : written
  const isForced = fields.get('force') === 'true'
  const isDeleted = named !== undefined && method === 'DELETE'
  const remote = { urls: [`https://github.com/${repository}`], others: [] }
  call.invocation.refs = () => [{ ref, remote, ...(isForced && { isForced }), ...(isDeleted && { isDeleted }) }]
  if (isForced) find(call, 'git.push-force', { branch: ref?.replace('refs/heads/', ''), remote: remote.urls[0] })
}

/** The fields of a request by name. */
const fieldsOf = ({ every }: Options): Map<string, string> =>
  new Map(
    every.flatMap(([name, { text }]) =>
      isOneOf(' f F field raw-field ', name) ? [text.split(/=(.*)/s, 2) as [string, string]] : [],
    ),
  )

/** A request to the service itself, as any other client would send it. */
function asks(base: string, path: string, method: string, given: Options, { analysis, invocation }: Call): void {
  const fields = [...fieldsOf(given)].map(([name, text]) => [name, /^(?:true|false|\d+)$/.test(text) ? JSON.parse(text) : text])
  const body = fields.length === 0 ? '' : JSON.stringify(Object.fromEntries(fields))
  requested({ method, address: /^https?:/.test(path) ? path : `${base}/${path.replace(/^\//, '')}`, body }, analysis, invocation)
}

/** With fields and without a method it posts. */
function methodOf({ values }: Options): string {
  const named = (values.get('X') ?? values.get('method'))?.text.toUpperCase()
  return named ?? (['f', 'F', 'field', 'raw-field', 'input'].some(name => values.has(name)) ? 'POST' : 'GET')
}

/** A value that may be read here, by a name that says it is none to hide. */
function isPlain(call: Call): boolean {
  const { positional, values } = options(call.args, 'b body a app e env o org R repo r repos v visibility f env-file u')
  const body = values.get('b') ?? values.get('body')
  return (
    body !== undefined && isKnown(body) && positional.slice(2).every(({ text }) => !isSecretVariable(text) && !/key$/i.test(text))
  )
}

/** Texts that others read: an issue, a comment, a run's inputs. */
function posted(call: Call): void {
  if (/^(?:auth|secret|variable|config|alias)$/.test(call.args[0]?.text ?? '')) return
  const bits = call.args.reduce((sum, word) => sum | word.taint, call.args.some(word => word.text === '-') ? call.stdin.taint : 0)
  if ((bits & (taint.secret | taint.environment)) !== 0 || call.args.some(({ text }) => holdsStray(text, [])))
    find(call, 'exfiltration.secret-to-network')
  if (call.args.some(({ text }) => text.length > 20 && misleadsAgents(text, true))) find(call, 'content.agent-orders')
}

function gitlabCli(call: Call): Stream | undefined {
  posted(call)
  const given = options(call.args, 'X method H header f F raw-field field hostname R repo')
  if (given.positional[0]?.text === 'api') {
    asks('https://gitlab.com/api/v4', given.positional[1]?.text ?? '', methodOf(given), given, call)
  }
  return interpret(call, tables.glab as Program)
}
