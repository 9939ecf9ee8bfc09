/** What calls can be counted by. */
export const groupings = [
  'client',
  'project',
  'session',
  'user',
  'host',
  'rule',
  'decision',
  'tool',
  'event',
  'day',
  'hour',
] as const
export type Grouping = (typeof groupings)[number]
