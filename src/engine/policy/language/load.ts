/** Reads policy files. YAML and zod are loaded only here, and only when a file has to be read anew. */

import { fail, ok, type Result } from '../../../core/failure.ts'
import { loadLinearEngine } from '../judge/pattern.ts'
import type { LayerName, PolicyFile } from '../rules/types.ts'
import type { Problem, Written } from './document.ts'
import type { WrittenPolicy } from './schema.ts'

export type { Problem } from './document.ts'

export interface Diagnosis {
  /** Absent when there are errors. */
  readonly policy?: PolicyFile
  readonly problems: readonly Problem[]
}

/** Checks beyond the shape: of a policy as it was written. */
export type Checks = (policy: WrittenPolicy, written: Written) => readonly Problem[]

/** Everything that is wrong with a policy text, and the policy when nothing is an error. */
export const diagnosePolicy = async (text: string, file: string, layer: LayerName, checks?: Checks): Promise<Diagnosis> => {
  const [{ readDocument, explain }, { policySchema, policyLanguage }, { normalForm }] = await Promise.all([
    import('./document.ts'),
    import('./schema.ts'),
    import('./normal.ts'),
    loadLinearEngine(),
  ])
  const written = readDocument(text)
  if (text.includes('\0'))
    return { problems: [written.at([], { found: 'a file that is no UTF-8', expected: 'it saved as UTF-8' })] }
  if (written.problems.length > 0) return { problems: written.problems }
  const parsed = policySchema.safeParse(written.value)
  if (!parsed.success) return { problems: explain(parsed.error.issues, written, policyLanguage).sort(byPlace) }
  const { policy, problems } = normalForm(parsed.data, written, file, layer)
  if (checks !== undefined) problems.push(...checks(parsed.data, written))
  problems.sort(byPlace)
  return problems.some(problem => problem.severity === 'error') ? { problems } : { policy, problems }
}

/** The policy, or the first error as `file:line:column: ...`. */
export const parsePolicy = async (text: string, file: string, layer: LayerName): Promise<Result<PolicyFile>> => {
  try {
    const { policy, problems } = await diagnosePolicy(text, file, layer)
    if (policy !== undefined) return ok(policy)
    const first = problems.find(problem => problem.severity === 'error')
    return fail({
      kind: 'policy-invalid',
      file,
      detail: first === undefined ? 'it could not be read' : placed(first),
    })
  } catch (error) {
    return fail({ kind: 'policy-invalid', file, detail: error instanceof Error ? error.message : 'it could not be read' })
  }
}

/** For a sentence that names the file already. */
const placed = ({ line, column, message }: Problem): string => `line ${line}, column ${column}: ${message}`

const byPlace = (a: Problem, b: Problem): number => a.line - b.line || a.column - b.column
