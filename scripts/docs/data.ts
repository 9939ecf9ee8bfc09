/** JSON and YAML that pages show: it parses, and what is a policy, a test file or a configuration is a valid one. */

import { parseDocument } from 'yaml'
import { isObject } from '../../src/core/json.ts'
import { parsePolicy } from '../../src/engine/policy/language/load.ts'
import { testFileSchema } from '../../src/engine/policy/testing/test-schema.ts'
import { parseConfig } from '../../src/hook/config/parse.ts'
import type { Block } from './page.ts'

export const isData = (language: string): boolean => ['json', 'yaml', 'yml'].includes(language)

/** What is wrong with the block. */
export const dataFault = async ({ language, text }: Block): Promise<string | undefined> => {
  if (language === 'json') return jsonFault(text)
  const document = parseDocument(text)
  const [error] = document.errors
  if (error !== undefined) return error.message
  const value: unknown = document.toJS()
  if (!isObject(value)) return undefined
  if ('tests' in value) {
    const parsed = testFileSchema.safeParse(value)
    return parsed.success ? undefined : `no valid test file: ${parsed.error.message}`
  }
  if (policyWords.some(word => word in value)) {
    const parsed = await parsePolicy(text, 'policy.yaml', 'user')
    return parsed.ok ? undefined : `no valid policy: ${JSON.stringify(parsed.failure)}`
  }
  if (configWords.some(word => word in value)) {
    const parsed = await parseConfig(text, 'config.yaml')
    return parsed.ok ? undefined : `no valid configuration: ${JSON.stringify(parsed.failure)}`
  }
  return undefined
}

const policyWords = ['extends', 'rules', 'exceptions', 'packs', 'settings']
const configWords = ['source', 'gateway', 'fail', 'timeoutMs', 'audit', 'analytics']

const jsonFault = (text: string): string | undefined => {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : 'it does not parse'
  }
}
