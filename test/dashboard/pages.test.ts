/** The pages in a real browser, before a log of real calls. */

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { executables } from '../blackbox/executables.ts'
import {
  callOf,
  chromium,
  type Dashboard,
  faultsOf,
  flood,
  type Home,
  hasTerminal,
  homeFor,
  launch,
  opened,
  shows,
  start,
  type Watched,
} from './dashboard.ts'

const [exe] = executables
const ready = chromium !== undefined && hasTerminal
if (!ready) process.stderr.write('Chromium or script is not here: the pages of the dashboard are not looked at\n')

declare const document: {
  readonly activeElement: { readonly textContent: string; readonly className: string } | null
  readonly documentElement: { readonly scrollWidth: number; readonly dataset: Readonly<Record<string, string>> }
  readonly cookie: string
}
declare const location: { readonly href: string; readonly hash: string }
declare const localStorage: object

const pages = ['live', 'sessions', 'sessions/s-1', 'insights', 'approvals', 'policy', 'setup', 'call'] as const
const shown = {
  live: 'git status',
  sessions: 'All sessions',
  'sessions/s-1': 'Timeline',
  insights: 'Calls by day',
  approvals: 'permit once …',
  policy: 'In force here',
  setup: 'What decides',
  call: 'Around it',
}

describe.skipIf(!ready || exe === undefined)('the pages', () => {
  let home: Home
  let dashboard: Dashboard
  let browser: Browser
  let watched: Watched
  let page: Page
  const call = (command: string, session?: string): string => (exe === undefined ? '' : callOf(exe, home, command, session))
  const go = async (path: string): Promise<void> => {
    await page.evaluate(to => {
      ;(location as { hash: string }).hash = to
    }, `#/${path}`)
  }
  const click = async (name: string): Promise<void> => {
    await page.locator(`::-p-aria([name="${name}"][role="button"])`).setTimeout(20_000).click()
  }

  beforeAll(async () => {
    home = homeFor()
    call('git status --short')
    call('rm -rf ~')
    call('echo "<img src=x onerror=\'document.title=1\'>" # \u202e\u001b[31m')
    call(`echo ${'long '.repeat(800)}`)
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

  it('takes the link out of the address and keeps the cookie from scripts', async () => {
    expect(await page.evaluate(() => location.href)).toBe(`http://127.0.0.1:${dashboard.port}/#/live`)
    expect(await page.evaluate(() => document.cookie)).toBe('')
    const again = await browser.newPage()
    const other = await browser.createBrowserContext()
    const stolen = await other.newPage()
    await stolen.goto(`http://127.0.0.1:${dashboard.port}/#${dashboard.link}`)
    await shows(stolen, 'This link was used, or is too old.')
    expect(await stolen.evaluate(() => location.href)).not.toContain(dashboard.link)
    await other.close()
    await again.close()
  })

  it('shows a refusal when it happens', async () => {
    await shows(page, 'connected')
    expect(call('git push --force origin main')).toBe('deny')
    await shows(page, 'git push --force origin main')
  })

  it('shows what is foreign as text', async () => {
    await shows(page, '<img src=x onerror=')
    await shows(page, '\\u{202e}')
    await shows(page, '\\e')
    expect(await page.$('img')).toBeNull()
  })

  it('says of a call what it was, what was seen in it and why', async () => {
    await page.locator('a.row.deny').click()
    await shows(page, 'What was seen in it')
    for (const text of ['overwrites the history', 'git.push-force', 'proved-dangerous', 'What would change it'])
      await shows(page, text)
  })

  it('permits a refused call once: it passes once, and is refused again', async () => {
    const danger = 'git push --force origin topic'
    expect(call(danger)).toBe('deny')
    await go('approvals')
    await shows(page, danger)
    await page.locator('section.panel button ::-p-text(permit once)').click()
    await click('yes, permit this call once')
    await shows(page, 'and not used yet. The agent may try again.')
    // Another call, and another session, are not what was permitted.
    expect(call('git push --force origin main')).toBe('deny')
    expect(call(danger, 's-9')).toBe('deny')
    expect(call(danger)).toBe('')
    expect(call(danger)).toBe('deny')
  })

  it('lets nobody permit what concerns this guard', async () => {
    expect(call('tfy-hook uninstall --yes')).toBe('deny')
    await shows(page, 'It cannot be permitted: it concerns this guard itself.')
  })

  it('shows the cage of a call that runs in one, or why there is none', async () => {
    const file = join(home.config, 'policy.yaml')
    writeFileSync(file, 'rules: [{ id: shop.odd, on: shell, when: { program: odd }, decision: contain, reason: Odd }]')
    call('odd thing')
    rmSync(file)
    await go('live')
    await shows(page, 'odd thing')
    await page.locator('a.row.contain').click()
    for (const text of ['the cage', 'build, ', 'shop.odd']) await shows(page, text)
  })

  it('holds no more of a command of ten megabytes than a page can bear', async () => {
    expect(call(`echo ${'x'.repeat(10 * 1024 * 1024)} && rm -rf ~`)).toBe('deny')
    await go('live')
    await shows(page, 'connected')
    await page.waitForSelector('a.row.deny')
    expect((await page.content()).length).toBeLessThan(500_000)
    await page.locator('a.row.deny').click()
    await shows(page, 'What was asked')
    expect((await page.content()).length).toBeLessThan(500_000)
  })

  it('filters, and says what no call has', async () => {
    await go('live?decision=allow')
    await shows(page, 'git status --short')
    await page.waitForFunction(
      () => !(document as unknown as { body: { innerText: string } }).body.innerText.includes('rm -rf ~'),
    )
    await go('live?client=nobody')
    await page.waitForSelector('[role=alert]')
    await go('live')
  })

  it('is walked with the keys alone', async () => {
    await shows(page, 'git status --short')
    await page.keyboard.press('j')
    await page.waitForFunction(() => document.activeElement?.className.startsWith('row') === true)
    const first = await page.evaluate(() => document.activeElement?.textContent)
    await page.keyboard.press('ArrowDown')
    expect(await page.evaluate(() => document.activeElement?.textContent)).not.toBe(first)
    await page.keyboard.press('Enter')
    await shows(page, 'What was asked')
    await page.keyboard.press('g')
    await page.keyboard.press('p')
    await shows(page, 'In force here')
    await page.keyboard.press('?')
    await shows(page, 'light, dark, or as the system')
    await page.keyboard.press('Escape')
    await page.keyboard.press('t')
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'light')
    await page.keyboard.press('t')
    await page.keyboard.press('t')
  })

  it('checks a draft with a mistake, rehearses the mended one and writes it', async () => {
    await go('policy')
    await shows(page, 'Valid, and not written yet.')
    const editor = await page.$('.editor >>> .cm-content')
    await editor?.click()
    await page.keyboard.down('Control')
    await page.keyboard.press('End')
    await page.keyboard.up('Control')
    const rule = [
      'rules:',
      '- id: team.status',
      'on: shell',
      'when: { program: git statsu }',
      'decison: deny',
      'reason: Not today.',
    ]
    await type(page, rule)
    await shows(page, 'decison')
    await page.waitForSelector('.problems button')
    await page.keyboard.press('Enter')
    expect(await page.$eval('button.main', button => (button as unknown as { disabled: boolean }).disabled)).toBe(true)
    await click('undo all')
    await shows(page, 'Valid, and not written yet.')
    await editor?.click()
    await page.keyboard.down('Control')
    await page.keyboard.press('End')
    await page.keyboard.up('Control')
    await type(page, [
      'rules:',
      '- id: team.status',
      'on: shell',
      'when: { program: git, args: status }',
      'decision: deny',
      'reason: Not today.',
    ])
    await shows(page, 'Valid, and not written yet.')
    await click('what would it change?')
    await shows(page, 'would be answered otherwise')
    await shows(page, 'team.status')
    await click('write')
    await shows(page, 'It holds from the next call on.')
    expect(readFileSync(join(home.config, 'policy.yaml'), 'utf8')).toContain('team.status')
    expect(call('git status --short')).toBe('deny')
  })

  it('permits a refused call for good: shows the exception, and writes what it has shown', async () => {
    const danger = 'git push --force origin release'
    expect(call(danger, 's-5')).toBe('deny')
    await go('live?session=s-5')
    await page.locator('a.row.deny').click()
    await click('show the exception')
    await shows(page, 'calls that differ a little are judged as before')
    await click('write the exception')
    await shows(page, 'Written. It holds from the next call on.')
    expect([call(danger, 's-5'), call(danger, 's-6'), call('git push --force origin main', 's-6')]).toEqual(['', '', 'deny'])
    await go('policy')
    await shows(page, 'as it is in the file')
    const editor = await page.$('.editor >>> .cm-content')
    await editor?.click()
    await page.keyboard.down('Control')
    await page.keyboard.press('Home')
    await page.keyboard.up('Control')
    await page.keyboard.type('# reviewed')
    await page.keyboard.press('Enter')
    await shows(page, 'Valid, and not written yet.')
    await click('what would it change?')
    await shows(page, 'would be answered otherwise')
    await shows(page, ' passed, 0 failed')
    await click('undo all')
  })

  it('suggests what a policy could be asked about, and leads to the call', async () => {
    for (let i = 0; i < 2; i++) expect(call('git push --force origin next', 's-7')).toBe('deny')
    await go('live')
    await shows(page, 'connected')
    await go('policy')
    await shows(page, 'Refused again and again')
    await shows(page, 'git push --force origin next')
    await page.locator('ul[aria-label=suggestions] a[href^="#/call/"]').click()
    await shows(page, 'What would change it')
  })

  it('tells what a session did, and how often the same was refused in a row', async () => {
    for (let i = 0; i < 4; i++) call('git push --force origin main', 's-2')
    await go('sessions')
    await page.locator('a[href="#/sessions/s-2"]').click()
    await shows(page, '4 times in a row')
    await shows(page, 'Timeline')
  })

  it('draws what happened, and tells it in a table', async () => {
    await go('insights')
    await page.waitForSelector('.chart canvas')
    await shows(page, 'git.push-force')
    expect(await page.$$('.chart + details table tbody tr')).not.toHaveLength(0)
  })

  it('says which clients are guarded', async () => {
    await go('setup')
    await shows(page, 'What decides')
    await click('examine')
    await page.waitForSelector('ul[aria-label=findings] li', { timeout: 20_000 })
  })

  describe.each(['light', 'dark'])('in %s', theme => {
    it.each(pages.flatMap(name => [360, 1280].map(width => [name, width] as const)))(
      '%s, %i wide, has no fault',
      async (name, width) => {
        await page.setViewport({ width, height: 800 })
        await go('live')
        await page.waitForSelector('a.row.deny')
        const href = await page.$eval('a.row.deny', row => (row as unknown as { hash: string }).hash)
        if (name !== 'live') await go(name === 'call' ? href.slice(2) : name)
        await shows(page, shown[name])
        expect(await faultsOf(page, theme)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      },
    )
  })

  it('stays usable while a hundred thousand calls come, and says how many it left out', async () => {
    await go('live')
    await shows(page, 'connected')
    flood(home, 100_000)
    await shows(page, 'came faster than they can be shown')
    expect((await page.$$('a.row')).length).toBeLessThanOrEqual(500)
    await go('policy')
    await shows(page, 'In force here')
  })

  it('breaks no policy of its own, throws nothing and asks nobody else', () => {
    expect(watched.faults.filter(fault => !/status of (?:403|422|503)/.test(fault))).toEqual([])
  })
})

/** The editor indents by itself. */
const type = async (page: Page, lines: readonly string[]): Promise<void> => {
  for (const [i, line] of lines.entries()) {
    if (i > 0) await page.keyboard.press('Enter')
    await page.keyboard.type(line)
    await page.keyboard.press('Escape')
  }
}
