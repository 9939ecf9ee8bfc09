/** A machine that exists in a fixture only, and what `init`, `doctor` and `status` say on it. Any system, on any other. */

import { parse } from 'jsonc-parser'
import { examineClient } from '../../src/cli/commands/health/client-findings.ts'
import { exitCodeOf, rowsOf, type Status, text as statusText } from '../../src/cli/commands/health/status.ts'
import { guardsFor } from '../../src/cli/commands/registration/guards.ts'
import { takeInventory } from '../../src/cli/commands/registration/inventory.ts'
import { installables, type Settings } from '../../src/cli/commands/registration/registrations.ts'
import { reportOf, resultText } from '../../src/cli/commands/setup/init-report.ts'
import { stepsFor, withGuards } from '../../src/cli/commands/setup/targets.ts'
import { palette } from '../../src/cli/commands/terminal/ansi.ts'
import type { Ground, Scope, System } from '../../src/core/install.ts'
import type { JsonValue } from '../../src/core/json.ts'
import type { Calls } from '../../src/hook/audit/seen.ts'
import { placesOf, readConfig } from '../../src/hook/config.ts'
import type { Finding } from '../../src/setup/doctor/finding.ts'
import type { Answer, Guard } from '../../src/setup/guard/answer.ts'
import type { Stored, World } from '../../src/setup/guard/world.ts'
import { type Files, filesOn } from '../../src/setup/install/files.ts'
import { trustOf } from '../e2e/clients/_codex-trust.ts'

export interface Case {
  /** Why it is a neighbour. */
  readonly why?: string
  readonly system?: System
  /** Of the registration; the user's where there is one. */
  readonly scope?: Scope
  readonly version?: string
  /** What is registered. */
  readonly program?: string
  /** A person has trusted in Codex what `init` wrote. */
  readonly trusted?: boolean
  /** Whether the audit log has a call. */
  readonly called?: boolean
  /** By path: `~/` is the home directory, `./` the project. A value that is no text is written as JSON. */
  readonly files?: Readonly<Record<string, JsonValue>>
  /** The project is a folder of the repository at this path. */
  readonly repository?: string
  /** Files that come after `init`, which then runs once more. */
  readonly later?: Readonly<Record<string, JsonValue>>
  readonly env?: Readonly<Record<string, string>>
  readonly stores?: Readonly<Record<string, Stored>>
  /** Files that a link leads to. */
  readonly links?: readonly string[]
  readonly expect: Answer
}

export interface Said {
  readonly guard: Guard
  readonly init: { readonly state: string; readonly text: string }
  readonly doctor: readonly Finding[]
  readonly status: { readonly exitCode: number; readonly text: string }
}

export const groundOf =
  ({ system = 'linux', env = {}, repository }: Pick<Case, 'system' | 'env' | 'repository'>) =>
  (scope: Scope): Ground =>
    system === 'win32'
      ? {
          scope,
          system,
          env: { ProgramData: 'C:/ProgramData', APPDATA: 'C:/Users/ada/AppData/Roaming', ...env },
          home: 'C:/Users/ada',
          root: 'D:/work/shop',
        }
      : {
          scope,
          system,
          env,
          home: system === 'darwin' ? '/Users/ada' : '/home/ada',
          root: '/srv/shop',
          ...(repository !== undefined && { repository }),
        }

const slashed = (path: string): string => path.replaceAll('\\', '/')

const memory = (held: Map<string, string>): Files => ({
  ...filesOn(),
  read: file => held.get(slashed(file)),
  list: dir => {
    const below = [...held.keys()].flatMap(file => (file.startsWith(`${slashed(dir)}/`) ? [file.slice(dir.length + 1)] : []))
    return [...new Set(below.map(name => name.split('/')[0] ?? ''))]
  },
  missingDirs: () => [],
})

export const say = async (client: string, one: Case): Promise<Said> => {
  const at = groundOf(one)
  const { home, root, system } = at('user')
  const place = (path: string): string => path.replace(/^~\//, `${home}/`).replace(/^\.\//, `${root}/`)
  const held = new Map<string, string>()
  const put = (given: Case['files'] = {}): void => {
    for (const [path, value] of Object.entries(given))
      held.set(slashed(place(path)), typeof value === 'string' ? value : `${JSON.stringify(value, undefined, 2)}\n`)
  }
  put(one.files)
  const files = memory(held)
  const stores = new Map(Object.entries(one.stores ?? {}))
  const world = (on: Pick<Files, 'read' | 'list'>): World => ({
    read: on.read,
    list: on.list,
    stores,
    linked: file => one.links?.some(path => place(path) === file) ?? false,
    fault: () => undefined,
  })
  const installation = (await installables()).find(found => found.client === client)?.installation
  if (installation === undefined) throw new Error(`no client ${client}`)
  const scope = one.scope ?? (installation.scopes.includes('user') ? 'user' : 'project')
  const numbers = one.version?.split('.').map(Number)
  const at8 = Date.parse('2026-11-22T08:00:00.000Z')
  const last = { time: '2026-11-22T08:00:00.000Z', event: 'PreToolUse', decision: 'allow' }
  const called = { last, sessions: [{ first: at8, last: at8, tool: at8, roots: [root] }] }
  const calls: Calls = { complete: true, byClient: new Map(one.called ? [[client, called]] : []) }
  const settings: Settings = {
    program: [one.program ?? (system === 'win32' ? 'C:\\tools\\tfy-hook.exe' : '/opt/tfy-hook')],
    closed: true,
    budgetMs: 10_000,
  }
  const target = { client, installation, ground: at(scope), sighting: { binary: '/usr/bin/client', folder: undefined } }
  const init = async () => {
    const planned = await stepsFor([target], settings, files, async () => ({ numbers, problem: undefined }))
    const steps = await withGuards(planned, files, calls, { groundOf: at, world })
    return {
      steps,
      unsupported: [],
      starterFiles: [],
      remarks: [],
      checked: undefined,
      dryRun: false,
      program: settings.program,
      kept: '',
    }
  }
  let plan = await init()
  for (const { outcome } of plan.steps) {
    if ('problem' in outcome) throw new Error(outcome.problem)
    for (const { file, after } of outcome.changes) if (after !== undefined) held.set(slashed(file), after)
  }
  if (one.trusted) {
    const entries = place(scope === 'user' ? '~/.codex/hooks.json' : './.codex/hooks.json')
    const config = place('~/.codex/config.toml')
    held.set(config, (held.get(config) ?? '') + trustOf(entries, parse(held.get(entries) ?? '{}')))
  }
  if (one.later !== undefined) {
    put(one.later)
    plan = await init()
  }
  const [reported] = reportOf(plan, []).clients as readonly { readonly state: string }[]

  const inventory = await takeInventory([client], files, at)
  const guards = await guardsFor(inventory, { calls, audit: true, versions: [numbers], files, world: world(files) })
  const [found] = inventory
  const [guard] = guards
  if (found === undefined || guard === undefined) throw new Error(`no answer about ${client}`)
  const config = await readConfig({ hints: {}, bare: true }, {}, placesOf({ HOME: '/nowhere' }, ''))
  const doctor = await examineClient(found, {
    config,
    version: { numbers, problem: undefined },
    asked: false,
    files,
    drill: false,
    guard,
  })
  const status: Status = {
    version: '0',
    clients: rowsOf({ here: inventory, guards, calls }),
    seenComplete: true,
    source: 'offline',
    gateway: null,
    breaker: null,
    policies: [],
    audit: true,
    exports: [],
  }
  return {
    guard,
    init: { state: reported?.state ?? '', text: resultText(plan, []) },
    doctor,
    status: { exitCode: exitCodeOf(status), text: statusText(status, Date.parse('2026-11-22T09:00:00Z'), palette(false)) },
  }
}
