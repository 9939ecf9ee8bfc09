/** docs/operate/schemas: the shapes that other programs read, each in its version. */

import { publishedSchema, shapes } from '../../src/cli/commands/audit/schema.ts'
import { policyJsonSchema } from '../../src/engine/policy/language/schema.ts'

const names = Object.keys(shapes) as (keyof typeof shapes)[]

const text = (schema: unknown): string => `${JSON.stringify(schema, null, 2)}\n`

export const schemaFiles: Readonly<Record<string, () => string>> = {
  ...Object.fromEntries(names.map(name => [`docs/operate/schemas/${name}.v1.json`, () => text(publishedSchema(name))])),
  // The first line of the starter policy names it.
  'docs/operate/schemas/policy.v1.json': () => text(policyJsonSchema()),
}
