/** What the tests of the policy share: an event, a host and policies from text. */

import type { NormalizedHookEvent } from '../../../core/event.ts'
import type { Result } from '../../../core/failure.ts'
import type { Host } from '../../matching/host.ts'
import { parsePolicy } from '../language/load.ts'
import type { LayerName, PolicyFile } from '../rules/types.ts'

export const eventWith = (parts: Partial<NormalizedHookEvent>): NormalizedHookEvent => ({
  client: 'test',
  category: 'input',
  originalEventName: 'test',
  guardrail: 'llmInputGuardrails',
  subject: 'shell',
  content: '',
  structuredInput: {},
  paths: [],
  urls: [],
  cwd: '/home/ada/shop',
  workspaceRoots: ['/home/ada/shop'],
  blocking: true,
  attended: true,
  metadata: {},
  ...parts,
})

export const shellEvent = (command: string, parts: Partial<NormalizedHookEvent> = {}): NormalizedHookEvent =>
  eventWith({ content: command, structuredInput: { command }, toolName: 'Bash', toolType: 'shell', ...parts })

/** A machine without files, but with the links that a test names. */
export const hostWith = (links: Readonly<Record<string, string>> = {}, files: Readonly<Record<string, string>> = {}): Host => ({
  home: '/home/ada',
  platform: 'linux',
  realpath: path => links[path] ?? path,
  readText: path => files[path],
  env: () => undefined,
})

export const policyFrom = async (text: string, layer: LayerName = 'user'): Promise<PolicyFile> =>
  must(await parsePolicy(text, `${layer}.yaml`, layer))

export const must = <T>(result: Result<T>): T => {
  if (result.ok) return result.value
  throw new Error(JSON.stringify(result.failure))
}
