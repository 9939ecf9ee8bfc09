/** Settings with which a client runs no hooks, or not ours, though they are registered. */

import { parse } from 'jsonc-parser'
import { isObject, type JsonValue } from '../core/json.ts'
import { bad, type Finding } from './finding.ts'
import type { Subject } from './registration.ts'

interface Switch {
  readonly key: string
  readonly off: JsonValue
  /** Hooks that an administrator has deployed run all the same. */
  readonly sparesManaged?: true
}

const switches: Readonly<Record<string, readonly Switch[]>> = {
  'claude-code': [
    { key: 'disableAllHooks', off: true },
    { key: 'allowManagedHooksOnly', off: true, sparesManaged: true },
  ],
  'qwen-code': [{ key: 'disableAllHooks', off: true }],
  'copilot-cli': [{ key: 'disableAllHooks', off: true, sparesManaged: true }],
  droid: [
    { key: 'hooksDisabled', off: true },
    { key: 'allowManagedHooksOnly', off: true, sparesManaged: true },
  ],
}

export const switchedOff = ({ adapter, places }: Subject): readonly Finding[] => {
  const ours = places.filter(({ owner, registered }) => owner === undefined && registered.length > 0)
  if (ours.length === 0) return []
  const all = places.flatMap(({ file, text }) => {
    const read: unknown = parse(text)
    if (!isObject(read)) return []
    return (switches[adapter.id] ?? []).flatMap(({ key, off, sparesManaged }) => {
      if (read[key] !== off || (sparesManaged && ours.every(({ scope }) => scope === 'managed'))) return []
      return [
        bad(
          'registration.off',
          `${file} sets ${key}: ${adapter.title} does not run what is registered.`,
          'Nothing that it does is checked, whatever the drill shows.',
          `Take ${key} out of ${file}`,
        ),
      ]
    })
  })
  const some = ours.flatMap(({ file, registered }) => {
    const off = registered.filter(entry => entry.off).map(({ event }) => event)
    if (off.length === 0) return []
    return [
      bad(
        'registration.off',
        `${file} switches off our entry for ${off.join(', ')}.`,
        'What is switched off asks nobody.',
        `tfy-hook init --client ${adapter.id}`,
      ),
    ]
  })
  return [...all, ...some]
}
