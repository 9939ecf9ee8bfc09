/** A running `tfy-hook dashboard`, as a person at a terminal starts it, and a browser before it. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { folder } from '../blackbox/call.ts'
import type { Executable } from '../blackbox/executables.ts'

export interface Home {
  readonly env: Readonly<Record<string, string>>
  readonly project: string
  readonly state: string
  readonly config: string
}

export const homeFor = (): Home => {
  const home = folder({ 'work/shop/.git/HEAD': 'ref: refs/heads/topic\n', 'work/shop/README.md': 'A shop.\n' })
  const [config, state] = [join(home, 'config'), join(home, 'state')]
  mkdirSync(join(config, 'tfy-hook'), { recursive: true })
  const env = { PATH: process.env.PATH ?? '', HOME: home, XDG_CONFIG_HOME: config, XDG_STATE_HOME: state, USER: 'dev' }
  return { env, project: join(home, 'work/shop'), state: join(state, 'tfy-hook'), config: join(config, 'tfy-hook') }
}

/** A tool call of an agent, through the program as its client would start it; what it is told, or nothing. */
export const callOf = (exe: Executable, home: Home, command: string, session = 's-1'): string => {
  const payload = {
    session_id: session,
    hook_event_name: 'PreToolUse',
    cwd: home.project,
    permission_mode: 'default',
    tool_name: 'Bash',
    tool_input: { command },
  }
  const { status, stdout } = spawnSync(exe.command, [...exe.args, '--client', 'claude-code', '--fail-closed'], {
    env: home.env,
    input: JSON.stringify(payload),
    encoding: 'utf8',
  })
  return status === 2 ? 'deny' : (/"permissionDecision":\s*"(\w+)"/.exec(stdout)?.[1] ?? '')
}

export interface Dashboard {
  readonly child: ChildProcess
  readonly port: number
  /** The secret of the first link. */
  readonly link: string
  readonly ended: Promise<number | null>
  /** What the terminal shows. */
  readonly said: () => string
  readonly stop: () => Promise<unknown>
}

const children = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

/** util-linux's `script` gives it a terminal. */
export const hasTerminal = spawnSync('script', ['--version']).status === 0

export const start = async (
  exe: Executable,
  home: Home,
  { attended = true, args = [] }: { readonly attended?: boolean; readonly args?: readonly string[] } = {},
): Promise<Dashboard> => {
  const words = [exe.command, ...exe.args, 'dashboard', '--no-open', ...args]
  const options = { cwd: home.project, env: home.env, stdio: ['pipe', 'pipe', 'pipe'] as ['pipe', 'pipe', 'pipe'] }
  const child = attended
    ? spawn('script', ['-qfec', words.map(quoted).join(' '), '/dev/null'], options)
    : spawn(words[0] ?? '', words.slice(1), options)
  children.add(child)
  let said = ''
  const ended = new Promise<number | null>(resolve => child.once('exit', resolve))
  const hear = (chunk: Buffer): void => {
    said += chunk.toString('utf8')
  }
  child.stderr.on('data', hear)
  const [, port, link] = await new Promise<RegExpExecArray>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`no link: ${said}`)), 20_000)
    void ended.then(code => reject(new Error(`it ended with ${code}: ${said}`)))
    child.stdout.on('data', (chunk: Buffer) => {
      hear(chunk)
      const found = /http:\/\/127\.0\.0\.1:(\d+)\/#([\w-]{43})/.exec(said)
      if (found === null) return
      clearTimeout(late)
      resolve(found)
    })
  })
  return {
    child,
    port: Number(port),
    link: link ?? '',
    ended,
    said: () => said,
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}

const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
export const chromium = browsers.find(existsSync)

export const launch = (): Promise<Browser> =>
  puppeteer.launch({
    executablePath: chromium ?? '',
    headless: true,
    // Root has no sandbox of Chromium's; what it shows here is our own.
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-dev-shm-usage', '--force-color-profile=srgb'],
  })

/** What a page complained of: breaches of its policy, errors, requests to anywhere else. */
export interface Watched {
  readonly page: Page
  readonly faults: readonly string[]
}

export const opened = async (browser: Browser, { port, link }: Dashboard): Promise<Watched> => {
  const page = await browser.newPage()
  const faults: string[] = []
  page.on('pageerror', error => faults.push(String(error)))
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warn') faults.push(message.text())
  })
  page.on('request', request => {
    if (!request.url().startsWith(`http://127.0.0.1:${port}/`)) faults.push(`asked ${request.url()}`)
  })
  await page.setViewport({ width: 1280, height: 900 })
  await page.goto(`http://127.0.0.1:${port}/#${link}`)
  await page.waitForSelector('h1')
  return { page, faults }
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

declare const window: {
  readonly axe: {
    run(): Promise<{ violations: readonly { id: string; nodes: readonly { target: unknown; failureSummary?: string }[] }[] }>
  }
}

/** What axe finds in this theme, once its colours are there: they fade where motion is welcome. */
export const faultsOf = async (page: Page, theme: string): Promise<readonly unknown[]> => {
  await page.emulateMediaFeatures([
    { name: 'prefers-reduced-motion', value: 'reduce' },
    { name: 'prefers-color-scheme', value: theme },
  ])
  await page.evaluate(axe)
  const { violations } = await page.evaluate(() => window.axe.run())
  return violations.map(({ id, nodes }) => [id, nodes.map(({ target, failureSummary }) => [target, failureSummary])])
}

declare const document: { readonly body: { readonly innerText: string } }

/** Waits until the page has this text, a long name in two parts too; says what it has instead. */
export const shows = async (page: Page, text: string): Promise<void> => {
  try {
    const has = (wanted: string): boolean => {
      const { innerText } = document.body
      return innerText.includes(wanted) || innerText.replaceAll('\n', '').includes(wanted)
    }
    await page.waitForFunction(has, { timeout: 15_000, polling: 50 }, text)
  } catch (cause) {
    const said = await page.evaluate(() => document.body.innerText)
    throw new Error(`"${text}" is not on the page, but:\n${said.slice(0, 3_000)}`, { cause })
  }
}

export const writePolicy = (home: Home, text: string): string => {
  const file = join(home.config, 'policy.yaml')
  writeFileSync(file, text)
  return file
}

/** One line of the log as a hook writes it, without a seal. */
export const recorded = ({ state }: Home, n: number, more: object, replay: object): void =>
  appendFileSync(
    join(state, 'audit.jsonl'),
    `${JSON.stringify({
      v: 1,
      time: new Date(Date.now() - 60_000 + n).toISOString(),
      id: `r${n.toString(36).padStart(6, '0')}`,
      client: 'codex',
      event: 'PreToolUse',
      tool: 'shell',
      decision: 'allow',
      rules: [],
      source: 'offline',
      session: `s-${n}`,
      ms: 4,
      ...more,
      replay: { content: 'make', cwd: '/w', workspaceRoots: ['/w'], ...replay },
    })}\n`,
  )

/** Lines as hooks would write them, without seals. */
export const flood = ({ state, project }: Home, count: number): void => {
  const line = (n: number): string =>
    JSON.stringify({
      v: 1,
      time: new Date().toISOString(),
      id: n.toString(36).padStart(7, '0'),
      client: 'claude-code',
      event: 'PreToolUse',
      tool: 'Bash',
      decision: n % 7 === 0 ? 'deny' : 'allow',
      rules: n % 7 === 0 ? ['git.push-force'] : [],
      source: 'offline',
      session: `s-${n % 40}`,
      ms: 4,
      replay: { content: `make step-${n}`, cwd: project, workspaceRoots: [project] },
    })
  for (let at = 0; at < count; at += 5_000)
    appendFileSync(
      join(state, 'audit.jsonl'),
      `${Array.from({ length: Math.min(5_000, count - at) }, (_, i) => line(at + i)).join('\n')}\n`,
    )
}
