/** The part of the trial that runs in the cage: does what has to fail, and says what did not. */

import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import type { Probed } from './backend.ts'

const connectMs = 1_000

export const probe = async (question: string): Promise<Probed> => {
  const { write, read, port, own } = JSON.parse(question) as {
    readonly write: string
    readonly read: string
    readonly port: number
    readonly own: string
  }
  return {
    wrote: succeeds(() => writeFileSync(write, '')),
    read: succeeds(() => {
      if (readFileSync(read, 'utf8') === '') throw new Error('empty')
    }),
    connected: await reaches(port),
    worked: succeeds(() => writeFileSync(own, '')),
  }
}

const succeeds = (act: () => void): boolean => {
  try {
    act()
    return true
  } catch {
    return false
  }
}

const reaches = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    const end = (yes: boolean): void => {
      socket.destroy()
      resolve(yes)
    }
    socket.setTimeout(connectMs, () => end(false))
    socket.on('connect', () => end(true))
    socket.on('error', () => end(false))
  })
