/**
 * The first start of a freshly installed client, alone and without a hook. Some put their own package in order then (install scripts that npm was told to
 * skip, compiled code), which two starts at once would do over each other.
 */

import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Seen, startModel } from '../../src/setup/prove/model/server.ts'
import { say } from '../project/project.ts'
import { writeAll } from './files.ts'
import { limitMs, placeIn, type Subject } from './run.ts'
import { finish, homeEnv, start } from './sandbox.ts'

/** Left in the folder of the installation by a start that reached the model. */
const mark = '.started'

export const warmUp = async (subject: Pick<Subject, 'client' | 'install' | 'node'>): Promise<void> => {
  const done = join(subject.install, mark)
  if (existsSync(done)) return
  const seen = await visit(subject)
  if (seen.length > 0) writeFileSync(done, '')
}

/** What a client without a hook sends to the model for one prompt. */
export const visit = async (subject: Pick<Subject, 'client' | 'install' | 'node'>): Promise<readonly Seen[]> => {
  const { client, node } = subject
  const scratch = mkdtempSync(join(tmpdir(), 'tfy-e2e-first-'))
  const model = await startModel(() => ({ say: 'Done.' }))
  try {
    const place = placeIn(scratch, subject, model.url)
    const base = homeEnv(place.home, [...(node === undefined ? [] : [node]), dirname(process.execPath)])
    writeAll({ ...client.settings(place), [join(place.project, 'README.md')]: '# shop\n' })
    const ended = await finish(start(client.start(place, 'Say that you are done.'), place.project, base), limitMs(client))
    say(`  a start without a hook: ${ended.ms} ms, exit ${ended.code}${model.seen.length > 0 ? '' : ', the model was not asked'}`)
    return [...model.seen]
  } finally {
    await model.close()
    rmSync(scratch, { recursive: true, force: true, maxRetries: 3 })
  }
}
