/** A page of Markdown as the check sees it: fenced blocks with what is noted above them, headings and links. */

export type Word = 'not run' | 'not parsed' | 'file' | 'before'

/** `<!-- not run: why -->` directly above a block, and its like. */
export interface Note {
  readonly word: Word
  readonly text: string
}

export interface Block {
  readonly line: number
  readonly language: string
  readonly text: string
  readonly notes: readonly Note[]
}

export interface Link {
  readonly line: number
  readonly target: string
}

export interface Page {
  readonly blocks: readonly Block[]
  readonly anchors: ReadonlySet<string>
  readonly links: readonly Link[]
  /** Lines of commands that stand in no fenced block, where nobody would run them. */
  readonly loose: readonly number[]
}

export const noteOf = (block: Block, word: Word): string | undefined => block.notes.find(note => note.word === word)?.text

export const readPage = (text: string): Page => {
  const blocks: Block[] = []
  const links: Link[] = []
  const headings: string[] = []
  const named: string[] = []
  const loose: number[] = []
  let notes: Note[] = []
  const lines = text.split('\n')
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? ''
    const fence = /^( *)(`{3,}|~{3,})\s*(\S*)/.exec(line)
    if (fence !== null) {
      const [, indent = '', mark = '', language = ''] = fence
      const from = i + 1
      while (++i < lines.length && !(lines[i] ?? '').trimStart().startsWith(mark)) {}
      const body = lines.slice(from, i).map(inner => (inner.startsWith(indent) ? inner.slice(indent.length) : inner))
      blocks.push({ line: from, language, text: body.map(inner => `${inner}\n`).join(''), notes })
      notes = []
      continue
    }
    const note = /^ *<!-- (not run|not parsed|file|before): (.+?) -->$/.exec(line)
    if (note !== null) notes.push({ word: note[1] as Word, text: note[2] ?? '' })
    else if (line.trim() !== '') notes = []
    if (/^ {4}(?:\$ |tfy-hook [a-z-])/.test(line)) loose.push(i + 1)
    const heading = /^#{1,6} +(.+?) *#*$/.exec(line)
    if (heading !== null) headings.push(heading[1] ?? '')
    const prose = line.replace(/`+[^`]*`+/g, code => ' '.repeat(code.length))
    for (const [, id] of prose.matchAll(/<a (?:id|name)="([^"]+)"/g)) named.push(id ?? '')
    // A picture within a link is two targets.
    for (const [, target] of prose.matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)/g))
      links.push({ line: i + 1, target: target ?? '' })
    for (const [, target] of prose.matchAll(/<(?:img|source|a)\b[^>]*?\b(?:src|srcset|href)="([^"]+)"/g))
      links.push({ line: i + 1, target: target ?? '' })
  }
  return { blocks, anchors: new Set([...anchorsOf(headings), ...named]), links, loose }
}

/** GitHub's: lower case, without punctuation, spaces as hyphens; the second of a name gets `-1`. */
export const anchorsOf = (headings: readonly string[]): readonly string[] => {
  const seen = new Map<string, number>()
  return headings.map(heading => {
    const slug = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
      .replaceAll(' ', '-')
    const count = seen.get(slug) ?? 0
    seen.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  })
}
