/** Who may import whom: the table, and the check over a bundler's graph. Types cost nothing and do not count. */

import { isBuiltin } from 'node:module'
import type { Metafile } from 'esbuild'

export type Graph = Metafile['inputs']

interface Zone {
  readonly name: string
  /** A file, or a folder when it ends in `/`. */
  readonly paths: readonly string[]
  /** Zones besides its own, or single files. */
  readonly may: readonly string[]
  readonly packages?: 'any' | readonly string[]
  readonly builtins?: 'any' | readonly string[]
}

export const zones: readonly Zone[] = [
  { name: 'core', paths: ['src/core/'], may: [] },
  { name: 'clients', paths: ['src/adapters/clients/', 'src/adapters/clients.gen.ts'], may: ['core'] },
  // Starts what somebody else wrote.
  { name: 'programs', paths: ['src/hook/programs/'], may: ['core'], packages: ['cross-spawn'], builtins: 'any' },
  { name: 'matching', paths: ['src/engine/matching/'], may: ['core'] },
  { name: 'detect', paths: ['src/engine/detect/'], may: ['core', 'matching'] },
  { name: 'analysis', paths: ['src/engine/analysis/'], may: ['core', 'matching', 'detect'], packages: ['unbash'] },
  {
    name: 'policy',
    paths: ['src/engine/policy/'],
    may: ['core', 'programs', 'matching', 'detect', 'analysis'],
    // The last two read where clients keep their MCP servers, for rules that ask what one is.
    packages: ['js-yaml', 're2js', 'yaml', 'zod', 'json5', 'smol-toml'],
    builtins: 'any',
  },
  // The sources' way out of the process; before `sources`, whose folder it lies in.
  { name: 'transport', paths: ['src/hook/sources/transport/'], may: ['core'], packages: ['undici'], builtins: 'any' },
  // What sources have on this machine: small files, a process that stays behind, and the way to the one that keeps connections.
  { name: 'machine', paths: ['src/hook/sources/machine/'], may: ['core'], builtins: 'any' },
  { name: 'way', paths: ['src/hook/sources/resident/'], may: ['core', 'transport', 'machine'], builtins: 'any' },
  { name: 'sources', paths: ['src/hook/sources/'], may: ['core', 'policy', 'transport', 'machine', 'way'] },
  { name: 'io', paths: ['src/hook/io.ts'], may: ['core'], builtins: 'any' },
  // When Bun compiles, and what is compiled already.
  { name: 'jit', paths: ['src/hook/jit.ts'], may: [] },
  { name: 'args', paths: ['src/hook/args.ts'], may: ['core'] },
  {
    name: 'config',
    paths: ['src/hook/config.ts', 'src/hook/config/'],
    may: ['core', 'args', 'machine', 'programs'],
    packages: ['yaml', 'zod'],
    builtins: 'any',
  },
  { name: 'audit', paths: ['src/hook/audit/'], may: ['core'], builtins: 'any' },
  // Programs of their own, which other programs load; only their text is ours.
  { name: 'bridges', paths: ['src/adapters/bridges/'], may: [], builtins: ['node:child_process'] },
  {
    name: 'install',
    paths: ['src/setup/install/'],
    may: ['core', 'src/hook/config/bounded-file.ts'],
    packages: ['diff', 'jsonc-parser', 'toml-eslint-parser'],
    builtins: 'any',
  },
  {
    name: 'doctor',
    paths: ['src/setup/doctor/'],
    may: [
      'core',
      'args',
      'config',
      'audit',
      'sources',
      'machine',
      'way',
      'resident',
      'install',
      'programs',
      'src/hook/background/trial-state.ts',
    ],
    packages: ['jsonc-parser'],
    builtins: 'any',
  },
  // Cages for commands.
  {
    name: 'contain',
    paths: ['src/hook/contain/'],
    may: ['core', 'matching', 'detect', 'analysis', 'machine', 'programs'],
    builtins: 'any',
  },
  // A real client against a scripted model.
  { name: 'prove', paths: ['src/setup/prove/'], may: ['core', 'programs'], builtins: 'any' },
  {
    name: 'guard',
    paths: ['src/setup/guard/'],
    may: ['core', 'install', 'programs', 'doctor', 'src/setup/prove/ways.ts'],
    packages: ['json5', 'smol-toml'],
    builtins: ['node:crypto', 'node:fs', 'node:path'],
  },
  // Who is at work here.
  {
    name: 'identity',
    paths: ['src/hook/identity.ts', 'src/hook/identity/'],
    may: ['core', 'io', 'config'],
    builtins: ['node:os'],
  },
  // Signed policies of a fleet: made, checked, pulled.
  {
    name: 'bundle',
    paths: ['src/hook/bundle/'],
    may: ['core', 'config', 'policy', 'sources', 'transport', 'machine', 'src/hook/spool/lock.ts'],
    packages: ['zod'],
    builtins: 'any',
  },
  // What a person permits once: hot only where a call is refused.
  {
    name: 'approvals',
    paths: ['src/hook/approvals/'],
    may: ['core', 'io', 'config', 'identity', 'audit', 'machine', 'policy', 'sources'],
    builtins: ['node:crypto', 'node:fs', 'node:os'],
  },
  { name: 'decide', paths: ['src/hook/decide.ts', 'src/hook/recognise.ts'], may: ['core', 'clients', 'sources'] },
  { name: 'call', paths: ['src/hook/call.ts'], may: ['core', 'config', 'sources', 'contain', 'decide', 'approvals'] },
  {
    name: 'spool',
    paths: ['src/hook/spool/'],
    may: ['core', 'sources', 'machine'],
    builtins: 'any',
  },
  // The process behind the hooks, and what it sends on.
  { name: 'background', paths: ['src/hook/background/'], may: ['core', 'machine'], builtins: 'any' },
  {
    name: 'export',
    paths: ['src/fleet/export/'],
    may: [
      'core',
      'config',
      'identity',
      'sources',
      'transport',
      'machine',
      'audit',
      'src/hook/background/run.ts',
      'src/setup/doctor/finding.ts',
    ],
    packages: ['@opentelemetry/api', '@opentelemetry/otlp-transformer', '@opentelemetry/resources', '@opentelemetry/sdk-metrics'],
    builtins: 'any',
  },
  // The process that keeps connections.
  { name: 'resident', paths: ['src/hook/resident/'], may: ['core', 'sources', 'transport', 'machine', 'way'], builtins: 'any' },
  // Whether a client itself made a call.
  { name: 'vouched', paths: ['src/hook/vouched.ts'], may: ['core', 'clients'], builtins: ['node:fs'] },
  {
    name: 'hook',
    paths: ['src/hook/hook.ts'],
    may: [
      'core',
      'io',
      'jit',
      'args',
      'vouched',
      'config',
      'identity',
      'background',
      'src/hook/audit/append.ts',
      'src/hook/audit/record.ts',
      'src/hook/spool/append.ts',
      'call',
      'decide',
      'src/hook/approvals/digest.ts',
      'src/hook/bundle/later.ts',
    ],
    builtins: ['node:fs', 'node:path'],
  },
  {
    name: 'serve',
    paths: ['src/fleet/serve/'],
    may: [
      'core',
      'vouched',
      'src/adapters/clients.gen.ts',
      'sources',
      'transport',
      'io',
      'args',
      'config',
      'identity',
      'audit',
      'background',
      'call',
      'decide',
      'approvals',
      'bundle',
      'src/fleet/dashboard/on-serve.ts',
      'src/hook/programs/ask.ts',
      'src/fleet/export/webhook.ts',
    ],
    packages: ['hono', '@hono/node-server', '@redis/client', 'jose'],
    builtins: 'any',
  },
  // What a browser runs; before `dashboard`, whose folder it lies in. It has the server's words as types alone.
  {
    name: 'pages',
    paths: ['src/fleet/dashboard/pages/'],
    may: [],
    packages: [
      '@codemirror/autocomplete',
      '@codemirror/commands',
      '@codemirror/lang-yaml',
      '@codemirror/language',
      '@codemirror/lint',
      '@codemirror/state',
      '@codemirror/view',
      '@lezer/highlight',
      'preact',
      'uplot',
    ],
  },
  {
    name: 'dashboard',
    paths: ['src/fleet/dashboard/'],
    may: ['core', 'io', 'config', 'audit', 'install', 'policy', 'approvals', 'programs', 'src/fleet/serve/listen/listen.ts'],
    packages: ['hono'],
    builtins: 'any',
  },
  {
    name: 'commands',
    paths: ['src/cli/commands/', 'src/cli/commands.gen.ts'],
    may: [
      'core',
      'clients',
      'policy',
      'sources',
      'src/hook/sources/machine/private-file.ts',
      'io',
      'args',
      'config',
      'identity',
      'audit',
      'install',
      'doctor',
      'guard',
      'prove',
      'contain',
      'call',
      'decide',
      'dashboard',
      'serve',
      'spool',
      'background',
      'export',
      'resident',
      'way',
      'programs',
      'approvals',
      'bundle',
    ],
    packages: 'any',
    builtins: 'any',
  },
  {
    name: 'cli',
    paths: ['src/cli/'],
    may: ['core', 'io', 'jit', 'args', 'config', 'commands', 'src/hook/audit/history/groupings.ts'],
    packages: ['commander'],
    builtins: 'any',
  },
  // What other programs import; entries of their own.
  {
    name: 'library',
    paths: ['src/library/'],
    may: ['core', 'clients', 'policy', 'sources', 'decide'],
  },
  { name: 'last-answer', paths: ['src/hook/last-answer.ts'], may: [] },
  // Another entry; `io` is its own there.
  {
    name: 'door',
    paths: ['src/door/'],
    may: [
      'args',
      'hook',
      'sources',
      'machine',
      'way',
      'src/hook/background/attended.ts',
      'src/hook/bundle/active.ts',
      'src/hook/recognise.ts',
      'src/engine/analysis/programs/parts.ts',
      'src/engine/policy/rules/flags.ts',
      // Tables that are made when they are first asked for: in an image, beforehand.
      'src/engine/analysis/languages/loose-ends.ts',
      'src/engine/analysis/languages/records.ts',
      'src/engine/analysis/places/open-settings.ts',
      'src/engine/detect/agent-orders.gen.ts',
    ],
  },
  {
    name: 'bin',
    paths: ['bin/'],
    may: [
      'core',
      'io',
      'jit',
      'args',
      'hook',
      'cli',
      'last-answer',
      'src/cli/commands/health/status-line.ts',
      'src/hook/sources/machine/spent.ts',
    ],
    builtins: ['node:fs'],
  },
]

/** An arrow the table forbids and we draw all the same. `to` is a file, a package or a builtin. */
export interface Exception {
  readonly from: string
  readonly to: string
  readonly reason: string
}

const inside = (file: string, paths: readonly string[]): boolean =>
  paths.some(path => (path.endsWith('/') ? file.startsWith(path) : file === path))

const zoneOf = (file: string): Zone | undefined => zones.find(zone => inside(file, zone.paths))

/** `node_modules/@scope/name/x.js` -> `@scope/name`; undefined for our own files. */
export const packageOf = (path: string): string | undefined => /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]

const listed = (list: 'any' | readonly string[] | undefined, name: string): boolean =>
  list === 'any' || (list?.includes(name) ?? false)

const allowed = (zone: Zone, to: string, external: boolean): boolean => {
  if (external) return isBuiltin(to) ? listed(zone.builtins, to) : listed(zone.packages, to)
  const name = packageOf(to)
  if (name !== undefined) return listed(zone.packages, name)
  if (inside(to, zone.paths) || zone.may.includes(to)) return true
  const target = zoneOf(to)
  return target !== undefined && zone.may.includes(target.name)
}

/** Every forbidden arrow as a sentence, and every exception that no arrow needs any more. */
export const arrowFaults = (graph: Graph, exceptions: readonly Exception[]): readonly string[] => {
  const faults: string[] = []
  const used = new Set<Exception>()
  for (const [from, { imports }] of Object.entries(graph)) {
    if (packageOf(from) !== undefined) continue
    const zone = zoneOf(from)
    if (zone === undefined) {
      faults.push(`${from} belongs to no zone`)
      continue
    }
    for (const { path, external = false } of imports) {
      if (allowed(zone, path, external)) continue
      const to = packageOf(path) ?? path
      const exception = exceptions.find(item => item.from === from && item.to === to)
      if (exception === undefined) faults.push(`${from} (${zone.name}) must not import ${to}`)
      else used.add(exception)
    }
  }
  for (const item of exceptions) if (!used.has(item)) faults.push(`exception no longer needed: ${item.from} -> ${item.to}`)
  return faults
}
