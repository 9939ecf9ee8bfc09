/** How long a gateway under load asks to be left alone. */

/** A `Retry-After` of a 429 or 503, in milliseconds, at most a day. A date is read against the gateway's own clock. */
export const retryAfter = (status: number, after: string | undefined, date: string | undefined): number | undefined => {
  if (after === undefined || (status !== 429 && status !== 503)) return undefined
  if (/^\d{1,9}$/.test(after)) return Math.min(Number(after) * 1000, day)
  const [until, now] = [instant(after), instant(date ?? '') ?? Date.now()]
  return until === undefined ? undefined : Math.min(Math.max(until - now, 0), day)
}

const day = 86_400_000

/** `Sun, 06 Nov 1994 08:49:37 GMT`, the one form that is still sent. */
const instant = (text: string): number | undefined => {
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return undefined
  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : time
}
