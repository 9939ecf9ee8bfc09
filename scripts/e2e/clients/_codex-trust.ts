/** What a person says in `/hooks`, once for each hook, as Codex keeps it in its `config.toml`. */

import { createHash } from 'node:crypto'
import { isJson, type Json, listIn, textIn } from '../../../src/setup/prove/model/script.ts'

/** Tables for every hook of a `hooks.json`, by the form of 0.169.0. */
export const trustOf = (file: string, { hooks }: Json, more = ''): string =>
  Object.entries(isJson(hooks) ? hooks : {})
    .flatMap(([event, groups]) =>
      listIn(groups).flatMap((group, i) =>
        listIn(group.hooks).map((hook, k) => {
          const name = event.replace(/(?<=[a-z])[A-Z]/g, letter => `_${letter}`).toLowerCase()
          const key = JSON.stringify(`${file}:${name}:${i}:${k}`)
          return `\n[hooks.state.${key}]\ntrusted_hash = "sha256:${hashOf(name, group, hook)}"\n${more}`
        }),
      ),
    )
    .join('')

/** Keys in alphabetical order; what is not there is left out. */
const hashOf = (event: string, { matcher }: Json, hook: Json): string => {
  const status = hook.statusMessage === undefined ? {} : { statusMessage: hook.statusMessage }
  const normal = { async: false, command: textIn(hook.command), ...status, timeout: hook.timeout ?? 600, type: 'command' }
  const whole = { event_name: event, hooks: [normal], ...(matcher === undefined ? {} : { matcher }) }
  return createHash('sha256').update(JSON.stringify(whole)).digest('hex')
}
