/** Counts what happened, and says it in the text format of Prometheus. Label values come from closed sets. */

/** Upper bounds in seconds. A warm verdict takes well below a millisecond, the engine's own clock stops it at 0.4 s. */
const bounds = [0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

interface Histogram {
  readonly buckets: number[]
  sum: number
  count: number
}

export interface Metrics {
  readonly verdict: (endpoint: string, client: string, decision: string, seconds: number) => void
  readonly refused: (why: string) => void
  readonly failed: (kind: string) => void
  readonly reloaded: (what: string, result: 'ok' | 'failed') => void
  readonly state: (what: 'up' | 'down' | 'lost') => void
  readonly text: (gauges: Readonly<Record<string, number>>) => string
}

export const metricsOf = (version: string): Metrics => {
  const counters = new Map<string, Map<string, number>>()
  const latency = new Map<string, Histogram>()
  const add = (name: string, labels: string): void => {
    const rows = counters.get(name) ?? new Map<string, number>()
    counters.set(name, rows)
    rows.set(labels, (rows.get(labels) ?? 0) + 1)
  }
  return {
    verdict: (endpoint, client, decision, seconds) => {
      add('tfy_hook_requests_total', `endpoint="${endpoint}",client="${client}",decision="${decision}"`)
      const found = latency.get(endpoint) ?? { buckets: bounds.map(() => 0), sum: 0, count: 0 }
      latency.set(endpoint, found)
      const at = bounds.findIndex(bound => seconds <= bound)
      if (at >= 0) found.buckets[at] = (found.buckets[at] ?? 0) + 1
      found.sum += seconds
      found.count++
    },
    refused: why => add('tfy_hook_refused_total', `reason="${why}"`),
    failed: kind => add('tfy_hook_failures_total', `kind="${kind}"`),
    reloaded: (what, result) => add('tfy_hook_reloads_total', `what="${what}",result="${result}"`),
    state: what => add('tfy_hook_state_changes_total', `what="${what}"`),
    text: gauges => {
      const lines: string[] = []
      const head = (name: string, type: string): void => {
        lines.push(`# HELP ${name} ${help[name] ?? name}`, `# TYPE ${name} ${type}`)
      }
      head('tfy_hook_build_info', 'gauge')
      lines.push(`tfy_hook_build_info{version="${version}"} 1`)
      for (const name of Object.keys(help)) {
        const rows = counters.get(name)
        if (rows === undefined) continue
        head(name, 'counter')
        for (const [labels, value] of rows) lines.push(`${name}{${labels}} ${value}`)
      }
      if (latency.size > 0) head('tfy_hook_request_duration_seconds', 'histogram')
      for (const [endpoint, { buckets, sum, count }] of latency) {
        const name = 'tfy_hook_request_duration_seconds'
        let total = 0
        bounds.forEach((bound, i) => {
          total += buckets[i] ?? 0
          lines.push(`${name}_bucket{endpoint="${endpoint}",le="${bound}"} ${total}`)
        })
        lines.push(`${name}_bucket{endpoint="${endpoint}",le="+Inf"} ${count}`)
        lines.push(`${name}_sum{endpoint="${endpoint}"} ${sum}`, `${name}_count{endpoint="${endpoint}"} ${count}`)
      }
      for (const [name, value] of Object.entries(gauges)) {
        head(name, name.endsWith('_total') ? 'counter' : 'gauge')
        lines.push(`${name} ${value}`)
      }
      return `${lines.join('\n')}\n`
    },
  }
}

const help: Readonly<Record<string, string>> = {
  tfy_hook_build_info: 'The version that runs.',
  tfy_hook_requests_total: 'Answered events by endpoint, client and decision.',
  tfy_hook_refused_total: 'Requests that never became an event, by reason.',
  tfy_hook_failures_total: 'Failures that the fail mode settled, by kind.',
  tfy_hook_reloads_total: 'Files read again after a change, by what they are and how it ended.',
  tfy_hook_request_duration_seconds: 'From the headers to the answer, by endpoint.',
  tfy_hook_in_flight: 'Requests being answered now.',
  tfy_hook_ready: 'Whether /readyz says yes.',
  tfy_hook_silent: 'Machines and clients that are heard of and ask before no tool; `audit silent` names them.',
  tfy_hook_state_up: 'Whether the Redis that replicas share answers.',
  tfy_hook_state_waiting: 'Sessions whose notes wait for that Redis.',
  tfy_hook_state_changes_total: 'How often that Redis came, went, or had lost what it knew.',
  tfy_hook_lines_dropped_total: 'Audit and log lines that could not be written.',
  process_resident_memory_bytes: 'Resident memory.',
  process_start_time_seconds: 'When the process started.',
}
