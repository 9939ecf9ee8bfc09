/** The site in Chromium: its first screen, its search, and the playground, which gives the same verdicts as the executable. */

import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { extname, join } from 'node:path'
import { build } from 'esbuild'
import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readCorpus } from '../../scripts/corpus/row.ts'
import { evaluate } from '../../src/engine/policy/evaluate.ts'
import { eventOf } from '../../src/engine/policy/testing/case.ts'
import { must, policyFrom } from '../../src/engine/policy/testing/fixtures.ts'
import { placesOf } from '../../src/hook/config.ts'
import { hostFor } from '../../src/hook/sources/offline.ts'

const root = new URL('../../', import.meta.url).pathname
const site = join(root, 'docs/.vitepress/dist')
const chromium = '/usr/bin/chromium'
const executable = join(root, 'dist/tfy-hook')
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
  '.svg': 'image/svg+xml',
}

let server: Server
let browser: Browser
let base = ''
const asked: string[] = []
const top = realpathSync(mkdtempSync(join(tmpdir(), 'tfy-hook-playground-')))

if (!existsSync(chromium)) console.warn(`${chromium} is not here: the site is not looked at`)

beforeAll(async () => {
  if (!existsSync(chromium)) return
  execFileSync('npx', ['vitepress', 'build', 'docs'], { cwd: root, stdio: 'ignore' })
  server = createServer(({ url = '/' }, response) => {
    const path = join(site, decodeURIComponent(url.replace(/[?#].*/, '')))
    const file = [path, `${path}.html`, join(path, 'index.html')].find(name => existsSync(name) && statSync(name).isFile())
    if (file === undefined) return response.writeHead(404).end()
    return response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' }).end(readFileSync(file))
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  browser = await puppeteer.launch({ executablePath: chromium, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
}, 240_000)

afterAll(async () => {
  await browser?.close()
  server?.close()
  rmSync(top, { recursive: true, force: true })
})

const opened = async (): Promise<Page> => {
  const page = await browser.newPage()
  page.on('request', request => asked.push(request.url()))
  await page.goto(`${base}/docs/use/playground`)
  await page.waitForSelector('.verdict', { timeout: 60_000 })
  return page
}

const type = (page: Page, selector: string, text: string): Promise<unknown> =>
  page.$eval(
    selector,
    (element, value) => {
      ;(element as unknown as { value: string }).value = value
      element.dispatchEvent(new Event('input', { bubbles: true }))
    },
    text,
  )

const shows = (page: Page, decision: string): Promise<unknown> =>
  page.waitForSelector(`.verdict[data-decision="${decision}"]`, { timeout: 30_000 })

describe.runIf(existsSync(chromium))('the site', () => {
  it('shows the product first, and leads to every section', async () => {
    const page = await browser.newPage()
    await page.setViewport({ width: 1280, height: 800 })
    await page.goto(`${base}/`)
    await page.waitForSelector('.VPNavBarMenu')
    const nav = await page.$$eval('.VPNavBarMenu a', links => links.map(link => link.textContent?.trim()))
    expect(nav).toEqual(['Use', 'Playground', 'Govern', 'Operate', 'Extend', 'Clients', 'Reference'])
    const answer = await page.$eval('.vp-doc .language-console', block => {
      const { bottom } = block.getBoundingClientRect()
      return { bottom, isCut: block.querySelector('pre')?.scrollWidth !== block.querySelector('pre')?.clientWidth }
    })
    expect(answer.isCut).toBe(false)
    expect(answer.bottom).toBeLessThan(800)
    await page.close()
  }, 60_000)

  it.each([
    ['uninstall', '/docs/use/install#uninstall'],
    ['disable for one repo', '/docs/use/faq#how-do-i-disable-it-for-one-repository'],
    ['npm allow list', '/docs/use/faq#can-i-have-an-allow-list-of-npm-packages'],
  ])(
    'finds %s',
    async (asked, wanted) => {
      const page = await browser.newPage()
      await page.goto(`${base}/`)
      // Before the page has come to life, its buttons do nothing.
      for (let tries = 0; tries < 30 && (await page.$('.search-input')) === null; tries++) {
        await page.click('#local-search button')
        await page.waitForSelector('.search-input', { timeout: 1_000 }).catch(() => undefined)
      }
      await page.type('.search-input', asked)
      await page.waitForSelector(`li:first-child > a.result[href="${wanted}"]`, { timeout: 30_000 })
      await page.close()
    },
    60_000,
  )
})

describe.runIf(existsSync(chromium))('the playground', () => {
  it('denies the first example of the README, permits it by an edited policy, and sends nothing', async () => {
    const page = await opened()
    await shows(page, 'deny')
    expect(await page.$eval('.verdict', element => element.textContent)).toContain('deletes the home directory')
    await type(
      page,
      '.policy',
      'version: 1\nexceptions: [{ rule: "filesystem.*", when: { program: rm }, reason: Mine., expires: 2099-01-31 }]',
    )
    await shows(page, 'allow')
    await type(page, '.policy', 'version: 1\nrules: [{ id: a.b, on: shell, when: { progam: rm }, decision: deny, reason: No. }]')
    await page.waitForSelector('.problem.error')
    expect(await page.$eval('.problem.error', element => element.textContent)).toContain('did you mean program')
    await type(
      page,
      '.policy',
      'version: 1\nrules: [{ id: a.b, on: shell, when: { program: git, branch: main }, decision: ask, reason: Look. }]',
    )
    await type(page, '.call', 'git push origin HEAD')
    await shows(page, 'ask')
    expect(await page.$eval('details', element => element.textContent)).toContain('a.b')
    expect(asked.filter(url => !url.startsWith(base) && !url.startsWith('data:'))).toEqual([])
    await page.close()
  }, 120_000)

  it('is small and quick enough to wait for', async () => {
    const page = await browser.newPage()
    const scripts: Promise<number>[] = []
    page.on('response', response => {
      if (response.url().endsWith('.js'))
        scripts.push(
          response.buffer().then(
            ({ length }) => length,
            () => 0,
          ),
        )
    })
    const start = performance.now()
    await page.goto(`${base}/docs/use/playground`)
    await page.waitForSelector('.verdict', { timeout: 60_000 })
    const ms = performance.now() - start
    const bytes = (await Promise.all(scripts)).reduce((sum, length) => sum + length, 0)
    console.log(`${Math.round(bytes / 1024)} KiB of scripts, ${Math.round(ms)} ms to the first verdict`)
    expect(bytes).toBeLessThan(4 * 1024 * 1024)
    expect(ms).toBeLessThan(30_000)
    await page.close()
  }, 90_000)

  it.runIf(existsSync(executable))(
    'says of 1,000 calls what the executable says',
    async () => {
      const cwd = join(top, 'shop')
      const home = userInfo().homedir
      mkdirSync(join(cwd, '.git'), { recursive: true })
      writeFileSync(join(cwd, '.git/HEAD'), 'ref: refs/heads/topic\n')
      writeFileSync(
        join(cwd, '.git/config'),
        '[remote "origin"]\n\turl = https://git.example.com/shop.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n',
      )
      const fit = readCorpus().flatMap(({ promise, rows }) =>
        ['must-deny', 'evasions', 'must-allow'].includes(promise)
          ? rows.flatMap(({ shell, cwd: folder, platform, tool, times }) =>
              shell === undefined || folder !== undefined || platform !== undefined || tool !== undefined || times !== undefined
                ? []
                : shell,
            )
          : [],
      )
      const step = Math.floor(fit.length / 1_000)
      const commands = Array.from({ length: 1_000 }, (_, i) => fit[i * step] ?? '')
      const input = commands
        .map(command =>
          JSON.stringify({
            session_id: 's',
            hook_event_name: 'PreToolUse',
            cwd,
            permission_mode: 'default',
            tool_name: 'Bash',
            tool_input: { command },
          }),
        )
        .join('\n')
      const env = {
        PATH: process.env.PATH ?? '',
        XDG_CONFIG_HOME: '/nonexistent/config',
        XDG_STATE_HOME: '/nonexistent/state',
        HOME: home,
      }
      const { stdout } = spawnSync(executable, ['explain', '--jsonl'], {
        cwd,
        env,
        input,
        encoding: 'utf8',
        maxBuffer: 1 << 28,
      })
      const theirs = stdout
        .trim()
        .split('\n')
        .map(line => JSON.parse(line) as { decision: string; rules?: readonly string[] })
      expect(theirs).toHaveLength(1_000)

      const { outputFiles } = await build({
        entryPoints: [join(root, 'docs/.vitepress/playground/engine.ts')],
        bundle: true,
        write: false,
        format: 'iife',
        globalName: 'engine',
        platform: 'browser',
        plugins: [
          {
            name: 'without-programs',
            setup: builder => {
              builder.onResolve({ filter: /\/judge\/check\.ts$/ }, () => ({
                path: join(root, 'docs/.vitepress/playground/no-check.ts'),
              }))
            },
          },
        ],
      })
      const page = await browser.newPage()
      await page.goto(`${base}/404.html`)
      await page.addScriptTag({ content: outputFiles[0]?.text ?? '' })
      const ours = (await page.evaluate(
        async (list, place) => {
          const { judge } = (globalThis as unknown as { engine: typeof import('../../docs/.vitepress/playground/engine.ts') })
            .engine
          const said: string[] = []
          for (const shell of list) {
            const { trace } = await judge('version: 1', { shell }, place)
            said.push(trace === undefined ? 'failure' : trace.verdict.ruling.decision)
          }
          return said
        },
        commands,
        { home, cwd, branch: 'topic' },
      )) as readonly string[]
      // A page sees no files and no guard. What differs has to be what the same engine says in Node, of a machine with and without them.
      const real = hostFor(placesOf(env, cwd), {})
      const policy = await policyFrom('version: 1')
      const different: string[] = []
      let byFiles = 0
      for (const [i, command] of commands.entries()) {
        if (ours[i] === theirs[i]?.decision) continue
        const event = eventOf({ shell: command, expect: 'allow' }, { cwd, workspaceRoots: [cwd] })
        const { decision } = must(await evaluate(event, [policy], real)).ruling
        if (decision === theirs[i]?.decision) byFiles++
        else different.push(`${ours[i]} here, ${theirs[i]?.decision} there, ${decision} in Node: ${command}`)
      }
      expect(different).toEqual([])
      expect(byFiles).toBeLessThan(10)
      expect(new Set(ours).size).toBeGreaterThanOrEqual(3)
      expect(readdirSync(site).length).toBeGreaterThan(3)
    },
    240_000,
  )
})
