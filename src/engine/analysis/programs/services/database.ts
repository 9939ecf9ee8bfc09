/** SQL and other queries given to database clients on the command line or on their input. */

import { inOrder } from '../../../matching/in-order.ts'
import { isOneOf } from '../../../matching/words.ts'
import type { Programs } from '../../calls/form.ts'
import { settingOf } from '../../calls/interpret.ts'
import { has, type Options, options } from '../../calls/options.ts'
import { isStrange } from '../../calls/stranger-files.ts'
import { isDisposableFile, isDisposableName, isProduction, isThisMachine } from '../../effects/disposable.ts'
import { exported } from '../../effects/exported-rows.ts'
import { overwritten, readPath } from '../../effects/file-effects.ts'
import { changes, destructive, opensTo, withoutTexts } from '../../effects/queries.ts'
import { sent } from '../../effects/sockets.ts'
import { isFromWellKnown, isStranger } from '../../places/origins.ts'
import { place } from '../../places/paths.ts'
import { type Call, find, fork, textAt } from '../../values/analysis.ts'
import { isKnown, literal, nothing, type Stream, taint, type Value } from '../../values/value.ts'
import { clients } from './database-clients.gen.ts'
import { isLocal, loaded, printedTo, readThere, touched, writtenBy } from './database-files.ts'
import { databaseHosts } from './database-hosts.ts'

export const database: Programs = {
  [Object.keys(clients).join(' ')]: query,
  'mysqldump mariadb-dump': {
    valued: 'h host u user P port',
    writes: 'r result-file',
    prints: 'system',
    also: databaseHosts,
  },
  'mongodump mongoexport': {
    valued: 'h host d username p port P u user uri db c collection q query f fields',
    writes: 'archive o out',
    prints: 'system',
    also: databaseHosts,
  },
  'pg_dumpall pg_basebackup': {
    valued: 'h host d dbname U username p port P u user l database',
    writes: 'f file D pgdata',
    prints: 'system',
    also: databaseHosts,
  },
  pg_dump: dump,
  pg_restore: {
    valued: 'd dbname h host p U',
    also: databaseHosts,
    shortens: true,
    rehearsal: '',
    rows: [['-c|--clean', 'database.destroy']],
  },
  'nc ncat netcat telnet socat': typed,
}

function query(call: Call): Stream | undefined {
  const [valued, queries, written = ''] = clients[call.program] ?? clients['redis-cli'] ?? ['', '']
  const given = options(call.args, `${valued} ${queries}`)
  const before = call.analysis.hosts.length
  databaseHosts(call, withoutPassword(call, `${valued} ${queries}`) ?? given)
  for (const { text } of call.args) if (text.startsWith('--pager=')) call.analysis.script(text.slice(8), fork(call.env), nothing)
  // What another client has dumped goes into a database elsewhere.
  const contacted = call.analysis.hosts.slice(before)
  if ((call.stdin.taint & (taint.system | taint.secret)) !== 0 && contacted.length > 0) sent(call, call.stdin.taint, contacted)
  const names = queries.split(' ')
  for (const [name, file] of given.every)
    if (isOneOf(` ${written} `, name) && file.text[0] !== '|') writtenBy(file, call)
    // What is printed may be anything.
    else if (isOneOf(` ${written} `, name))
      call.analysis.words([literal('xargs'), literal('-0'), literal('sh'), literal('-c')], fork(call.env), nothing)
  const texts = given.every.filter(([name]) => names.includes(name)).map(([, { text }]) => text)
  const [, file] =
    given.every.find(
      ([name]) =>
        /^(?:f|file|queries-file)$/.test(name) ||
        (name === 'i' && given.values.has('i') && /^(?:sqlcmd|mssql-cli)$/.test(call.program)),
    ) ?? []
  if (file !== undefined) fromFile(file, call, texts)
  if (call.stdin.text !== undefined) texts.push(call.stdin.text)
  else if (
    texts.length + given.positional.slice(1).length === 0 &&
    (call.stdin.taint & taint.download) !== 0 &&
    !isFromWellKnown(call.analysis)
  )
    find(call, 'execution.download-execute', { unknown: 'what the statements on its input do' })
  for (const source of call.stdin.from ?? []) fromFile(source, call, texts)
  let dumped = 0
  if (/^(?:sqlite3?|duckdb)$/.test(call.program) && given.positional[0] !== undefined)
    dumped |=
      readPath(fileOf(given.positional[0]), call.env, call.analysis, call.invocation).taint & (taint.secret | taint.system)
  if (
    call.program === 'influx' &&
    /^(?:delete|bucket delete|org delete)\b/.test(given.positional.map(word => word.text).join(' '))
  )
    find(call, 'database.destroy')
  if (/^(?:redis-cli|valkey-cli|keydb(?:-cli)?|iredis|d(?:ragon)?fly-cli)$/.test(call.program)) {
    const script = given.values.get('eval')
    if (script !== undefined) {
      fromFile(script, call, texts)
      for (const [, , words = ''] of texts.join('\n').matchAll(/\bredis\.p?call\(\s*(["'])(\w+\1[^()]*)\)/g))
        texts.push(words.replace(/["',]+/g, ' '))
    }
    redis(given.positional, call, texts)
    const { hosts } = call.analysis
    if (given.flags.has('x') || given.flags.has('pipe')) sent(call, call.stdin.taint, hosts.slice(before))
    return nothing
  }
  for (const word of given.positional)
    if (/^mongo/.test(call.program) && /\.[cm]?js$/.test(word.text)) fromFile(word, call, texts)
    else texts.push(word.text)
  const isScratched = isScratch(given.positional[0], call)
  const here = isHere(contacted, call)
  const ofTests = here && (isOfTests(given) || isServed(call))
  let made = ''
  for (const written of texts) {
    // Two dashes are a comment of MySQL only in front of a space, and a hash sign is one.
    const text = /^(?:mysql|mariadb|mycli)/.test(call.program)
      ? written.replace(/--(?!\s|$)/g, '- -').replace(/#/g, '-- ')
      : written
    leaves(written, call)
    for (const [, path] of text.matchAll(/^[^\S\n]*(?:\.read|\\ir?|source|\\\.)[^\S\n]+([^\s|]\S*)/gm))
      fromFile(literal(path as string), call, texts)
    if (showsAll(text)) dumped |= taint.system
    if (hashes(text)) find(call, 'secrets.read-credentials')
    exported(text, call)
    // An editor that SQLite's shell starts: `edit(value, command)`.
    for (const [, command = ''] of text.matchAll(/\bedit\s*\([^()]*,\s*'((?:[^']|'')+)'\s*\)/gi))
      call.analysis.script(command.replaceAll("''", "'"), fork(call.env), nothing)
    dumped |= isLocal(call) ? touched(text, call) : readThere(text, call)
    if (isLocal(call) && texts.some(other => changesRows.test(other)))
      for (const file of [...given.positional.slice(0, 1), ...openedIn(text)])
        if (isKnown(file)) overwritten(fileOf(file), 'edit', call.env, call.analysis, call.invocation)
    printedTo(text, call)
    for (const [, command = ''] of text.matchAll(
      /(?:\\(?:g[xset]*|o)\s*(?:\([^()]*\)\s*)?|^[ \t]*\.o\w*[ \t]+["']?)\|\s*([^\n"']+)/gm,
    )) {
      const printed = texts.flatMap(other => [...other.matchAll(/'((?:[^']|'')+)'/g)].map(match => match[1])).join('\n')
      call.analysis.script(command, fork(call.env), { text: printed, taint: 0 })
    }
    const lost = here ? text.replace(dropsOne, (whole, name: string) => (isDisposableName(name) ? '' : whole)) : text
    const isMongo = /^mongo/.test(call.program)
    const isOwn = isScratched || (ofTests && !(isMongo ? leavesMongo : reachesOut).test(withoutTexts(text)))
    if (!isOwn) judge(lost, call)
    if (isMongo) runsCode(text, isOwn, call)
    // A query may print statements for another client.
    const printed = [...text.matchAll(/'((?:[^']|'')+)'/g)].map(match => match[1]).join(' x ')
    if (/\bselect\b/i.test(text) && destructive(printed) !== undefined) made += `${printed} x;\n`
  }
  // The other words of `snow` end things too.
  if (made !== '') return { text: made, taint: dumped }
  if (dumped !== 0) return { text: undefined, taint: dumped }
  return call.program === 'snow' ? undefined : nothing
}

/** Where databases keep what people log in with. */
const hashes = (text: string): boolean =>
  text
    .split(';')
    .some(
      part =>
        /\bpg_(?:authid|shadow|user_mapping)\b|\bsys\.user\$|\bvault\.decrypted_secrets\b|\bsystem\.users\b/i.test(
          part.replace(/'[^']*'/g, ''),
        ) ||
        inOrder(part, /\b(?:authentication_string|password_hash)\b/i, /\bfrom\s+(?:mysql\.user|sys\.sql_logins)\b/i) ||
        inOrder(
          part,
          /\b(?:encrypted_password|(?:recovery|confirmation|reauthentication)_token)\b|\*/i,
          /\bfrom\s+"?auth"?\."?(?:users|identities|refresh_tokens|mfa_factors)\b/i,
        ),
    )

/** Rows of a table are printed that nothing keeps to a few: no condition, no limit, no sum. */
const showsAll = (text: string): boolean =>
  /^[ \t]*\.dump\b|^[ \t]*table\s+\w/im.test(text) ||
  inOrder(text, /\bcopy\s/i, /\sto\s+stdout\b/i) ||
  (inOrder(text, /\bselect\s/i, /\sfrom\s/i) &&
    !/\b(?:where|limit|fetch|top|having|group)\b|\b(?:count|sum|avg|min|max)\s*\(/i.test(text))

/** `-psecret` is a password, in which no letter is an option. */
const withoutPassword = (call: Call, valued: string): Options | undefined =>
  /^(?:mysql|mariadb)$/.test(call.program)
    ? options(
        call.args.filter(({ text }) => !/^-p./.test(text)),
        valued,
      )
    : undefined

/** SQLite takes the address of a file, too: `file:/a/b?mode=ro`. */
const fileOf = (file: Value): Value =>
  file.text.startsWith('file:')
    ? { ...file, text: file.text.replace(/^file:(?:\/\/(?:localhost)?)?/, '').replace(/[?#].*$/s, '') }
    : file

/** In memory, in a temporary folder, or in the workspace under a name that says so. */
function isScratch(file: Value | undefined, call: Call): boolean {
  if (file === undefined || !isLocal(call)) return false
  if (!isKnown(file)) return false
  const { kind } = place(fileOf(file), call.env, call.analysis)
  return (
    file.text === ':memory:' ||
    kind === 'temporary' ||
    (/^(?:inside|disposable)$/.test(kind) && isDisposableFile(fileOf(file).text))
  )
}

/** What writes to the file that a database is. */
const changesRows =
  /^[^\S\n]*(?:insert|update|replace|delete|create|alter|drop|vacuum|with|\.(?:import|restore|clone))\b|;\s*(?:insert|update|replace|delete|create|alter|drop)\b/im

/** Other files that statements open: `attach 'x' as y`, `.open x`. */
const openedIn = (text: string): readonly Value[] =>
  [
    ...text.matchAll(
      /\battach[^\S\n]+(?:database[^\S\n]+)?["']([^"'\n]+)["']|^[^\S\n]*\.open[^\S\n]+(?:-\S+[^\S\n]+)?["']?([^\s"']+)/gim,
    ),
  ].map(([, attached, opened]) => literal((attached ?? opened) as string))

/** Another database, an account, a program, a command of the client. */
const reachesOut =
  /\b(?:databases?|program|owned|system|use|load|execute|do)\b|\b(?:create|alter|drop)\s+(?:role|user)\b|(?:^|;)\s*set\s+role\b|\\(?!G|ir?\s+(?!\S*\.\.)\w|(?:a|d\w*\+?|echo|l|pset|q|t|timing|x)(?:\s|$))\S|(?:\b[a-z_]\w*|["`])\s*\.\s*[\w"`]/i

/** At a port where this text has started a container of its own. */
function isServed({ args, analysis: { served } }: Call): boolean {
  return (
    served !== undefined &&
    args.some(({ text }, at) => {
      const port = /^-(?:p|P|-port)$/.test(args[at - 1]?.text ?? '')
        ? text
        : /^(?:--port=|-[pP]|\w+:\/\/\S*:)(\d+)(?:$|\/)/.exec(text)?.[1]
      return port !== undefined && served.has(port)
    })
  )
}

const leavesMongo = /\b(?:getSiblingDB|getMongo|Mongo|connect|use)\b/

/** What MongoDB's shell is given is JavaScript, whatever it does to a database that is made anew. */
function runsCode(text: string, isOwn: boolean, { analysis, env }: Call): void {
  const { effects } = analysis
  const before = effects.length
  analysis.words([literal('node'), literal('-e'), literal(text)], fork(env), nothing)
  if (!isOwn) return
  const others = effects.splice(before).filter(({ finding }) => !finding.startsWith('database.'))
  effects.push(...others)
}

/** By its name made for tests, or to be made anew. */
function isOfTests({ values, positional }: Options): boolean {
  const name = (values.get('d') ?? values.get('dbname') ?? values.get('D') ?? values.get('database') ?? positional[0])?.text ?? ''
  const [, own = ''] = /^(?:\w+:\/\/[\w.:@-]+\/)?([\w-]+)$/.exec(name) ?? []
  return isDisposableName(own)
}

/** `DROP DATABASE IF EXISTS "shop_test" WITH (FORCE)` */
const dropsOne = /\bdrop\s+(?:database|schema)\s+(?:if\s+exists\s+)?["`]?([\w-]+)["`]?(?=\s*(?:;|$|with\b|cascade\b))/gi

/** On a server of this machine that the call names, or in its container; not where another setting says where to go to. */
function isHere(contacted: readonly string[], call: Call): boolean {
  const isInside = call.env.wrappers.some(name => /^(?:docker|podman)(?:-compose)?$/.test(name))
  const isElsewhere = ['PGHOSTADDR', 'PGSERVICE', 'DOCKER_HOST', 'DOCKER_CONTEXT'].some(
    name => settingOf(call, name) !== undefined,
  )
  return !isElsewhere && (isInside ? call.analysis.hosts : contacted).every(isThisMachine) && (isInside || contacted.length > 0)
}

function fromFile(file: Value, call: Call, texts: string[]): void {
  const stream = readPath(file, call.env, call.analysis, call.invocation)
  const { absolute, kind } = place(file, call.env, call.analysis)
  const text = stream.text ?? (isKnown(file) ? textAt(absolute, call.analysis) : undefined)
  if (text !== undefined) texts.push(text)
  // Statements may leave the client: \!, .shell, COPY … TO PROGRAM.
  else if (file.stream !== undefined && (stream.taint & taint.download) !== 0 && !isFromWellKnown(call.analysis))
    find(call, 'execution.download-execute', { unknown: `what ${file.written} holds` })
  else if (kind !== 'inside' && says.test(absolute.slice(absolute.lastIndexOf('/') + 1)))
    find(call, 'database.destroy', { unknown: `what ${file.written} holds` })
}

/** Names of files of statements that say what they do. */
const says = /(?:^|[_\-.])(?:drop|truncate|wipe|nuke|destroy|purge|reset|delete[_-]?all|clean[_-]?(?:all|db))(?:[_\-.]|$)/i

/** A library that a database or its client takes in: `.load x`, `load_extension('x')`, `LOAD 'x'`. */
const libraries =
  /^[^\S\n]*\.load[^\S\n]+['"]?([^\s'"]+)|\bload_extension[^\S\n]*\([^\S\n]*'([^']+)'|^[^\S\n]*(?:force[^\S\n]+)?(?:load|install)[^\S\n]+'([^']+)'/gim

/** What a client runs in a shell, and the code that it loads. */
function leaves(text: string, call: Call): void {
  const [, far] = /\binstall\s+\w+\s+from\s+'(https?:[^']+)'/i.exec(text) ?? []
  if (far !== undefined && isStranger(far, call.analysis)) find(call, 'packages.install-from-url')
  for (const [, typed, called, stated] of text.matchAll(libraries)) if (isStrange(typed ?? called ?? stated ?? '', call)) return
  if (!isLocal(call)) loaded(text, call)
  for (const line of text.split('\n')) {
    // What a program prints is a word of psql's own commands, where it stands in backticks.
    if (/^\s*\\\w/.test(line))
      for (const [, command = ''] of line.matchAll(/`([^`]+)`/g)) call.analysis.script(command, fork(call.env), nothing)
    const shell =
      /^\s*(?:(?:\.sh\w*|\.sys\w*|!sh|system|pager)\s+|\.(?:once|output|import|read|excel)\s+['"]?\||\\!|:!{1,2}|!{1,2}|\\P)\s*(.+)$/.exec(
        line,
      ) ??
      /\\(?:o|gx?|w)\s*[|'](.+)$/s.exec(line) ??
      (/\\copy\s/.test(line) ? /\s(?:to|from)\s+program\s*[|'](.+)$/s.exec(line) : null) ??
      (call.program === 'sqlplus' ? /^\s*host\s+(.+)$/i.exec(line) : null)
    if (shell === null) continue
    const command = shell[1] as string
    const whole = /['"]\|/.test(shell[0]) ? command.replace(/['"][^'"]*$/, '') : command.replace(/'$/, '')
    call.analysis.script(whole.replace(/;\s*$/, ''), fork(call.env), nothing)
  }
}

function judge(text: string, call: Call): void {
  if (text.split(';').some(part => inOrder(part, /\bcopy\b/i, /\b(?:from|to)\s+program\s+'/i))) {
    const program = /\bprogram\s+'([^']+)'/i.exec(text)
    call.analysis.script(program?.[1] ?? '', fork(call.env), nothing)
    find(call, 'execution.preload')
  }
  if (/\bxp_cmdshell\b|\binto\s+(?:outfile|dumpfile)\b|\blo_export\b|\bsys_exec\b/i.test(text)) find(call, 'execution.preload')
  const finding = destructive(text)
  if (finding !== undefined) find(call, finding)
  else if (changes(text) && call.args.some(word => !/\s/.test(word.text) && isProduction(`${word.written} ${word.text}`)))
    find(call, 'database.mass-change', { unknown: 'whether this may be changed in production' })
  if (opensTo(text)) find(call, 'cloud.access-change')
}

/** The first word of a line is the command. */
function redis(words: readonly Value[], call: Call, texts: readonly string[]): void {
  const lines = [words.map(word => word.text).join(' '), ...texts.flatMap(text => text.split(/\r?\n|\\r\\n/))]
  // Keys that another command lists: as many as there are.
  const listed = words.some(
    word => word.unknown === 'the input of xargs' || inOrder(word.unknown ?? '', /\$\(/, /(?:redis|valkey)-cli/),
  )
  if (/^(?:del|unlink|expire|rename)$/i.test(words[0]?.text ?? '') && listed) find(call, 'database.mass-change')
  for (const line of lines) redisLine(line, call)
  const source = lines.join('\n')
  if (/\bflush(?:all|db)\b/i.test(source) && /\beval(?:sha)?\b|redis\.p?call/i.test(source)) find(call, 'database.destroy')
  else if (inOrder(source, /\beval\b/i, /\bkeys\b/i, /\b(?:del|unlink)\b/i)) find(call, 'database.mass-change')
}

function redisLine(line: string, call: Call): void {
  const isOurs = (): boolean => call.args.some(({ written, text }) => isProduction(`${written} ${text.split(/\s/, 1)[0]}`))
  if (/^\s*(?:del|unlink|rename|restore|set)\b/i.test(line) && isOurs())
    find(call, 'database.mass-change', { unknown: 'whether this may be changed in production' })
  const [, elsewhere] = /^\s*migrate\s+(\S+)/i.exec(line) ?? []
  if (elsewhere !== undefined) sent({ ...call, stdin: nothing }, taint.system, [elsewhere])
  if (/^\s*(?:flushall|flush_all|flushdb|shutdown|debug\s+segfault|cluster\s+reset|function\s+flush)\b/i.test(line))
    find(call, 'database.destroy')
  else if (/^\s*(?:config\s+set\s+(?:dir|dbfilename)|module\s+load(?:ex)?)\b/i.test(line)) find(call, 'execution.preload')
  else if (
    /^\s*(?:(?:slaveof|replicaof)\s+(?!no\s+one)|swapdb|config\s+set\s+(?:save|appendonly)\s+(?:''|""|no\b|$))/i.test(line)
  )
    find(call, 'database.mass-change')
  else if (/^\s*(?:acl\s+(?:setuser|deluser|load)|config\s+set\s+(?:requirepass|masterauth|protected-mode|bind))\b/i.test(line))
    find(call, 'cloud.access-change')
}

/** What is typed into a bare connection. */
function typed(call: Call): undefined {
  for (const line of (call.stdin.text ?? '').split(/\r?\n|\\r\\n/)) {
    redisLine(line.replace(/^\*?\$?\d*\s*/, ''), call)
    // A balancer of load takes its orders at a socket.
    if (
      /^\s*(?:disable|shutdown|del)\s+(?:server|frontend|backend|sessions?|agent|health)\b|^\s*set\s+server\s.*\b(?:maint|drain)\b/.test(
        line,
      )
    )
      find(call, 'persistence.service-stop')
  }
}

function dump(call: Call): Stream {
  const given = options(call.args, 'd dbname h host p port U username f file F format n schema t table')
  databaseHosts(call, given)
  const file = given.values.get('f') ?? given.values.get('file')
  if (file !== undefined)
    overwritten(file, 'replace', call.env, call.analysis, call.invocation, { text: undefined, taint: taint.system })
  return has(given, 'c', 'clean')
    ? { text: 'drop table x cascade;\n', taint: taint.system }
    : { text: undefined, taint: taint.system }
}
