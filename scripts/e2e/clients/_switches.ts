/** Switches in settings files that are JSON. */

import { join } from 'node:path'
import { isJson, type Json } from '../../../src/setup/prove/model/script.ts'
import type { Place, Switch } from '../client.ts'

/** Keys put into a file, over what stands there. `at` is a path below the home directory, or below the project with `./`. */
export const setting = (at: string, changes: Json): Switch => ({
  name: `${JSON.stringify(changes)} in ${at.startsWith('./') ? at : `~/${at}`}`,
  files: (place, read) => {
    const path = at.startsWith('./') ? join(place.project, at) : join(place.home, at)
    // Some clients write a comment above.
    const there =
      read(path)
        .replace(/^\s*\/\/.*$/gm, '')
        .trim() || '{}'
    return { [path]: merged(JSON.parse(there) as Json, changes) }
  },
})

export const variable = (name: string): Switch => ({ name: `${name}=1`, env: { [name]: '1' } })

/** Files of its own, by their path below the home directory. */
export const added = (name: string, files: Readonly<Record<string, string | Json>>): Switch => ({
  name,
  files: ({ home }: Place) => Object.fromEntries(Object.entries(files).map(([at, content]) => [join(home, at), content])),
})

const merged = (into: Json, changes: Json): Json => {
  const all: Record<string, unknown> = { ...into }
  for (const [key, value] of Object.entries(changes)) {
    const there = all[key]
    all[key] = isJson(there) && isJson(value) ? merged(there, value) : value
  }
  return all
}
