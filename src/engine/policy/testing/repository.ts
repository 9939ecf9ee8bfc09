/** The repository of git that a test case declares, wherever the tests run. */

import type { NormalizedHookEvent } from '../../../core/event.ts'
import type { Host } from '../../matching/host.ts'
import { listOf } from '../language/written-when.ts'
import type { TestCase } from './test-schema.ts'

/** Nothing of a real repository or of the person's own settings is seen beside it. */
export const hostIn = (repo: TestCase['repo'], { cwd = '' }: NormalizedHookEvent, host: Host): Host => {
  if (repo === undefined) return host
  const { branch = 'main', remote, config = {} } = repo
  const remotes = remote === undefined ? {} : typeof remote === 'string' ? { origin: remote } : remote
  const settings = [
    ...Object.entries(remotes).map(([name, url]) => [`remote.${name}.url`, url] as const),
    ...Object.entries(config).flatMap(([key, value]) => listOf(value).map(each => [key, each] as const)),
  ]
  const dir = `${cwd.replaceAll('\\', '/').replace(/\/$/, '')}/.git`
  const files: Readonly<Record<string, string>> = {
    [`${dir}/HEAD`]: `ref: refs/heads/${branch}\n`,
    [`${dir}/config`]: settings.map(([key, value]) => line(key, value)).join(''),
  }
  const own = ['/etc/gitconfig', `${host.home}/.gitconfig`, `${host.home}/.config/git/config`]
  return {
    ...host,
    readText: (path, limit) =>
      path === dir || path.startsWith(`${dir}/`) || own.includes(path) ? files[path] : host.readText(path, limit),
    env: name => (name.startsWith('GIT_') ? undefined : host.env(name)),
  }
}

const line = (key: string, value: string): string => {
  const [first, last] = [key.indexOf('.'), key.lastIndexOf('.')]
  const section = first === last ? key.slice(0, first) : `${key.slice(0, first)} ${JSON.stringify(key.slice(first + 1, last))}`
  return `[${section}]\n\t${key.slice(last + 1)} = ${JSON.stringify(value)}\n`
}
