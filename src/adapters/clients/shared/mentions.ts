/** Files that a person names in a prompt and the client reads into it, without a tool call that a hook could see. */

import { isObject, type JsonValue, stringAt } from '../../../core/json.ts'

/** How a client finds them in a prompt. */
export type Mentions = (prompt: string) => Iterable<string>

/** Files under `@`, each once. */
export const mentionedIn = (prompt: string, find: Mentions): readonly string[] =>
  prompt.includes('@') ? [...new Set(find(prompt))].filter(path => path !== '') : []

/** Claude Code 2.1.197 and 2.1.329, read in the one and measured on the other, November 2026. */
export function* afterSpace(prompt: string): Iterable<string> {
  for (const [, path = ''] of prompt.matchAll(/(?:^|[\s\u3002\u3001\uFF1F\uFF01])@"([^"]+)"/g))
    if (!path.endsWith(' (agent)')) yield withoutLines(path)
  for (const [, path = ''] of prompt.matchAll(/(?:^|[\s\u3002\u3001\uFF1F\uFF01])@(\S+)\b/g))
    if (path[0] !== '"') yield withoutLines(path)
}

const withoutLines = (path: string): string => /^([^#]+)(?:#L\d+(?:-\d+)?)?(?:#[^#]*)?$/.exec(path)?.[1] ?? path

/** Gemini CLI 0.61 and Qwen Code 0.24.4, read in their programs, November 2026: also in the middle of a word. Qwen Code knows no quotes. */
export function* anywhere(prompt: string): Iterable<string> {
  for (const [, path = ''] of prompt.matchAll(/(?<!\\)@((?:"[^"]*"|\\.|[^ \t\n\r,;!?()[\]{}.]|\.(?![ \t\n\r]|$))+)/gs))
    yield path.replace(/^"([^"]*)"$/, '$1').replace(/\\(.)/gs, '$1')
}

/** Cline 3.0.65, read in its library, November 2026. A leading slash is the workspace's in its editor, the disk's on the command line. */
export function* ofWorkspace(prompt: string): Iterable<string> {
  for (const [, word = ''] of prompt.matchAll(/(?:^|\s)@(\S+)/g)) {
    const path = word.replace(/^[(`'"]+/, '').replace(/[),.:;!?`'"]+$/, '')
    if (path.includes('@')) continue
    yield path
    if (path.startsWith('/')) yield path.slice(1)
  }
}

/** Files that a client lists beside the prompt. */
export const attachedIn = (list: JsonValue | undefined): readonly string[] =>
  Array.isArray(list)
    ? list.flatMap(entry =>
        typeof entry === 'string' ? entry : isObject(entry) ? keys.flatMap(key => stringAt(entry, key) ?? []) : [],
      )
    : []

const keys = ['file_path', 'filePath', 'path', 'uri', 'url']
