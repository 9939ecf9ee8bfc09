/** `policy pull` and `policy status`: brings the bundle that the managed configuration names, and says how it stands with it. */

import { describe } from '../../../core/failure.ts'
import { type Ground, pullBundle } from '../../../hook/bundle/pull.ts'
import { type BundleReport, reportBundle } from '../../../hook/bundle/report.ts'
import { placesOf, readConfig } from '../../../hook/config.ts'
import { writeAll } from '../../../hook/io.ts'
import { ConfigError } from '../terminal/errors.ts'
import { json } from '../terminal/json.ts'
import { relativeTime } from '../terminal/relative-time.ts'

interface Options {
  readonly json?: boolean
  /** Started by a hook: nobody reads what is said, and the folder of the client is not ours to hold. */
  readonly behind?: boolean
}

/** No pull lives longer, whatever hangs. */
const longestMs = 90_000

const groundHere = async (): Promise<Ground> => {
  const { env } = process
  const { bundle, places, broken } = await readConfig({ hints: {}, bare: false }, env, placesOf(env))
  if (broken !== undefined) throw new ConfigError(`${describe(broken)}.`)
  if (bundle === undefined)
    throw new ConfigError(`No bundle is named in ${places.managed[0]}/config.yaml, the only place that may.`)
  return { bundle, places, env }
}

/** Exit code 1 when nothing good came. */
export const pull = async ({ json: asJson, behind }: Options): Promise<number> => {
  setTimeout(() => process.exit(1), longestMs).unref()
  const ground = await groundHere()
  if (behind) process.chdir(ground.places.home)
  const pulled = await pullBundle(ground)
  if (asJson) writeAll(1, `${json(pulled)}\n`)
  else {
    const { outcome, detail } = pulled
    const what = 'seen' in pulled && pulled.seen !== undefined ? ` ${pulled.seen.name}, counter ${pulled.seen.counter}` : ''
    const words: Readonly<Record<string, string>> = { waiting: 'good, and not for this machine yet', 'not-ours': 'not pulled' }
    writeAll(1, `${words[outcome] ?? outcome}${detail === undefined ? what : `: ${detail}`}\n`)
  }
  return ['activated', 'unchanged', 'waiting'].includes(pulled.outcome) ? 0 : 1
}

/** Exit code 1 when calls fail for want of a bundle, or soon may. */
export const bundleStatus = async ({ json: asJson }: Options): Promise<number> => {
  const { bundle, places } = await groundHere()
  const report = await reportBundle(bundle, places)
  writeAll(1, asJson ? `${json(report)}\n` : `${lines(report, Date.now()).join('\n')}\n`)
  return report.problem === undefined && report.warning === undefined ? 0 : 1
}

const lines = (report: BundleReport, now: number): readonly string[] => {
  const { active, offered, last } = report
  const row = (name: string, value: string | undefined): readonly string[] =>
    value === undefined ? [] : [`${name.padEnd(9)} ${value}`]
  const versionOf = ({ name, version, counter }: NonNullable<BundleReport['offered']>): string =>
    `${name} ${version}, counter ${counter}`
  return [
    ...row('active', active === undefined ? 'none' : `${versionOf(active)}, ${active.rules} rules of its own`),
    ...row('signed by', active?.signedBy),
    ...row('expires', active?.expires.slice(0, 10)),
    ...row('offered', offered && `${versionOf(offered)}, not for this machine yet`),
    ...row('from', report.url),
    ...row('group', report.group),
    ...row('kept in', `${report.folder}${report.managed ? ', by the administrator' : ''}`),
    ...row('pulled', report.pulled && relativeTime(report.pulled, now)),
    ...row(
      'last',
      last && `${last.outcome}, ${relativeTime(last.at, now)}${last.detail === undefined ? '' : `: ${last.detail}`}`,
    ),
    ...row('next', report.next?.slice(0, 16).replace('T', ' ').concat(' UTC')),
    ...row('problem', report.problem),
    ...row('warning', report.warning),
  ]
}
