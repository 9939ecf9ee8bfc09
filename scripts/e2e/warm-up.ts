/**
 * The first start of a freshly installed client, alone and without a hook. Some put their own package in order then (install scripts that npm was told to
 * skip, compiled code), which two starts at once would do over each other.
 */

import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { say } from '../project/project.ts'
import { writeAll } from './files.ts'
import { startModel } from './model/server.ts'
import { limitMs, placeIn, type Subject } from './run.ts'
import { finish, homeEnv, start } from './sandbox.ts'

/** Left in the folder of the installation by a start that reached the model. */
const mark = '.started'

export const warmUp = async (subject: Pick<Subject, 'client' | 'install' | 'node'>): Promise<void> => {
  const { client, install, node } = subject
  const done = join(install, mark)
  if (existsSync(done)) return
  const scratch = mkdtempSync(join(tmpdir(), 'tfy-e2e-first-'))
  const model = await startModel(() => ({ say: 'Done.' }))
  try {
    const place = placeIn(scratch, subject, model.url)
    const base = homeEnv(place.home, [...(node === undefined ? [] : [node]), dirname(process.execPath)])
    writeAll({ ...client.settings(place), [join(place.project, 'README.md')]: '# shop\n' })
    const ended = await finish(start(client.start(place, 'Say that you are done.'), place.project, base), limitMs(client))
    say(`  first start: ${ended.ms} ms, exit ${ended.code}${model.seen.length > 0 ? '' : ', the model was not asked'}`)
    if (model.seen.length > 0) writeFileSync(done, '')
  } finally {
    await model.close()
    rmSync(scratch, { recursive: true, force: true, maxRetries: 3 })
  }
}
