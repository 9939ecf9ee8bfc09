/** Brings the newest bundle here and puts it in force, if everything about it is right. Whatever is not, the one in force stays. */

import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { Env } from '../../core/client.ts'
import type { BundleConfig } from '../../core/config.ts'
import { atLeast } from '../../core/install.ts'
import type { Places } from '../config/places.ts'
import { save } from '../sources/machine/private-file.ts'
import { lock } from '../spool/lock.ts'
import { type Folder, fileOf, folderOf, type Role, readKept, stateOf } from './active.ts'
import { compile } from './compile.ts'
import { failedIn, policiesOf, testsOf } from './content.ts'
import { fetchBundle } from './fetch.ts'
import { no, type Read } from './format.ts'
import { covers } from './rollout.ts'
import { type Outcome, type PullState, readState, type Seen, textOf } from './state.ts'
import { sha256, type Verified, verifyBundle } from './verify.ts'

declare const __TFY_VERSION__: string

export interface Ground {
  readonly bundle: BundleConfig
  readonly places: Places
  readonly env: Env
  readonly timeoutMs?: number
  readonly now?: number
}

type Pulled = PullState | { readonly outcome: 'busy' | 'not-ours'; readonly detail: string }

const standardMs = 30_000

export const pullBundle = async (ground: Ground): Promise<Pulled> => {
  const { places, timeoutMs = standardMs } = ground
  const folder = folderOf(places)
  const { dir, managed } = folder
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    const release = lock({ dir, name: 'pull' }, timeoutMs + 60_000)
    if (release === undefined)
      return existsSync(`${dir}/pull.lock`)
        ? { outcome: 'busy', detail: 'another process pulls' }
        : {
            outcome: 'not-ours',
            detail: `${dir} cannot be written: ${managed ? 'the administrator pulls' : 'look at its rights'}`,
          }
    try {
      const state = await pullInto(folder, ground, timeoutMs)
      save(stateOf(folder), JSON.stringify(state))
      if (managed) forEverybody(dir)
      return state
    } finally {
      release()
    }
  } catch {
    return { outcome: 'not-ours', detail: `${dir} cannot be written` }
  }
}

const pullInto = async (
  folder: Folder,
  { bundle, places, env, now = Date.now() }: Ground,
  timeoutMs: number,
): Promise<PullState> => {
  const before = readState(folder)
  const same = before?.url === bundle.url ? before : undefined
  const kept = keptIn(folder, bundle)
  const newest = kept.offered ?? kept.active
  const { url } = bundle
  // Not for what somebody has put back: "nothing new" would leave it there.
  const etag = newest !== undefined && newest.digest === before?.seen?.digest ? same?.etag : undefined
  const fetched = await fetchBundle({ bundle, env, end: performance.now() + timeoutMs, etag })
  const { seen, active, list: accepts } = before ?? {}
  const base = { url, at: now, ...(seen && { seen }), ...(active && { active }), ...(accepts && { list: accepts }) }
  const good = same?.good
  if (fetched.kind === 'unreachable') {
    const failures = (same?.failures ?? 0) + 1
    const { why: detail } = fetched
    const wait = Math.min(everyOf(bundle), 60_000 * 2 ** Math.min(failures - 1, 12))
    return {
      ...base,
      outcome: 'unreachable',
      detail,
      ...(good !== undefined && { good }),
      ...(same?.etag !== undefined && { etag: same.etag }),
      failures,
      nextAt: now + byChance(wait),
    }
  }
  const nextAt = now + byChance(everyOf(bundle))
  const text = fetched.kind === 'same' ? (newest?.text ?? '') : fetched.text
  const accepted = await accept(text, { folder, bundle, places, before, kept, now })
  if (!accepted.ok)
    return { ...base, outcome: 'refused', detail: accepted.why, ...(good !== undefined && { good }), failures: 0, nextAt }
  const { outcome, bundle: verified } = accepted.value
  const { manifest, digest, list } = verified
  const tag = fetched.kind === 'same' ? same?.etag : fetched.etag
  const { name, counter } = manifest
  const inForce = outcome === 'waiting' ? active : { name, counter }
  return {
    url,
    at: now,
    outcome,
    good: now,
    ...(tag !== undefined && { etag: tag }),
    failures: 0,
    nextAt,
    seen: { name, counter, digest },
    ...(inForce && { active: inForce }),
    ...(list !== undefined && { list: { root: rootOf(bundle), digest: list } }),
  }
}

interface Here {
  readonly folder: Folder
  readonly bundle: BundleConfig
  readonly places: Places
  readonly before: PullState | undefined
  readonly kept: KeptTexts
  readonly now: number
}

const accept = async (text: string, here: Here): Promise<Read<{ readonly outcome: Outcome; readonly bundle: Verified }>> => {
  const { folder, bundle, places, before, kept, now } = here
  const list = before?.list?.root === rootOf(bundle) ? before.list.digest : undefined
  const read = verifyBundle(text, { keys: bundle.keys, list })
  if (!read.ok) return read
  const verified = read.value
  const { manifest, digest } = verified
  const wrong = untimely(manifest, now) ?? backwards(verified, here)
  if (wrong !== undefined) return no(wrong)
  const done = (outcome: Outcome) => ({ ok: true as const, value: { outcome, bundle: verified } })
  if (kept.active?.digest === digest) {
    rmSync(fileOf(folder, 'offered'), { force: true })
    if (await isAsCompiled(folder, 'active', bundle, places)) return done('unchanged')
  }
  const policies = await policiesOf(verified)
  if (!policies.ok) return policies
  const mine = covers(manifest, bundle.group, folder.dir)
  if (mine) {
    const tests = await testsOf(verified, policies.value)
    const failed = tests.ok ? failedIn(tests.value) : tests.why
    if (failed !== undefined) return no(failed)
  }
  if (!mine && kept.offered?.digest === digest && kept.active?.digest !== digest) return done('waiting')
  const role: Role = mine || kept.active?.digest === digest ? 'active' : 'offered'
  replace(fileOf(folder, role), text, folder)
  if (role === 'active') rmSync(fileOf(folder, 'offered'), { force: true })
  // The next call finds it compiled.
  const compiled = await readKept(folder, role, bundle, places)
  if (!compiled.ok) return no('it cannot be read back')
  return done(role === 'active' ? 'activated' : 'waiting')
}

/** In the administrator's folder: what lies there, compiled by this version for every account. The files, as paths. */
export const compileKept = async (bundle: BundleConfig, places: Places): Promise<readonly string[]> => {
  const folder = folderOf(places)
  if (!folder.managed) return []
  const done: string[] = []
  for (const role of ['active', 'offered'] as const) {
    const kept = await readKept(folder, role, bundle, places)
    if (kept.ok && kept.value !== undefined) done.push(fileOf(folder, role))
  }
  forEverybody(folder.dir)
  return done
}

/** Whether what calls read is what the signed file says. Who may write there could have changed it. */
export const isAsCompiled = async (folder: Folder, role: Role, bundle: BundleConfig, places: Places): Promise<boolean> => {
  const text = textOf(fileOf(folder, role))
  if (text === undefined) return true
  const [found, fresh] = [await readKept(folder, role, bundle, places), await compile(text, bundle, folder, role)]
  return JSON.stringify(found) === JSON.stringify(fresh)
}

const untimely = ({ expires, minimum }: Verified['manifest'], now: number): string | undefined => {
  if (Date.parse(expires) <= now) return `it expired on ${expires.slice(0, 10)}`
  if (minimum !== undefined && !atLeast(numbersOf(__TFY_VERSION__), numbersOf(minimum)))
    return `it needs tfy-hook ${minimum}, and this is ${__TFY_VERSION__}`
  return undefined
}

const numbersOf = (version: string): readonly number[] => (/^\d+\.\d+\.\d+/.exec(version)?.[0] ?? '').split('.').map(Number)

/** Older than what was here, or another one under the same number; or another bundle from the same address. */
const backwards = ({ manifest: { name, counter }, digest }: Verified, { bundle, before, kept }: Here): string | undefined => {
  const known = [before?.seen, kept.active, kept.offered].filter(one => one !== undefined)
  // What lies here may have been put there; what a pull has brought comes first.
  const other = known[0]?.name === name ? undefined : known[0]
  if (other !== undefined && before?.url === bundle.url) return `it is the bundle ${name}, and this address had ${other.name}`
  for (const one of known) {
    if (one.name !== name) continue
    if (counter < one.counter) return `its counter ${counter} is behind ${one.counter}, which was here already`
    if (counter === one.counter && digest !== one.digest) return `its counter ${counter} is that of another content`
  }
  return undefined
}

interface KeptText extends Seen {
  readonly text: string
}

interface KeptTexts {
  readonly active?: KeptText
  readonly offered?: KeptText
}

/** What is here and still good. The rest is as if it were not. */
const keptIn = (folder: Folder, { keys }: BundleConfig): KeptTexts => {
  const one = (role: Role): KeptText | undefined => {
    const text = textOf(fileOf(folder, role))
    const read = text === undefined ? undefined : verifyBundle(text, { keys })
    if (text === undefined || !read?.ok) return undefined
    const { manifest, digest } = read.value
    return { text, name: manifest.name, counter: manifest.counter, digest }
  }
  const active = one('active')
  const offered = one('offered')
  return { ...(active && { active }), ...(offered && { offered }) }
}

/** A reader sees the old one or the new one, and a power cut leaves one of them. */
const replace = (file: string, text: string, { managed }: Folder): void => {
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, text, { mode: managed ? 0o644 : 0o600, flush: true })
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/** Only the administrator writes there, and every account reads: the compiled form too. */
const forEverybody = (dir: string): void => {
  if (process.platform === 'win32') return
  for (const folder of [dir, `${dir}/compiled`]) {
    if (!existsSync(folder)) continue
    chmodSync(folder, 0o755)
    for (const name of readdirSync(folder)) if (name.endsWith('.json')) chmodSync(`${folder}/${name}`, 0o644)
  }
}

const rootOf = ({ keys }: BundleConfig): string => sha256(JSON.stringify(keys))

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** At most a week. */
export const everyOf = ({ every = '1h' }: BundleConfig): number =>
  Math.min(Number(every.slice(0, -1)) * (units[every.slice(-1)] ?? 0), 7 * 86_400_000)

/** By chance up to a fifth sooner, so that a fleet does not come all at once. */
const byChance = (ms: number): number => Math.round(ms * (0.8 + Math.random() / 5))
