/** The files to run the server by: each linted by what is here, their command lines and configurations by the server itself. */

import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { parsePolicy } from '../../src/engine/policy/language/load.ts'
import { parseConfig } from '../../src/hook/config/parse.ts'
import { folder } from '../blackbox/call.ts'
import { claudeCall, homeWith, runtimes, start } from './server.ts'

const dir = 'docs/operate/deploy'
const text = (name: string): string => readFileSync(join(dir, name), 'utf8')
const [binary] = runtimes
if (binary === undefined) throw new Error('no executable is listed')

const has = (program: string, flag = '--version'): boolean => {
  try {
    execFileSync(program, [flag], { stdio: 'ignore' })
    return true
  } catch {
    console.warn(`${program} is not installed: what it lints is skipped`)
    return false
  }
}

describe('the unit of systemd', () => {
  const unit = text('tfy-hook.service')
  it.skipIf(!has('systemd-analyze'))('is one, and leaves little open', () => {
    const at = folder({})
    const file = join(at, 'tfy-hook.service')
    // What it starts has to be there.
    writeFileSync(file, unit.replace('/usr/bin/tfy-hook', '/bin/true'))
    const verified = execFileSync('systemd-analyze', ['verify', '--man=no', file], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    expect(verified).toBe('')
    const security = execFileSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', file], { encoding: 'utf8' })
    expect(security).toContain('Overall exposure level')
  })
  it('starts the server with words that it knows', async () => {
    const line = /^ExecStart=\S+ (.*)$/m.exec(unit)?.[1] ?? ''
    const at = folder({})
    mkdirSync(join(at, 'tls'))
    copyFileSync('test/gateway/certs/good.pem', join(at, 'tls/cert.pem'))
    writeFileSync(join(at, 'tls/key.pem'), readFileSync('test/gateway/certs/good.key'), { mode: 0o600 })
    const token = { name: 'a', sha256: '0'.repeat(64), scopes: ['validate'], created: '' }
    writeFileSync(join(at, 'serve-tokens.json'), JSON.stringify({ tokens: [token] }), { mode: 0o600 })
    const words = line.split(' ').map(word => word.replace(/^\/(?:etc|var\/lib)\/tfy-hook/, at))
    const [command, ...args] = words.map(word => (word === '0.0.0.0' ? '127.0.0.1' : word === '8787' ? '0' : word))
    expect(command).toBe('serve')
    const server = await start(binary, { env: homeWith({}), args })
    expect(await server.stop()).toBe(0)
  })
})

describe('the manifests of Kubernetes', () => {
  const documents = parseAllDocuments(text('kubernetes.yaml'), { version: '1.1' })
  const named = (kind: string) => {
    const found = documents.map(document => document.toJS()).find(value => value.kind === kind)
    if (found === undefined) throw new Error(`no ${kind}`)
    return found
  }
  it('are YAML, and belong together', () => {
    expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([])
    const { replicas, selector, template } = named('Deployment').spec
    const labels = template.metadata.labels
    for (const one of [
      selector.matchLabels,
      named('Service').spec.selector,
      named('PodDisruptionBudget').spec.selector.matchLabels,
    ])
      expect(one).toEqual(labels)
    expect(named('PodDisruptionBudget').spec.minAvailable).toBeLessThan(replicas)
    const { containers, volumes } = template.spec
    const [container] = containers
    expect(container.volumeMounts.map(({ name }: { name: string }) => name).sort()).toEqual(
      volumes.map(({ name }: { name: string }) => name).sort(),
    )
    // Readable by the group of the server, and by nobody else.
    expect(volumes.find(({ name }: { name: string }) => name === 'redis').secret.defaultMode).toBe(0o440)
    expect([container.readinessProbe.httpGet.path, container.livenessProbe.httpGet.path]).toEqual(['/readyz', '/healthz'])
    expect([template.spec.securityContext.runAsNonRoot, container.securityContext.readOnlyRootFilesystem]).toEqual([true, true])
    expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan(container.lifecycle.preStop.sleep.seconds + 10)
  })
  it.skipIf(!has('kubernetes-validate'))('hold no field that Kubernetes 1.30 does not know', () => {
    execFileSync('kubernetes-validate', ['-k', '1.30', '--strict', join(dir, 'kubernetes.yaml')], { stdio: 'pipe' })
  })
  it('hold a configuration and a policy that are valid', async () => {
    const { data } = named('ConfigMap')
    expect(await parseConfig(data['config.yaml'], 'config.yaml')).toMatchObject({ ok: true })
    expect(await parsePolicy(data['policy.yaml'], 'policy.yaml', 'managed')).toMatchObject({ ok: true })
  })
})

describe('the image', () => {
  const lines = text('Dockerfile').split('\n')
  const words = (key: string): readonly string[] =>
    JSON.parse(lines.find(line => line.startsWith(`${key} `))?.slice(key.length) ?? '[]')
  it.skipIf(!has('hadolint'))('is as hadolint wants it', () => {
    expect(execFileSync('hadolint', ['--no-color', join(dir, 'Dockerfile')], { encoding: 'utf8' })).toBe('')
  })
  it('has no shell, and runs as nobody in particular', () => {
    expect(lines.filter(line => line.startsWith('FROM '))).toEqual([
      expect.stringMatching(/^FROM gcr\.io\/distroless\/\S+:nonroot$/),
    ])
    expect(lines).toContain('USER 65532:65532')
    expect(lines.some(line => line.startsWith('RUN '))).toBe(false)
    expect(words('ENTRYPOINT')).toEqual(['/usr/local/bin/tfy-hook'])
  })
  it('starts the server with words that it knows', async () => {
    const [command, ...args] = words('CMD')
    expect(command).toBe('serve')
    const oidc = 'serve: { oidc: { issuer: "https://login.example.com", audience: tfy-hook } }\n'
    const here = args.map(word => (word === '0.0.0.0' ? '127.0.0.1' : word))
    const server = await start(binary, { env: homeWith({ 'config.yaml': oidc }), args: [...here, '--port', '0'] })
    expect((await server.post('/hooks/claude-code', claudeCall('ls'))).status).toBe(401)
    expect(await server.stop()).toBe(0)
  })
})

it.skipIf(!has('haproxy', '-v'))('the balancer’s configuration is valid', () => {
  execFileSync('haproxy', ['-c', '-f', join(dir, 'haproxy.cfg')], { stdio: 'ignore' })
})
