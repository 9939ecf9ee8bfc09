/** The gateway's `guardrail_checks`: one guardrail's own result each. */

import { isObject, type JsonObject } from '../../../core/json.ts'
import { quoteText } from '../../../core/redact.ts'
import type { Check } from '../../../core/verdict.ts'
import type { Fields } from './fields.ts'

/** At most this many are kept for `explain` and the audit; a failed one is never among the dropped. */
const kept = 64

/** A check's `data` beyond this many characters of JSON is dropped: the audit is no store for documents. */
const dataLimit = 4096

export const readChecks = (answer: JsonObject, fields: Fields): readonly Check[] => {
  const list = fields.value(answer, 'guardrailChecks')
  if (list === undefined) return []
  if (!Array.isArray(list)) {
    fields.note('guardrailChecks is not a list')
    return []
  }
  const checks = list.flatMap(item => readCheck(item, fields) ?? [])
  return checks.length <= kept ? checks : [...checks.filter(failed), ...checks.filter(check => !failed(check))].slice(0, kept)
}

/** A check that carries an error did not complete; its `false` says nothing about the content. */
export const failed = (check: Check): boolean => !check.verdict && check.error === undefined

const readCheck = (item: unknown, fields: Fields): Check | undefined => {
  if (!isObject(item)) {
    fields.note('a guardrail check is not an object')
    return undefined
  }
  const verdict = fields.flag(item, 'verdict')
  const id = fields.text(item, 'id')
  if (verdict === undefined) {
    fields.note('a guardrail check has no verdict')
    return undefined
  }
  const error = errorOf(item, fields)
  const data = fields.value(item, 'data')
  const time = fields.value(item, 'executionTime')
  return {
    id: quoteText(id ?? 'unnamed', 100),
    verdict,
    ...(error !== undefined && { error }),
    ...(data !== undefined && JSON.stringify(data).length <= dataLimit && { data }),
    ...(typeof time === 'number' && { execution_time: time }),
  }
}

/** The RFC has a string here; the engines behind the gateway also send `{ name, message }`. */
const errorOf = (item: JsonObject, fields: Fields): string | undefined => {
  const error = fields.value(item, 'error')
  if (error === undefined || error === '' || error === false) return undefined
  if (typeof error === 'string') return quoteText(error)
  return isObject(error) ? quoteText(fields.text(error, 'message') ?? 'did not complete') : 'did not complete'
}
