/** How long ago, in one unit. */
export const relativeTime = (time: string, now: number): string => {
  const seconds = Math.round((now - Date.parse(time)) / 1000)
  if (Number.isNaN(seconds)) return 'at an unknown time'
  if (seconds < 60) return seconds < 5 ? 'just now' : `${seconds} s ago`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ago`
  return seconds < 172_800 ? `${Math.floor(seconds / 3_600)} h ago` : `${Math.floor(seconds / 86_400)} days ago`
}
