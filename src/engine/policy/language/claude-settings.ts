/** Claude Code's permissions (`permissions: { allow, ask, deny }`) as rules of a policy. */

import { isObject, type JsonObject, objectAt } from '../../../core/json.ts'

interface Imported {
  readonly rules: readonly JsonObject[]
  /** What has no like here, each with the reason. */
  readonly left: readonly string[]
}

const lists = ['deny', 'ask', 'allow'] as const
type List = (typeof lists)[number]

export const rulesFrom = (settings: JsonObject): Imported => {
  const permissions = objectAt(settings, 'permissions') ?? {}
  const rules: JsonObject[] = []
  const left: string[] = []
  for (const list of lists) {
    const entries = permissions[list]
    for (const entry of Array.isArray(entries) ? entries : []) {
      const meant = typeof entry === 'string' ? meaningOf(entry, list) : 'it is no text'
      if (typeof meant === 'string') left.push(`${list}: ${String(entry)}: ${meant}`)
      else
        rules.push({
          id: `claude.${list}-${rules.length + 1}`,
          ...meant,
          ...(list === 'allow'
            ? { decision: 'allow', grant: true }
            : { decision: list, reason: `Claude Code's settings ${list === 'deny' ? 'deny' : 'ask about'} ${String(entry)}.` }),
        })
    }
  }
  return { rules, left }
}

const ordinary = 'what is ordinary passes here without a rule'

/** `on` and `when`, or why there is none. */
const meaningOf = (entry: string, list: List): JsonObject | string => {
  const [, tool = '', , of] = /^([\w*-]+)(\(([\s\S]*)\))?$/.exec(entry) ?? []
  if (tool === '') return 'it is not of the form Tool(what)'
  if (tool === 'Bash') return commandOf(of, list)
  if (list === 'allow') return ordinary
  const all = of === undefined || /^\*{0,2}$/.test(of)
  if (tool === 'Read') return all ? { on: 'file-read' } : { on: 'any', when: { reads: pathOf(of) } }
  if (/^(?:Edit|Write|MultiEdit|NotebookEdit)$/.test(tool))
    return all ? { on: 'file-write' } : { on: 'any', when: { any: [{ writes: pathOf(of) }, { deletes: pathOf(of) }] } }
  if (tool === 'WebFetch') {
    const domain = /^domain:(.+)$/.exec(of ?? '')?.[1]
    if (domain === undefined && !all) return 'only domain:… is known'
    return { on: domain === undefined ? 'web' : 'any', ...(domain !== undefined && { when: { host: domain } }) }
  }
  const [mcp, server = '', ...rest] = tool.split('__')
  const name = rest.join('__')
  if (mcp === 'mcp' && server !== '') return { on: 'mcp', when: { server, ...(name !== '' && name !== '*' && { tool: name }) } }
  if (/^(?:Task|Agent)$/.test(tool)) return { on: 'agent', ...(!all && { when: { agent: of } }) }
  return all ? { on: 'tool', when: { tool } } : 'what stands in the brackets of this tool has no condition here'
}

/** `npm run test:*` and `npm run test*` without what stands for more. */
const withoutStars = (text: string): string => {
  let end = text.length
  while (text[end - 1] === '*') end--
  return text.slice(0, end < text.length && text[end - 1] === ':' ? end - 1 : end)
}

/** `Bash(npm run test:*)`: a program, then arguments and flags. */
const commandOf = (of: string | undefined, list: List): JsonObject | string => {
  const text = withoutStars(of ?? '').trim()
  if (text === '') return list === 'allow' ? ordinary : { on: 'shell' }
  if (/[|&;<>$`"'\\(){}]/.test(text)) return 'it is more than one plain command'
  const [program = '', ...words] = text.split(/\s+/)
  if (program.includes('*')) return 'its program is a pattern'
  const flags = words.filter(word => /^-{1,2}[^-]/.test(word))
  const args = words.filter(word => !word.startsWith('-'))
  if (list === 'allow' && args.length === 0) return 'it grants every command of a program; name its arguments'
  return {
    on: 'shell',
    when: {
      program: program.slice(program.lastIndexOf('/') + 1),
      ...(args.length > 0 && { args }),
      ...(flags.length > 0 && { flags }),
      // Between arguments others may stand, and a grant is for none of these.
      ...(list === 'allow' && { text: `^${text.replace(/[.+?^[\]*-]/g, '\\$&')}(?:\\s|$)` }),
    },
  }
}

/** `//etc` is absolute, `/src` the project's, and a name alone is meant in any folder. */
const pathOf = (of: string): string => {
  if (of.startsWith('//')) return of.slice(1)
  if (of.startsWith('/')) return `$WORKSPACE${of}`
  return of.replace(/^\.\/(?=[^/]+$)/, '$WORKSPACE/')
}

export const isSettings = (value: unknown): value is JsonObject => isObject(value) && objectAt(value, 'permissions') !== undefined
