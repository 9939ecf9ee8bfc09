/**
 * A gateway's words are foreign text: masked, cut, and without characters that a reader cannot see.
 * No words is the usual case, and compiling the patterns for it would cost a millisecond.
 */

import { maskSecrets, quoteText } from '../../../core/redact.ts'

/** One line for a person and a model. */
export const reasonText = (text: string): string => (text === '' ? '' : quoteText(unframed(text.slice(0, 16_000)), 500))

/** A gateway that runs our own engine says our own sentence; it gets its frame again where the client hears it. */
const unframed = (text: string): string => {
  const from = text.startsWith(opening) ? text.indexOf('] ') : -1
  if (from < 0) return text
  const to = text.lastIndexOf(closing)
  // What is behind is the name of the call over there, which nobody finds here.
  return text.slice(from + 2, to > from && text.endsWith(')') && to > text.length - closing.length - 12 ? to : undefined)
}

const opening = 'tfy-hook ['
const closing = ' (why: tfy-hook explain '

/** Context for the model keeps its lines, nothing else invisible. */
export const contextText = (text: string): string => {
  if (text === '') return ''
  const visible = maskSecrets(text.slice(0, 32_000))
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(hidden, '')
    .trim()
  return visible.length > 4000 ? `${visible.slice(0, 3999).replace(/[\ud800-\udbff]$/, '')}…` : visible
}

/** The last part of `gateway.<id>`: what an audit can count and a person can type. */
export const slug = (id: string): string =>
  id
    .slice(0, 200)
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')

// Controls but line feed and tab, soft hyphen, bidi marks, zero-width characters, variation selectors and tags
// (both carry smuggled text), lone surrogates.
const hidden =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|[\ufe00-\ufe0f]|\udb40[\udc00-\udfff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
