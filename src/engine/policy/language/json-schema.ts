/** The JSON Schema of policies, as an editor shows it: every key with its meaning, every part with a name. */

import { effectKinds } from '../../analysis/values/facts.ts'
import { described } from './descriptions.gen.ts'

export interface Shape {
  $ref?: string
  description?: string
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: Shape[]
  $defs?: Record<string, Shape>
  [key: string]: unknown
}

/** With the list of effects where the text asks for it. */
export const meaningOf = (part: keyof typeof described, key: string): string | undefined =>
  described[part][key]?.replace('EFFECTS', effectKinds.map(kind => `\`${kind}\``).join(', '))

export const explained = (schema: Shape): Shape => {
  const at = (shape: Shape | undefined): Shape => {
    const name = shape?.$ref?.replace('#/$defs/', '')
    return name === undefined ? (shape ?? {}) : at(schema.$defs?.[name])
  }
  const tell = (part: keyof typeof described, shape: Shape): Shape => {
    for (const [key, property] of Object.entries(shape.properties ?? {})) {
      const meaning = meaningOf(part, key)
      if (meaning !== undefined) property.description = meaning.replaceAll('`', '')
    }
    return shape
  }
  const inside = (shape: Shape, key: string): Shape => at(shape.properties?.[key])
  const policy = tell('policy', schema)
  tell('settings', inside(policy, 'settings'))
  const packs = inside(policy, 'packs')
  for (const [pack, property] of Object.entries(packs.properties ?? {})) property.description = `The pack ${pack}: on or off.`
  const rule = tell('rule', at(inside(policy, 'rules').items))
  tell('check', inside(rule, 'check'))
  for (const shape of [...(inside(rule, 'contain').anyOf ?? []), inside(policy, 'profiles').additionalProperties as Shape])
    if (at(shape).properties !== undefined) tell('cage', at(shape))
  const rewrite = tell('rewrite', inside(rule, 'rewrite'))
  for (const property of Object.values(inside(rewrite, 'args').properties ?? {}))
    property.description = 'The argument that is there, and the one that takes its place.'
  const when = tell('when', inside(rule, 'when'))
  tell('session', inside(when, 'session'))
  for (const key of ['operands', 'packages'])
    for (const shape of [inside(when, key), ...(inside(when, key).anyOf ?? [])].map(at))
      if (shape.properties?.only !== undefined) shape.properties.only.description = 'None but these.'
  tell('exception', at(inside(policy, 'exceptions').items))
  return named(schema)
}

/** `conditions` for `__schema31`: each part by the first key that leads to it. */
const named = (schema: Shape): Shape => {
  const names = new Map<string, string>()
  const visit = (value: unknown, key: string): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, key)
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) {
        if (name === '$ref' && typeof inner === 'string') {
          const old = inner.replace('#/$defs/', '')
          if (names.has(old)) continue
          let free = key
          for (let i = 2; [...names.values()].includes(free); i++) free = `${key}-${i}`
          names.set(old, free)
          visit(schema.$defs?.[old], key)
        } else if (name !== '$defs') visit(inner, ['properties', 'items', 'anyOf'].includes(name) ? key : name)
      }
  }
  visit(schema, 'policy')
  return JSON.parse(JSON.stringify(schema).replace(/__schema\d+/g, old => names.get(old) ?? old)) as Shape
}
