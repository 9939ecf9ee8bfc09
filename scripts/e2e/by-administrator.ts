/** What `tfy-hook init --scope managed` makes, put where an administrator puts it: into an `/etc` that only these processes see. */

import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'smol-toml'
import { isJson, type Json } from '../../src/setup/prove/model/script.ts'
import type { E2eClient, Place, Start } from './client.ts'
import { commands, type Env, found, mendable } from './commands.ts'
import { change, readOrNone, writeAll } from './files.ts'
import { finish, start } from './sandbox.ts'
import type { Deployed, Evidence, Scenario } from './scenarios/scenario.ts'

interface Stage {
  readonly client: E2eClient
  readonly place: Place
  readonly program: string
  readonly env: Env
  readonly run: (more?: Env, within?: (begun: Start) => Start) => Promise<Evidence>
}

/** Each process gets a mount namespace of its own; the system's folder is not touched, and where there are none nothing starts. */
const under =
  (etc: string, then = 'true') =>
  ({ command, args, ...rest }: Start): Start => ({
    ...rest,
    command: 'unshare',
    args: ['-m', 'sh', '-c', `mount --bind "$0" /etc && ${then} && exec "$@"`, etc, command, ...args],
  })

export const playDeployed = async (
  { client, place, program, env, run }: Stage,
  { deployed, policy }: Pick<Scenario, 'deployed' | 'policy'>,
  scratch: string,
): Promise<Evidence> => {
  const said: string[] = []
  const etc = join(scratch, 'etc')
  const out = join(scratch, 'deployed')
  const within = under(etc)
  // No account that an agent works for can write there.
  const guardedBy = under(etc, 'mount -o remount,bind,ro /etc')
  mkdirSync(etc)
  // What this account may not read there, nobody misses here.
  spawnSync('cp', ['-a', '/etc/.', etc], { stdio: 'ignore' })
  const tell = commands(program, place, place.install, env, said, within)
  const id = client.init?.client ?? client.id
  const order = ['--client', id, '--for', 'linux', '--program', program, '--out', out]
  const format = deployed === 'mdm' ? ['--format', 'mdm-toml'] : []
  const make = () => tell('init', '--scope', 'managed', ...order, ...format)
  const throwEach = async (): Promise<Deployed['thrown']> => {
    const all: Deployed['thrown'][number][] = []
    for (const { name, files, env: more = {}, overManaged = false } of client.switches ?? []) {
      const restore = change(files?.(place, readOrNone) ?? {})
      const free = await run(more, guardedBy)
      all.push({ name, off: free.exists('made.txt'), declared: overManaged })
      rmSync(join(place.project, 'made.txt'), { force: true })
      restore()
    }
    said.push(JSON.stringify(all.filter(({ off, declared }) => off !== declared)))
    return all
  }
  await make()
  writeAll({ [join(out, 'root', 'etc', 'tfy-hook', 'policy.yaml')]: policy })
  const made = await make()
  cpSync(join(out, 'root', 'etc'), etc, { recursive: true })
  if (deployed === 'mdm') byTrueFoundry(out, etc, place)
  const doctor = await tell('doctor', '--client', id)
  const guarded = await run({}, guardedBy)
  const thrown = deployed === 'mdm' ? [] : await throwEach()

  const changed = join(etc, 'tfy-hook', 'policy.yaml')
  writeFileSync(changed, `${policy}# changed\n`)
  const after = await tell('doctor', '--client', id, '--no-drill')
  writeFileSync(changed, policy)
  const taken = await finish(start(within({ command: 'sh', args: [join(out, 'uninstall.sh')] }), place.project, env), 60_000)
  said.push(`uninstall.sh: exit ${taken.code}\n${taken.stderr}`)
  // What that tool wrote goes with its own file.
  if (deployed === 'mdm') rmSync(join(etc, 'claude-code', 'managed-settings.json'))
  const result: Deployed = {
    made: made.code === 0,
    inOrder: found(doctor.report, 'managed') && ['drill.allowed', 'drill.denied'].every(drill => found(doctor.report, drill)),
    driftSeen: after.code === 1 && mendable(after.report).includes('managed.changed'),
    takenOut: taken.code === 0 && !existsSync(join(etc, 'tfy-hook', 'managed.json')),
    freed: await run({}, within),
    thrown,
    said: said.join('\n'),
  }
  return { ...guarded, deployed: result }
}

/** As its page says: the table of `mdm.toml` becomes the managed settings, and hooks of others are switched off. */
const byTrueFoundry = (out: string, etc: string, { home, project }: Place): void => {
  const file = join(etc, 'claude-code', 'managed-settings.json')
  const given = parse(`url = "https://tfy.example.com"\n${readFileSync(join(out, 'mdm.toml'), 'utf8')}`) as Json
  const agents = isJson(given.agents) ? given.agents : {}
  const agent = isJson(agents['claude-code']) ? agents['claude-code'] : {}
  const settings = isJson(agent.managed_settings) ? agent.managed_settings : {}
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ ...settings, allowManagedHooksOnly: true }))
  const token = join(home, '.tf', 'access-token')
  mkdirSync(dirname(token))
  writeFileSync(token, 'tfy-token', { mode: 0o600 })
  // A hook of the person's own, which does not run any more.
  const own = join(home, '.claude', 'settings.json')
  const theirs = existsSync(own) ? (JSON.parse(readFileSync(own, 'utf8')) as Json) : {}
  const hook = { type: 'command', command: `touch ${join(project, 'own-hook-ran.txt')}` }
  writeAll({ [own]: { ...theirs, hooks: { PreToolUse: [{ matcher: '*', hooks: [hook] }] } } })
}
