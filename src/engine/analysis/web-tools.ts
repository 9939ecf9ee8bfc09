/** What web tools, and tools that make requests, ask of the services that they name. */

import type { Ground } from '../matching/path-views.ts'
import { requested } from './effects/requests.ts'
import { sessionOn } from './file-tools.ts'
import type { Effect } from './values/facts.ts'
import type { Equivalents } from './values/tool-call.ts'

export const asked = ({ urls, requests }: Equivalents, ground: Ground): readonly Effect[] => {
  const analysis = sessionOn(ground)
  for (const address of urls) requested({ method: 'GET', address }, analysis)
  for (const request of requests) requested(request, analysis)
  return analysis.effects
}
