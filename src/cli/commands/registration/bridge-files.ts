/** The plugin files that connect a host without command hooks to this executable. */

import { bridges } from './bridges.gen.ts'

declare const __TFY_VERSION__: string

export type Host = keyof typeof bridges
export const hosts = Object.keys(bridges) as readonly Host[]

/** The usual budget, in milliseconds. More would be cut down again: see `bridgeTimeoutMs` of the adapters. */
export const longestMs = 10_000

/** What is written into a bridge. Nothing else in it varies. */
export interface BridgeSettings {
  readonly command: readonly [string, ...string[]]
  readonly failClosed: boolean
  readonly timeoutMs: number
}

/** The plugin itself: TypeScript without dependencies. */
export const bridgeText = (host: Host, settings: BridgeSettings): string => {
  const written = `const settings: Settings = ${JSON.stringify(settings, undefined, 2)}`
  const about = `// tfy-hook ${__TFY_VERSION__} wrote this file (tfy-hook bridge ${host}). To change something, write it again.\n\n`
  return about + bridges[host].replace(/^const settings: Settings = .*$/m, () => written)
}

/** Every file of an installation, by name. */
export const bridgeFiles = (host: Host, settings: BridgeSettings): Readonly<Record<string, string>> =>
  host === 'openclaw'
    ? {
        'index.ts': bridgeText(host, settings),
        'package.json': json({
          name: 'tfy-hook',
          version: __TFY_VERSION__,
          private: true,
          type: 'module',
          openclaw: { extensions: ['./index.ts'] },
        }),
        'openclaw.plugin.json': json({
          id: 'tfy-hook',
          name: 'tfy-hook',
          description: 'Asks tfy-hook before tools run, prompts go out and results are kept.',
          activation: { onStartup: true },
          configSchema: { type: 'object', additionalProperties: false, properties: {} },
        }),
      }
    : { 'tfy-hook.ts': bridgeText(host, settings) }

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`
