/** Whether calls read the managed files from compiled forms, and whether these say what the files say. */

import { isCompiled, placeOf } from '../../../hook/config/compiled.ts'
import { bad, type Finding, warn } from '../../../setup/doctor/finding.ts'
import type { Files } from '../../../setup/install/files.ts'
import { compiledForm } from '../policy/managed-forms.ts'

const compile = 'sudo tfy-hook policy compile'

export const compiledFindings = async (managed: readonly string[], files: Pick<Files, 'read'>): Promise<readonly Finding[]> => {
  const found: Finding[] = []
  for (const file of process.platform === 'win32' ? [] : managed.flatMap(dir => [`${dir}/config.yaml`, `${dir}/policy.yaml`])) {
    const text = readable(file, files)
    const form = text === undefined ? undefined : await compiledForm({ file, text })
    // What cannot be used is told where it is checked.
    if (form?.ok !== true) continue
    if (!(await isCompiled({ file, layer: file.endsWith('/policy.yaml') ? 'managed' : 'config' })))
      found.push(
        warn(
          'managed.uncompiled',
          `What ${file} says now is compiled nowhere that counts.`,
          'Each call of every account reads it anew: that takes five times as long, and longer through the door.',
          compile,
        ),
      )
    else if (readable(placeOf(file), files) !== form.value.text)
      found.push(
        bad(
          'managed.forged',
          `${placeOf(file)} does not say what ${file} says.`,
          'Calls go by it, and by nothing else.',
          compile,
        ),
      )
  }
  return found
}

const readable = (file: string, files: Pick<Files, 'read'>): string | undefined => {
  try {
    return files.read(file)
  } catch {
    return undefined
  }
}
