/** A policy as somebody edits it: what stands in the files, what is wrong with a draft, what it would change, and writing it. */

import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { maskSecrets } from '../../core/redact.ts'
import { diagnosePolicy } from '../../engine/policy/language/load.ts'
import type { LayerName } from '../../engine/policy/rules/types.ts'
import { projectDirs } from '../../hook/config/places.ts'
import { placesOf, policyPlaces } from '../../hook/config.ts'
import { ask } from '../../hook/programs/ask.ts'
import { diffLines } from '../../setup/install/diff-lines.ts'
import { filesOn } from '../../setup/install/files.ts'
import type { Checked, Draft, PolicyFileShown } from './shapes.ts'

interface Place {
  readonly file: string
  readonly layer: LayerName
}

/** Those that exist, and where a person may begin one. */
const places = (): readonly Place[] => {
  const here = placesOf(process.env)
  const [own] = here.user
  const [project] = projectDirs([], process.cwd())
  const found = policyPlaces(here, [], process.cwd()).filter(({ file }) => existsSync(file))
  const possible: Place[] = [
    ...(own === undefined ? [] : [{ file: `${own}/policy.yaml`, layer: 'user' as const }]),
    ...(project === undefined ? [] : [{ file: `${project}/.tfy-hook/policy.yaml`, layer: 'project' as const }]),
  ]
  return [...found, ...possible.filter(({ file }) => found.every(one => one.file !== file))]
}

const textIn = (file: string): string => filesOn().read(file) ?? ''

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

export const policyFiles = (): readonly PolicyFileShown[] =>
  places().map(place => {
    const text = textIn(place.file)
    return {
      ...place,
      exists: existsSync(place.file),
      editable: isEditable(place, text),
      text: maskSecrets(text),
      digest: digestOf(text),
    }
  })

/** A file of an administrator's is not ours; one with a credential is never sent whole, and a page cannot write back what it has not got. */
const isEditable = ({ layer }: Place, text: string): boolean => layer !== 'managed' && maskSecrets(text) === text

/** Only the files of the list: a page names them, and nothing else is written from here. */
const placeOf = (file: string): Place | undefined => places().find(one => one.file === file && isEditable(one, textIn(file)))

const refusal = { error: 'This is no policy file that can be changed from here.' }

export const checkDraft = async ({ file, text }: Draft): Promise<Checked | typeof refusal> => {
  const place = placeOf(file)
  if (place === undefined) return refusal
  const { problems } = await diagnosePolicy(text, file, place.layer)
  return { problems, diff: diffLines(file, textIn(file), text) }
}

const testsOf = (file: string): string => file.replace(/(\.ya?ml)$/, '.test$1')

/** The same commands that a person would run, over the draft in the place of the file. */
export const rehearse = async ({ file, text }: Draft, last: number) => {
  if (placeOf(file) === undefined) return refusal
  const folder = mkdtempSync(join(tmpdir(), 'tfy-hook-draft-'))
  try {
    const draft = join(folder, 'policy.yaml')
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx' })
    const instead = ['--json', `--instead-of=${file}`, draft]
    const replayed = await ask(['policy', 'replay', `--last=${last}`, ...instead])
    if (replayed.kind !== 'said' || !existsSync(testsOf(file))) return { replayed }
    return { replayed, tested: await ask(['policy', 'test', ...instead]) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const writeDraft = async ({ file, text }: Draft, digest: string): Promise<{ written: string } | { error: string }> => {
  const place = placeOf(file)
  if (place === undefined) return refusal
  if (digestOf(textIn(file)) !== digest)
    return { error: 'The file was changed meanwhile. Load it again; the draft was not written.' }
  const { problems } = await diagnosePolicy(text, file, place.layer)
  const wrong = problems.find(({ severity }) => severity === 'error')
  if (wrong !== undefined) return { error: `Line ${wrong.line}: ${wrong.message}` }
  filesOn().replace(file, text)
  return { written: digestOf(text) }
}
