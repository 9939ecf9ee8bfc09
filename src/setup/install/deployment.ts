/**
 * What an administrator has deployed, as a list with digests that stands among the deployed files: made by `init --scope managed`, held against the
 * machine by `doctor`. Pure.
 */

import { createHash } from 'node:crypto'
import { isObject, type JsonObject, type JsonValue, objectAt, readObject, stringAt } from '../../core/json.ts'
import { entriesIn, isSettings } from './entries.ts'
import { tablesOf } from './toml-file.ts'

/** Its name beside the managed `config.yaml`. */
export const manifestName = 'managed.json'

export type Needs = readonly { readonly at: readonly string[]; readonly value: JsonValue }[]

export interface DeployedFile {
  readonly file: string
  readonly client?: string
  /** Of the file as it was made. */
  readonly sha256: string
  /** In a file that others may add to: a digest of our entries, and values that have to stand beside them. */
  readonly entries?: string
  readonly needs?: Needs
}

export interface Manifest {
  readonly version: 1
  /** Of the program that made it. */
  readonly made: string
  readonly for: string
  readonly program: string
  readonly files: readonly DeployedFile[]
  /** The oldest version of each client that takes it in the closed form. */
  readonly clients: Readonly<Record<string, string>>
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The same for the same entries in whatever order their keys stand, in JSON or TOML. Throws `NotEditable` for what cannot be read. */
export const entriesDigest = (file: string, text: string): string =>
  sha256(
    JSON.stringify(
      entriesIn(file, text)
        .map(({ at, value }) => JSON.stringify([at, ordered(value)]))
        .sort(),
    ),
  )

const ordered = (value: JsonValue): JsonValue => {
  if (Array.isArray(value)) return value.map(ordered)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, item]) => [key, ordered(item)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

type Drift = 'missing' | 'changed'

/** How a file differs from what was deployed; undefined where it does not. `text` is undefined where there is none. */
export const driftOf = (
  { file, sha256: whole, entries, needs = [] }: DeployedFile,
  text: string | undefined,
): Drift | undefined => {
  if (text === undefined) return 'missing'
  if (sha256(text) === whole) return undefined
  if (entries === undefined || !isSettings(file)) return 'changed'
  try {
    const root = rootOf(file, text)
    const met = needs.every(({ at, value }) => JSON.stringify(valueAt(root, at)) === JSON.stringify(value))
    return met && entriesDigest(file, text) === entries ? undefined : 'changed'
  } catch {
    return 'changed'
  }
}

/** Which of these values a file of settings has otherwise; all, where it is none. */
export const otherwise = (file: string, text: string, needs: Needs): readonly string[] => {
  let root: JsonValue = null
  try {
    root = rootOf(file, text)
  } catch {
    // What cannot be read may say anything.
  }
  return needs.flatMap(({ at, value }) => {
    const said = heldAt(root, at)
    return said === undefined || JSON.stringify(said) === JSON.stringify(value) ? [] : [at.join('.')]
  })
}

const rootOf = (file: string, text: string): JsonValue => {
  if (file.endsWith('.toml')) return tablesOf(text)
  const root = readObject(text)
  return typeof root === 'string' ? null : root
}

/** What is no table on the way says something else. */
const heldAt = (root: JsonValue, at: readonly string[]): JsonValue | undefined => {
  let here = root
  for (const key of at) {
    if (!isObject(here)) return null
    const next = Object.hasOwn(here, key) ? here[key] : undefined
    if (next === undefined) return undefined
    here = next
  }
  return here
}

const valueAt = (root: JsonValue, at: readonly string[]): JsonValue | undefined => {
  let here: JsonValue | undefined = root
  for (const key of at) here = isObject(here) && Object.hasOwn(here, key) ? here[key] : undefined
  return here
}

/** The manifest in a text, or undefined for what is none. */
export const manifestIn = (text: string): Manifest | undefined => {
  const found = readObject(text)
  if (typeof found === 'string' || found.version !== 1) return undefined
  const [made, system, program] = ['made', 'for', 'program'].map(key => stringAt(found, key))
  const clients = objectAt(found, 'clients') ?? {}
  if (made === undefined || system === undefined || program === undefined || !Array.isArray(found.files)) return undefined
  const files = (found.files as readonly JsonValue[]).map(deployedFile)
  if (files.some(file => file === undefined)) return undefined
  return {
    version: 1,
    made,
    for: system,
    program,
    files: files.filter(file => file !== undefined),
    clients: Object.fromEntries(Object.entries(clients).map(([client, since]) => [client, String(since)])),
  }
}

const deployedFile = (value: JsonValue): DeployedFile | undefined => {
  if (!isObject(value)) return undefined
  const [file, digest, entries, client] = ['file', 'sha256', 'entries', 'client'].map(key => stringAt(value, key))
  if (file === undefined || digest === undefined) return undefined
  const needs = Array.isArray(value.needs) ? value.needs.filter(isObject).map(needIn) : undefined
  return {
    file,
    sha256: digest,
    ...(client !== undefined && { client }),
    ...(entries !== undefined && { entries }),
    ...(needs !== undefined && { needs }),
  }
}

const needIn = (need: JsonObject): Needs[number] => ({
  at: Array.isArray(need.at) ? need.at.map(String) : [],
  value: need.value ?? null,
})
