/** Whether the process that keeps connections is there, without asking anything of it. */

import { askResident } from './ask.ts'
import { addressAt, type Meeting } from './meeting.ts'

export const isThere = async (meeting: Meeting): Promise<boolean> => {
  const address = addressAt(meeting)
  if (address === undefined) return false
  const nothing = { url: new URL('about:blank'), headers: {}, body: '', signal: new AbortController().signal, maxBytes: 0 }
  const asked = await askResident(meeting, address, nothing)
  return asked.kind === 'nothing' || asked.kind === 'doubts'
}
