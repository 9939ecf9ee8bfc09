/** docs/operate/schemas: the shapes that other programs read, each in its version. */

import { publishedSchema, shapes } from '../../src/commands/audit/schema.ts'

const names = Object.keys(shapes) as (keyof typeof shapes)[]

export const schemaFiles: Readonly<Record<string, () => string>> = Object.fromEntries(
  names.map(name => [`docs/operate/schemas/${name}.v1.json`, () => `${JSON.stringify(publishedSchema(name), null, 2)}\n`]),
)
