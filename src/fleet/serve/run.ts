/** A server's life: read, listen, answer, reload, drain. */

import { constants, mkdirSync } from 'node:fs'
import type { Env } from '../../core/client.ts'
import { describe, type Failure } from '../../core/failure.ts'
import type { HookArgs } from '../../hook/args.ts'
import { appending, standardLimits } from '../../hook/audit/append.ts'
import { batches, rotateIfLarge } from '../../hook/audit/batch.ts'
import { auditFile } from '../../hook/audit/files.ts'
import { attended } from '../../hook/background/attended.ts'
import { pullInTime } from '../../hook/bundle/pull-in-time.ts'
import type { Places } from '../../hook/config/places.ts'
import type { PolicyPlace } from '../../hook/config.ts'
import { hasher } from '../../hook/io.ts'
import { limitsOf } from './access/limits.ts'
import { answersOf, appOf } from './app.ts'
import { readCertificate, watchCertificate } from './certificate.ts'
import { linesToFd, linesToFile } from './line-writer.ts'
import { listen } from './listen/listen.ts'
import { gateOf } from './live-tokens.ts'
import { logTo } from './log.ts'
import { metricsOf } from './metrics.ts'
import { namedIn } from './named.ts'
import { refusal, type ServeOptions, staysHere } from './options.ts'
import { approvalRoutes } from './people/approvals.ts'
import { hearingIn, pageRoutes, pagesFor } from './people/pages.ts'
import { bodyLimits, serviceOf } from './service.ts'
import { settingsOf } from './settings.ts'
import { silenceOf } from './silence.ts'
import { sharedState } from './state/shared.ts'
import { enginesOf } from './tenants.ts'
import { secretsIn } from './wire/signature.ts'

declare const __TFY_VERSION__: string

/** What of the configuration only a restart changes. */
const blocks = ['state', 'serve'] as const

/** How long requests under way may take once a signal has come. */
const drainMs = 10_000

/** Runs until a signal. A throw before that is a reason not to start. */
export const runServer = async (options: ServeOptions, args: HookArgs, env: Env, places: Places): Promise<number> => {
  const started = Date.now() / 1000
  const loopback = staysHere(options.where)
  const metrics = metricsOf(__TFY_VERSION__)
  const stderr = linesToFd(2)
  const log = logTo(stderr, options.logLevel)

  const gate = gateOf(options.tokenFile, tokens => {
    metrics.reloaded('tokens', tokens.ok ? 'ok' : 'failed')
    if (tokens.ok) log.notice('tokens read again', { count: tokens.list.length })
    else log.warn('the token file cannot be used', { detail: tokens.detail })
  })
  const first = gate().tokens
  if (!first.ok) throw new Error(first.detail)
  const named = await namedIn(places, ...blocks)
  const issuer = named.serve?.oidc && (await import('./access/issuer.ts')).issuerOf(named.serve.oidc)
  const secretFile = named.serve?.inference?.secretFile
  const inference = secretFile && (await import('./wire/inference.ts')).inferenceDoor(secretsIn(secretFile))
  const refused = refusal(options, first.list.length + (issuer === undefined ? 0 : 1))
  if (refused !== undefined) throw new Error(refused)
  const tls = options.tls === undefined ? undefined : readCertificate(options.tls)

  const onReload = (place: PolicyPlace, failure: Failure | undefined): void => {
    metrics.reloaded('policy', failure === undefined ? 'ok' : 'failed')
    if (failure === undefined) log.notice('policy read again', { layer: place.layer, file: place.file })
    else log.warn('policy broken', { layer: place.layer, failure: describe(failure) })
  }
  const state = await sharedState(named.state, places, log, metrics, () => gate().tokens)
  const bundle = async () => (await settings.now()).bundle
  const permits = options.audit
  const engines = enginesOf({ places, state, env, local: options.projectPolicies, permits, onReload, bundle })
  let moved = false
  const settings = settingsOf(args, env, places, config => {
    metrics.reloaded('config', config.broken === undefined ? 'ok' : 'failed')
    void namedIn(places, ...blocks).then(now => {
      moved = JSON.stringify(now) !== JSON.stringify(named)
      if (moved) log.warn('the configuration says something else about the state or about callers: a restart is needed')
    })
    if (config.broken === undefined) log.notice('configuration read again')
    else log.warn('configuration broken', { failure: describe(config.broken) })
  })
  const pulling = pullInTime(settings.now, env, (outcome, detail) => {
    metrics.reloaded('policy', detail === undefined ? 'ok' : 'failed')
    if (detail === undefined) log.notice('bundle pulled', { outcome })
    else log.warn('bundle not pulled', { outcome, detail })
  })
  const [hash, { auditLimits }] = [await hasher(), await settings.now()]
  const limits = { ...standardLimits, ...auditLimits }
  const tend = async (): Promise<void> => {
    const { exports } = await settings.now()
    if (exports.length > 0 && !attended(places.state))
      (await import('../../hook/background/start.ts')).startBackground(places.state, exports, env)
  }
  const written = batches(places.state, hash, limits)
  const audit = options.audit
    ? linesToFile({
        file: auditFile(places.state),
        flags: constants.O_RDWR | appending,
        makeDir: () => mkdirSync(places.state, { recursive: true, mode: 0o700 }),
        begin: () => rotateIfLarge(places.state, limits),
        finish: (fd, lines) => {
          void tend()
          return written.sealed(fd, lines)
        },
        wrote: written.wrote,
      })
    : undefined

  const desk = async (tenant: string) => ({ ...(await settings.now()), shared: state.approvals?.(tenant), tenant })
  const hearing = permits ? hearingIn(named.serve, state) : undefined
  if (named.serve?.approvals !== undefined && hearing === undefined)
    throw new Error('serve.approvals needs serve.url in config.yaml and an audit log')
  const service = serviceOf({
    engine: engines.of,
    config: settings.now,
    gate: () => {
      const { tokens, seen } = gate()
      return { tokens, required: seen || !loopback || issuer !== undefined, revoked: state.revoked(), issuer }
    },
    limits: limitsOf(state.count),
    perMinute: named.serve?.perMinute,
    loopback: options.where.kind === 'tcp' && loopback,
    hosts: options.hosts,
    maxInFlight: options.maxInFlight,
    audit,
    announced: hearing && (await import('./people/announce.ts')).announcer({ ...hearing, env, desk: () => desk(''), log }),
    hash,
    shared: permits && state.approvals !== undefined ? state.refused : undefined,
    log,
    metrics,
  })
  let draining = false
  const ready = async () => {
    const [config, base] = [await settings.now(), await engines.base()]
    const why = [
      ...(draining ? ['draining'] : []),
      ...(config.broken === undefined ? [] : [config.broken.kind]),
      ...(base.failure === undefined ? [] : [base.failure.kind]),
      ...(gate().tokens.ok ? [] : ['tokens']),
      ...(moved ? ['restart-needed'] : []),
    ]
    return { ready: why.length === 0, why }
  }
  const silence = options.audit ? silenceOf(log) : undefined
  const more = inference ? [inference] : []
  const app = appOf(
    service,
    {
      ready,
      metrics: async () =>
        metrics.text({
          tfy_hook_in_flight: service.inFlight(),
          tfy_hook_ready: (await ready()).ready ? 1 : 0,
          ...state.gauges(),
          ...(silence !== undefined && { tfy_hook_silent: await silence.count() }),
          tfy_hook_lines_dropped_total: stderr.dropped() + (audit?.dropped() ?? 0),
          process_resident_memory_bytes: process.memoryUsage.rss(),
          process_start_time_seconds: Math.round(started),
        }),
    },
    more,
  )
  if (permits) approvalRoutes(app, service, desk)
  const pages = await pagesFor({
    said: named.serve,
    stateDir: places.state,
    tokens: () => gate().tokens,
    state,
    tenants: name => engines.of(name) !== undefined,
    links: hearing?.links,
    desk,
    log,
  })
  if (pages !== undefined) pageRoutes(app, pages)
  const stopped = signalled(() => {
    settings.forget()
    engines.forget()
    log.notice('reload asked for')
  })
  const { fail } = await settings.now()
  await engines.base()
  const server = await listen(options.where, tls, answersOf(app, service, more), {
    headerMs: 10_000,
    idleMs: 60_000,
    bodyMs: bodyLimits.timeoutMs,
    maxBytes: bodyLimits.drainBytes,
  })
  const unwatch =
    options.tls &&
    watchCertificate(
      options.tls,
      fresh => {
        server.renew(fresh)
        metrics.reloaded('certificate', 'ok')
        log.notice('certificate read again')
      },
      error => {
        metrics.reloaded('certificate', 'failed')
        log.warn('the certificate cannot be used: the last one stays', { detail: error instanceof Error ? error.message : '' })
      },
    )
  const where = options.where.kind === 'unix' ? options.where.path : `${options.where.host}:${server.port ?? options.where.port}`
  log.notice('listening', {
    where,
    tls: tls !== undefined,
    tokens: first.list.length,
    state: state.kind,
    fail: fail ?? 'by client',
    projectPolicies: options.projectPolicies,
    version: __TFY_VERSION__,
    pid: process.pid,
  })

  const signal = await stopped
  unwatch?.()
  draining = true
  clearInterval(pulling)
  silence?.close()
  service.drain()
  pages?.close()
  server.stop()
  log.notice('draining', { signal, inFlight: service.inFlight() })
  const until = performance.now() + drainMs
  // A request whose headers are on their way is not counted yet.
  do await new Promise(resolve => setTimeout(resolve, 50))
  while (service.inFlight() > 0 && performance.now() < until)
  const cut = service.inFlight()
  await Promise.race([server.end(), new Promise(resolve => setTimeout(resolve, 500))])
  state.close()
  log.notice('stopped', { cut })
  await Promise.all([audit?.flush(2_000), stderr.flush(2_000)])
  return 0
}

/** SIGTERM and SIGINT end the server; SIGHUP has the files looked at now. A second signal ends it at once. */
const signalled = (onReload: () => void): Promise<string> =>
  new Promise(resolve => {
    const end = (signal: string): void => resolve(signal)
    process.once('SIGTERM', end)
    process.once('SIGINT', end)
    if (process.platform !== 'win32') process.on('SIGHUP', onReload)
  })
