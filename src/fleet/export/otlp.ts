/**
 * OTLP over HTTP, encoded by OpenTelemetry's own packages: a log record for each verdict, and counts as metrics. Names from the GenAI
 * conventions, which still move, are those of `conventions`.
 */

import { ValueType } from '@opentelemetry/api'
import {
  JsonLogsSerializer,
  JsonMetricsSerializer,
  ProtobufLogsSerializer,
  ProtobufMetricsSerializer,
} from '@opentelemetry/otlp-transformer'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { AggregationTemporality, DataPointType, type MetricData, type ResourceMetrics } from '@opentelemetry/sdk-metrics'
import { type Guarding, weight } from './guarding.ts'
import { later, type Outcome } from './outcome.ts'
import { type Posted, post } from './post.ts'
import type { Ground, Sink } from './sink.ts'
import { bounds, type Times, type Totals } from './totals.ts'
import { gravity, type Verdict } from './verdict.ts'

declare const __TFY_VERSION__: string

/** Which names records and metrics have. A change of any is a new number. */
const conventions = '1'

type LogRecord = Parameters<typeof ProtobufLogsSerializer.serializeRequest>[0][number]

export const otlpSink = ({ target, env, instance, host }: Ground): Sink => {
  const asJson = target.protocol === 'http/json'
  const contentType = asJson ? 'application/json' : 'application/x-protobuf'
  const send = (signal: string, body: Uint8Array | undefined): Promise<Posted> => {
    const url = new URL(target.url ?? '')
    url.pathname = `${url.pathname.replace(/\/+$/, '')}/v1/${signal}`
    return body === undefined
      ? Promise.resolve(later('it could not be encoded'))
      : post(target, env, url, body, { 'content-type': contentType })
  }
  const resource = resourceFromAttributes({
    'service.name': 'tfy-hook',
    'service.version': __TFY_VERSION__,
    'service.instance.id': instance,
    ...(host !== undefined && { 'host.name': host }),
  })
  const scope = { name: 'tfy-hook', version: __TFY_VERSION__, attributes: { 'tfy_hook.conventions': conventions } }
  const logs = asJson ? JsonLogsSerializer : ProtobufLogsSerializer
  const put = async (verdicts: readonly Verdict[]): Promise<Outcome> => {
    const records = verdicts.map(verdict => ({ ...recordOf(verdict), resource, instrumentationScope: scope }))
    const { body, ...outcome } = await send('logs', logs.serializeRequest(records))
    return outcome.kind === 'taken' ? { ...outcome, rejected: rejectedIn(body, logs) } : outcome
  }
  const tell = async (guards: readonly Guarding[]): Promise<Outcome> => {
    const records = guards.map(guard => ({ ...recordOfGuard(guard), resource, instrumentationScope: scope }))
    const { body: _, ...outcome } = await send('logs', logs.serializeRequest(records))
    return outcome
  }
  return {
    most: 200,
    put,
    tell,
    count: async totals => {
      const serializer = asJson ? JsonMetricsSerializer : ProtobufMetricsSerializer
      const metrics: ResourceMetrics = { resource, scopeMetrics: [{ scope, metrics: metricsOf(totals, Date.now()) }] }
      const { body: _, ...outcome } = await send('metrics', serializer.serializeRequest(metrics))
      return outcome
    },
    // No record is a request like any other.
    probe: () => put([]),
  }
}

const rejectedIn = (body: Uint8Array | undefined, logs: typeof ProtobufLogsSerializer): number => {
  if (body === undefined || body.length === 0) return 0
  try {
    return Number(logs.deserializeResponse(body).partialSuccess?.rejectedLogRecords ?? 0) || 0
  } catch {
    return 0
  }
}

const time = (ms: number): [number, number] => [Math.floor(ms / 1_000), Math.round((ms % 1_000) * 1_000_000)]

/** OpenTelemetry's numbers for what syslog calls a warning, a notice and an information. */
const severities = { 4: [13, 'WARN'], 5: [10, 'INFO2'], 6: [9, 'INFO'] } as const

const recordOf = (verdict: Verdict): Omit<LogRecord, 'resource' | 'instrumentationScope'> => {
  const [severityNumber, severityText] = severities[gravity(verdict.decision)]
  const { decision, client = 'unknown', event = '', tool = '', reason } = verdict
  const at = Date.parse(verdict.time)
  return {
    hrTime: time(Number.isNaN(at) ? Date.now() : at),
    hrTimeObserved: time(Date.now()),
    eventName: 'tfy_hook.verdict',
    severityNumber,
    severityText,
    body: `${[decision, client, event, tool].filter(Boolean).join(' ')}${reason === undefined ? '' : `: ${reason}`}`,
    attributes: attributesOf(verdict),
    droppedAttributesCount: 0,
  }
}

const recordOfGuard = (guard: Guarding): Omit<LogRecord, 'resource' | 'instrumentationScope'> => {
  const { client, answer, because, time: at, host, user, v: _v, kind: _k, ...own } = guard
  const [severityNumber, severityText] = severities[weight(guard)]
  const attributes = {
    'gen_ai.agent.name': client,
    'user.name': user,
    'host.name': host,
    ...Object.fromEntries(Object.entries({ answer, because, ...own }).map(([key, value]) => [`tfy_hook.${snake(key)}`, value])),
  }
  return {
    hrTime: time(Date.parse(at)),
    hrTimeObserved: time(Date.now()),
    eventName: 'tfy_hook.guard',
    severityNumber,
    severityText,
    body: `${client} ${answer}${because === undefined ? '' : `: ${because}`}`,
    attributes: Object.fromEntries(
      Object.entries(attributes).filter(([, value]) => value !== undefined),
    ) as LogRecord['attributes'],
    droppedAttributesCount: 0,
  }
}

const toolSubjects: readonly (string | undefined)[] = ['shell', 'file-read', 'file-write', 'mcp', 'web', 'agent', 'tool']

const attributesOf = (verdict: Verdict): LogRecord['attributes'] => {
  const { tool, client, conversation, session, user, host, version: _v, v: _1, time: _t, ...own } = verdict
  const found: Record<string, unknown> = {
    'gen_ai.operation.name': toolSubjects.includes(verdict.subject) ? 'execute_tool' : undefined,
    'gen_ai.tool.name': tool,
    'gen_ai.agent.name': client,
    'gen_ai.conversation.id': conversation ?? session,
    'session.id': session,
    'user.name': user,
    'host.name': host,
    ...Object.fromEntries(Object.entries(own).map(([key, value]) => [`tfy_hook.${snake(key)}`, value])),
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)) as LogRecord['attributes']
}

const snake = (key: string): string => key.replaceAll(/[A-Z]/g, one => `_${one.toLowerCase()}`)

export const metricsOf = (totals: Totals, now: number): MetricData[] => {
  const span = { startTime: time(totals.since), endTime: time(now) }
  const sum = (name: string, description: string, counts: Readonly<Record<string, number>>, label: string): MetricData => ({
    descriptor: { name, description, unit: '{verdict}', valueType: ValueType.INT },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
    dataPointType: DataPointType.SUM,
    isMonotonic: true,
    dataPoints: Object.entries(counts).map(([key, value]) => {
      const [named = '', decision = ''] = JSON.parse(key) as readonly string[]
      return { ...span, attributes: { [label]: named, 'tfy_hook.decision': decision }, value }
    }),
  })
  return [
    sum('tfy_hook.verdicts', 'Verdicts by client and decision.', totals.verdicts, 'gen_ai.agent.name'),
    sum('tfy_hook.rules', 'Verdicts that a rule took part in.', totals.rules, 'tfy_hook.rule'),
    {
      descriptor: {
        name: 'tfy_hook.duration',
        description: 'From the start of the process to the answer.',
        unit: 'ms',
        valueType: ValueType.DOUBLE,
      },
      aggregationTemporality: AggregationTemporality.CUMULATIVE,
      dataPointType: DataPointType.HISTOGRAM,
      dataPoints: Object.entries(totals.times).map(([client, { buckets, sum: total, count }]: [string, Times]) => ({
        ...span,
        attributes: { 'gen_ai.agent.name': client },
        value: { buckets: { boundaries: [...bounds], counts: [...buckets] }, sum: total, count },
      })),
    },
  ]
}
