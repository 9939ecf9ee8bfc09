/** What a person does at the console all day: looks for a call, understands it, permits it. */

import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { executables } from '../blackbox/executables.ts'
import {
  callOf,
  chromium,
  type Dashboard,
  type Home,
  hasTerminal,
  homeFor,
  launch,
  opened,
  recorded,
  shows,
  start,
  type Watched,
} from './dashboard.ts'

const [exe] = executables
const ready = chromium !== undefined && hasTerminal

interface Box {
  readonly getBoundingClientRect: () => { readonly left: number; readonly right: number }
}
declare const document: {
  title: string
  readonly body: { readonly innerText: string }
  readonly querySelectorAll: (selector: string) => Iterable<Box>
}
declare const location: { hash: string }
declare const window: { told?: string[]; Notification: unknown }

const day = 86_400_000
const path = '/home/dev/customers/acme/a-rather-long-name-of-a-folder/storefront'
const dangers = { long: `echo ${'word '.repeat(1_500)} && git push --force origin trunk`, keys: 'git push --force origin keys' }

describe.skipIf(!ready || exe === undefined)('the console', () => {
  let home: Home
  let dashboard: Dashboard
  let browser: Browser
  let watched: Watched
  let page: Page
  const call = (command: string, session?: string): string => (exe === undefined ? '' : callOf(exe, home, command, session))
  const go = (to: string): Promise<unknown> =>
    page.evaluate(hash => {
      location.hash = hash
    }, `#/${to}`)
  const rows = async (count: number): Promise<readonly string[]> => {
    await page.waitForFunction(wanted => [...document.querySelectorAll('a.row')].length === wanted, { timeout: 10_000 }, count)
    return page.$$eval('a.row', all => all.map(one => (one as unknown as { readonly innerText: string }).innerText))
  }
  const yes = 'button ::-p-text(yes, permit this call once)'
  const isDisabled = (): Promise<boolean> =>
    page.$eval(yes, button => (button as unknown as { readonly disabled: boolean }).disabled)

  beforeAll(async () => {
    home = homeFor()
    call('git status --short', 's-live')
    const project = { cwd: path, workspaceRoots: [path] }
    const yesterday = { time: new Date(Date.now() - day).toISOString(), session: 's-build', user: 'ci' }
    recorded(
      home,
      1,
      { ...yesterday, event: 'UserPromptSubmit', tool: '' },
      { subject: 'prompt', content: 'Release 4.3', ...project },
    )
    recorded(
      home,
      2,
      { ...yesterday, decision: 'deny', rules: ['git.push-force'], reason: 'It overwrites.' },
      { content: 'git push -f' },
    )
    recorded(home, 3, { tool: 'Write' }, { subject: 'file-write', content: 'k=1', paths: ['/w/secrets/key'] })
    recorded(home, 4, {}, { content: 'ls secrets/' })
    const result = { subject: 'output', content: '\n', structuredInput: { command: 'make the-result' } }
    recorded(home, 5, { event: 'PostToolUse' }, result)
    for (let n = 100; n < 230; n++) recorded(home, n, n === 150 ? { decision: 'deny' } : {}, { content: `step ${n}` })
    if (exe === undefined) return
    dashboard = await start(exe, home)
    browser = await launch()
    watched = await opened(browser, dashboard)
    page = watched.page
  })
  afterAll(async () => {
    await browser?.close()
    await dashboard?.stop()
  })

  it('finds calls by a text in their command, path or arguments', async () => {
    await go('live')
    await page.waitForSelector('a.row')
    await page.type('input[type=search]', 'secrets/')
    // A part of it, typed before a pause, finds the same calls; the rest would come into what is asked next.
    await page.waitForFunction(() => location.hash === '#/live?text=secrets%2F')
    const found = await rows(2)
    expect(found.join()).toContain('/w/secrets/key k=1')
    expect(found.join()).toContain('ls secrets/')
  })

  it('finds calls of a time, and each says where, in which session, at which event and why', async () => {
    await go('live')
    await page.waitForFunction(() => [...document.querySelectorAll('a.row')].length > 100)
    await page.select('search label:nth-of-type(2) select', '3')
    const [stopped = ''] = await rows(2)
    for (const text of [
      'deny',
      'codex',
      'PreToolUse',
      'git push -f',
      'It overwrites.',
      '“Release 4.3”',
      '1 d ago',
      'git.push-force',
    ])
      expect(stopped).toContain(text)
    await go('live?since=2020-01-01&until=2020-01-02')
    await shows(page, 'No call yet that fits these filters')
  })

  it('says what a result is of', async () => {
    await go('live?event=PostToolUse')
    const [result] = await rows(1)
    expect(result).toContain('after make the-result')
  })

  it('suggests what the log has, and says what a name may have meant', async () => {
    await go('live')
    await page.focus('input[list=known-rule]')
    await page.waitForSelector('#known-rule option[value="git.push-force"]')
    await page.focus('input[list=known-session]')
    await page.waitForSelector('#known-session option[label="Release 4.3"]')
    await go('live?user=cu')
    await shows(page, 'Did you mean ci?')
  })

  it('keeps the end of a long path', async () => {
    await page.setViewport({ width: 1020, height: 900 })
    await go('live?session=s-build&event=UserPromptSubmit')
    await rows(1)
    const { tail, right, edge } = await page.$eval('.where .path', one => {
      const element = one as unknown as Box & {
        readonly querySelector: (selector: string) => Box & { readonly innerText: string }
      }
      const last = element.querySelector('.tail')
      return { tail: last.innerText, right: last.getBoundingClientRect().right, edge: element.getBoundingClientRect().right }
    })
    expect(tail).toBe('/storefront')
    expect(right).toBeLessThanOrEqual(edge + 1)
    await page.setViewport({ width: 1280, height: 900 })
  })

  it('lists all sessions, in any order, page by page', async () => {
    await go('sessions')
    await shows(page, '1 to 100 of 135')
    await page.locator('th button ::-p-text(refused)').click()
    await page.waitForFunction(() => document.body.innerText.includes('refused ▼'))
    await shows(page, '“Release 4.3”')
    await page.locator('button ::-p-text(next)').click()
    await shows(page, '101 to 135 of 135')
    await page.locator('button ::-p-text(Projects)').click()
    await shows(page, 'All projects')
    await shows(page, '/storefront')
  })

  it('gives what was filtered as a file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tfy-hook-downloads-'))
    const session = await page.createCDPSession()
    await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder })
    await go('live?text=secrets/')
    await rows(2)
    await page.locator('button ::-p-text(CSV)').click()
    const file = join(folder, 'calls.csv')
    await expect.poll(() => existsSync(file), { timeout: 10_000 }).toBe(true)
    const text = readFileSync(file, 'utf8')
    expect([text.split('\r\n').length, text.includes('ls secrets/'), text.includes('step 100')]).toEqual([4, true, false])
  })

  it('permits a long call only when all of it was on the screen, with the keys alone', async () => {
    expect(call(dangers.long)).toBe('deny')
    await go('live?decision=deny')
    await page.waitForSelector('a.row.deny .where')
    await shows(page, 'word word')
    await page.keyboard.press('a')
    await shows(page, 'Scroll through all of it first')
    expect(await isDisabled()).toBe(true)
    // The end alone is not the whole.
    await page.keyboard.press('End')
    await new Promise(resolve => setTimeout(resolve, 400))
    expect(await isDisabled()).toBe(true)
    await page.keyboard.press('Home')
    await new Promise(resolve => setTimeout(resolve, 400))
    for (let i = 0; i < 60 && (await isDisabled()); i++) {
      await page.keyboard.press('PageDown')
      await new Promise(resolve => setTimeout(resolve, 500))
    }
    expect(await isDisabled()).toBe(false)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await shows(page, 'and not used yet. The agent may try again.')
    expect([call(dangers.long), call(dangers.long)]).toEqual(['', 'deny'])
  }, 60_000)

  it('shows who asked where, and the reason at one key', async () => {
    expect(call(dangers.keys, 's-live')).toBe('deny')
    await go('live?session=s-live')
    await shows(page, dangers.keys)
    await page.keyboard.press('w')
    await shows(page, 'What was decided')
    await page.waitForFunction(() => location.hash.endsWith('?do=why'))
    await go('approvals')
    await shows(page, dangers.keys)
    for (const text of ['agent', 'for ', 'folder', 'begun ', 's-live']) await shows(page, text)
  })

  it('counts refusals until a person looks, and tells them where they have asked for it', async () => {
    await page.evaluate(() => {
      window.told = []
      window.Notification = class {
        static permission = 'granted'
        static requestPermission = async (): Promise<string> => 'granted'
        close = (): void => undefined
        constructor(title: string, { body }: { body: string }) {
          window.told?.push(`${title}: ${body}`)
        }
      }
      Object.defineProperty(document, 'hasFocus', { value: () => false })
    })
    await go('live')
    await go('approvals')
    await page.locator('button ::-p-text(notify me of new ones)').click()
    await shows(page, 'notifications are on')
    expect(await page.evaluate(() => document.title)).toBe('Approvals · tfy-hook')
    await go('insights')
    call('git push --force origin told')
    call('ls')
    await page.waitForFunction(() => document.title === '(1) Insights · tfy-hook', { timeout: 10_000 })
    expect(await page.$eval('nav .badge', one => (one as unknown as { readonly textContent: string }).textContent)).toBe('1 new')
    expect(await page.evaluate(() => window.told)).toEqual([
      'claude-code was stopped: git.push-force\ngit push --force origin told',
    ])
    await go('approvals')
    await page.waitForFunction(() => document.title === 'Approvals · tfy-hook')
  })

  it('has all its pages in sight on a narrow screen', async () => {
    await page.setViewport({ width: 400, height: 800 })
    const ends = await page.$$eval('nav a', all => all.map(one => (one as unknown as Box).getBoundingClientRect().right))
    expect([ends.length, Math.max(...ends) <= 400]).toEqual([6, true])
    await page.setViewport({ width: 1280, height: 900 })
  })

  it('says that it is paused, and when the server has ended what to do', async () => {
    await go('live')
    await shows(page, 'connected')
    await page.keyboard.press('p')
    await page.waitForFunction(() => (document.body.innerText.match(/paused|connected/g) ?? []).join() === 'paused')
    expect(watched.faults.filter(fault => !/status of 422|^asked data:image/.test(fault))).toEqual([])
    await dashboard.stop()
    await shows(page, 'The dashboard has ended.')
    await shows(page, 'no connection')
    await go('sessions')
    await page.waitForSelector('h1')
    expect(await page.evaluate(() => document.body.innerText)).not.toContain('Failed to fetch')
  })
})
