/** `policy compile`: for whoever may write beside the managed files. Calls of all accounts then cost what they cost with files of their own. */

import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe } from '../../../core/failure.ts'
import { compileKept } from '../../../hook/bundle/pull.ts'
import { readConfig } from '../../../hook/config.ts'
import { writeAll } from '../../../hook/io.ts'
import { filesOn } from '../../../setup/install/files.ts'
import { ConfigError } from '../terminal/errors.ts'
import { placesHere } from './files.ts'
import { compiledForm } from './managed-forms.ts'

/** Exit code 1 when a file cannot be used. */
export const compile = async (): Promise<number> => {
  const { compiled, broken } = await compileManaged()
  for (const file of compiled) writeAll(1, `compiled  ${file}\n`)
  for (const why of broken) writeAll(1, `left as it is: ${why}\n`)
  if (compiled.length + broken.length === 0) writeAll(1, 'Nothing here is read from a compiled form that others have to make.\n')
  return broken.length === 0 ? 0 : 1
}

interface Compiled {
  readonly compiled: readonly string[]
  readonly broken: readonly string[]
}

/** On Windows each account keeps forms of its own. */
export const compileManaged = async (): Promise<Compiled> => {
  const places = placesHere()
  const files = filesOn()
  const [compiled, broken]: [string[], string[]] = [[], []]
  for (const dir of process.platform === 'win32' ? [] : places.managed)
    for (const file of [`${dir}/config.yaml`, `${dir}/policy.yaml`]) {
      const text = files.read(file)
      if (text === undefined) continue
      const form = await compiledForm({ file, text })
      if (!form.ok) {
        broken.push(describe(form.failure))
        continue
      }
      try {
        const { mode, uid, gid } = statSync(file)
        const folder = dirname(form.value.file)
        mkdirSync(folder, { recursive: true })
        // Whatever the umask is. It counts where its owner is that of the file, and whoever reads the one may read the other.
        chmodSync(folder, 0o755)
        files.replace(form.value.file, form.value.text, mode & 0o644)
        chownSync(form.value.file, uid, gid)
      } catch (cause) {
        throw new ConfigError(`${form.value.file} was not written: this is for whoever owns ${file}.`, { cause })
      }
      compiled.push(file)
    }
  const { bundle, broken: fault } = await readConfig({ hints: {}, bare: false }, process.env, places)
  if (bundle !== undefined && fault === undefined && process.platform !== 'win32')
    compiled.push(...(await compileKept(bundle, places)))
  return { compiled, broken }
}
