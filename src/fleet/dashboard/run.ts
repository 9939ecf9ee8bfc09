/** The life of the dashboard: a port of this machine, a link, and an end when nobody looks any more. */

import { randomBytes } from 'node:crypto'
import { mkdirSync, unlinkSync, writeFileSync } from 'node:fs'
import { isatty } from 'node:tty'
import { placesOf } from '../../hook/config.ts'
import { writeAll } from '../../hook/io.ts'
import { listen } from '../serve/listen/listen.ts'
import { type Access, accessFor } from './access.ts'
import { appOf, doorOf } from './app.ts'
import { liveFrom } from './live.ts'
import { openInBrowser } from './open.ts'
import { openRefusals, withSessions } from './permits.ts'
import { recordsHere } from './records-here.ts'

declare const __TFY_VERSION__: string

interface DashboardOptions {
  readonly port: number
  readonly open: boolean
  readonly idleMs: number
}

/** Longest time that the page which leads to the link stands on the disk. */
const doorstepMs = 60_000

export const runDashboard = async ({ port, open, idleMs }: DashboardOptions): Promise<number> => {
  const { state } = placesOf(process.env)
  const [links, live] = [accessFor(), await liveFrom(state)]
  let doorstep: Doorstep | undefined
  const access: Access = {
    ...links,
    enter: async secret => {
      if (secret === doorstep?.secret) doorstep.remove()
      return links.enter(secret)
    },
  }
  const attended = isatty(0) && isatty(1)
  // One for each server: cookies of other ports come to every one.
  const cookie = `tfy-hook-${randomBytes(6).toString('hex')}`
  const session = { version: __TFY_VERSION__, folder: process.cwd(), attended }
  const records = recordsHere(state)
  const refusals = async () => withSessions(await openRefusals(), records)
  const door = doorOf(appOf({ access, live, records: () => records, refusals, session, cookie }))
  let asked = Date.now()
  const server = await listen(
    { kind: 'tcp', host: '127.0.0.1', port },
    undefined,
    request => {
      asked = Date.now()
      return door(request)
    },
    { headerMs: 10_000, idleMs: 60_000, bodyMs: 10_000, maxBytes: 2 * 1024 * 1024 },
  )
  const linkOf = (secret: string): string => `http://127.0.0.1:${server.port}/#${secret}`
  const link = (): string => linkOf(access.link())
  writeAll(1, `${link()}\n`)
  writeAll(2, `tfy-hook: the link works once. ${attended ? 'Enter: another one. ' : ''}Ctrl-C ends the dashboard.\n`)
  if (open) doorstep = doorstepFor(access.link(), linkOf, `${state}/dashboard`)
  if (doorstep !== undefined) openInBrowser(doorstep.file)

  if (attended) process.stdin.on('data', () => void writeAll(1, `${link()}\n`))
  await new Promise<void>(resolve => {
    process.once('SIGTERM', () => resolve())
    process.once('SIGINT', () => resolve())
    const idle = setInterval(
      () => {
        if (live.listeners() > 0) asked = Date.now()
        if (Date.now() - asked <= idleMs) return
        clearInterval(idle)
        writeAll(2, 'tfy-hook: nobody has looked for a while; the dashboard ends.\n')
        resolve()
      },
      Math.min(idleMs, 1_000),
    )
  })
  doorstep?.remove()
  live.close()
  await Promise.race([server.end(), new Promise(resolve => setTimeout(resolve, 500))])
  process.stdin.destroy()
  return 0
}

/** A page that leads to a link, and goes when that is used. */
interface Doorstep {
  readonly file: string
  readonly secret: string
  readonly remove: () => void
}

/** A link on a command line can be read by every account of the machine; this page can be read by one. */
const doorstepFor = (secret: string, linkOf: (secret: string) => string, folder: string): Doorstep => {
  const file = `${folder}/open-${randomBytes(12).toString('hex')}.html`
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(file, `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${linkOf(secret)}">\n`, {
    mode: 0o600,
    flag: 'wx',
  })
  const remove = (): void => {
    try {
      unlinkSync(file)
    } catch {
      // It is gone.
    }
  }
  setTimeout(remove, doorstepMs).unref()
  return { file, secret, remove }
}
