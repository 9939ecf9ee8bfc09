/** A bundle: one JSON file that holds a text, and signatures over the bytes of that text. Nothing is ever unpacked to disk. */

import { z } from 'zod'
import { isObject, readObject } from '../../core/json.ts'

/** Most bytes of the file; what the configuration is read with takes no more. */
export const maxBytes = 1024 * 1024
const maxFiles = 64
const maxKeys = 16

const keyLine = z.string().min(1).max(1_024)

const envelope = z.strictObject({
  tfyHookBundle: z.literal(1),
  payload: z.string().min(1),
  signatures: z.array(z.string()).max(8),
  keyLists: z
    .array(z.strictObject({ payload: z.string().max(32_768), signature: z.string() }))
    .max(16)
    .optional(),
})

/** `policy.yaml`, `database.yaml`, `policy.test.yaml`. */
export const fileName = /^[a-z0-9][a-z0-9_-]*(?:\.test)?\.yaml$/

const manifest = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9._-]*$/)
    .max(64),
  version: z
    .string()
    .regex(/^[\w][\w.+-]*$/)
    .max(64),
  counter: z.number().int().min(1),
  created: z.iso.datetime(),
  expires: z.iso.datetime(),
  minimum: z
    .string()
    .regex(/^\d+\.\d+\.\d+$/)
    .optional(),
  rollout: z.strictObject({ percent: z.number().min(0).max(100), groups: z.array(z.string().min(1).max(64)).max(64) }).optional(),
  files: z.record(
    z.string().regex(fileName),
    z.strictObject({ sha256: z.string().regex(/^[0-9a-f]+$/), size: z.number().int() }),
  ),
})

const payload = z.strictObject({ manifest, files: z.record(z.string().regex(fileName), z.string()) })

const keyList = z.strictObject({
  tfyHookKeys: z.literal(1),
  created: z.iso.datetime(),
  keys: z.array(keyLine).min(1).max(maxKeys),
})

export type Envelope = z.infer<typeof envelope>
export type Manifest = z.infer<typeof manifest>
export type Payload = z.infer<typeof payload>
export type KeyList = z.infer<typeof keyList>

export type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly why: string }

export const no = (why: string): { readonly ok: false; readonly why: string } => ({ ok: false, why })

/** JSON with each key once, and nothing in it that we do not know. */
const readAs = <T>(text: string, schema: z.ZodType<T>, what: string): Read<T> => {
  const read = text.startsWith('{') ? readObject(text) : 'not-object'
  if (!isObject(read)) return no(`${what} is not valid JSON (${read})`)
  const parsed = schema.safeParse(read)
  // What is silently left out, as `__proto__` is, would be signed and not seen.
  if (parsed.success && JSON.stringify(parsed.data).length !== JSON.stringify(read).length)
    return no(`${what} is not valid: a name`)
  if (parsed.success) return { ok: true, value: parsed.data }
  const [issue] = parsed.error.issues
  return no(`${what} is not valid: ${issue?.path.join('.') || 'it'}: ${issue?.message ?? ''}`)
}

export const readEnvelope = (text: string): Read<Envelope> =>
  Buffer.byteLength(text) > maxBytes ? no(`it is larger than ${maxBytes} bytes`) : readAs(text.trimEnd(), envelope, 'the bundle')

export const readPayload = (text: string): Read<Payload> => {
  const read = readAs(text, payload, 'its content')
  if (!read.ok) return read
  const names = Object.keys(read.value.files)
  if (names.length > maxFiles) return no(`it holds more than ${maxFiles} files`)
  return names.some(isPolicy) ? read : no('it holds no policy')
}

export const readKeyList = (text: string): Read<KeyList> => readAs(text, keyList, 'its key list')

export const isTest = (name: string): boolean => name.endsWith('.test.yaml')

/** What versions of clients do wrong; no policy. */
export const advisoryFile = 'advisories.yaml'
export const isPolicy = (name: string): boolean => !isTest(name) && name !== advisoryFile
