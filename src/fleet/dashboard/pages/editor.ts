/** The editor of policies: YAML, lines with what is wrong in them, and the words that the schema knows. */

import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { yaml } from '@codemirror/lang-yaml'
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import type { Problem } from '../shapes.ts'

export interface Editor {
  readonly text: () => string
  readonly put: (text: string) => void
  readonly tell: (problems: readonly Problem[]) => void
  readonly goTo: (line: number, column?: number) => void
  readonly close: () => void
}

interface EditorProps {
  readonly parent: HTMLElement
  readonly text: string
  readonly label: string
  readonly readOnly: boolean
  readonly words: Words
  readonly onChange: (text: string) => void
}

/** What may stand behind which key; the empty key is for keys themselves. */
export type Words = ReadonlyMap<string, readonly string[]>

const highlighting = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent)' },
  { tag: tags.comment, color: 'var(--faint)' },
  { tag: [tags.string, tags.content], color: 'var(--text)' },
  { tag: [tags.keyword, tags.bool, tags.number], color: 'var(--trial)' },
])

const look = EditorView.theme({
  '&': { color: 'var(--text)', backgroundColor: 'var(--page)', fontSize: '13px', minHeight: '150px', maxHeight: '60vh' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--text)', padding: '8px 0' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--faint)', borderRight: '1px solid var(--line)' },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 30%, transparent)',
  },
  '.cm-tooltip': { backgroundColor: 'var(--surface)', color: 'var(--text)', border: '1px solid var(--line)' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--accent-text)' },
  '.cm-diagnostic-error': { borderLeft: '4px solid var(--deny)' },
  '.cm-diagnostic-warning': { borderLeft: '4px solid var(--ask)' },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--deny)' },
  '.cm-lintRange-warning': { backgroundImage: 'none', textDecoration: 'underline wavy var(--ask)' },
  '.cm-lint-marker': { content: 'normal', borderRadius: '50%', width: '8px', height: '8px', margin: '6px 3px' },
  '.cm-lint-marker-error': { content: 'normal', backgroundColor: 'var(--deny)' },
  '.cm-lint-marker-warning': { content: 'normal', backgroundColor: 'var(--ask)' },
  '.cm-specialChar': { color: 'var(--deny)' },
})

const complete =
  (words: Words) =>
  (context: CompletionContext): CompletionResult | null => {
    const line = context.state.doc.lineAt(context.pos)
    const before = line.text.slice(0, context.pos - line.from)
    const [, key = ''] = /([\w-]+):\s*\[?[^\]#]*$/.exec(before) ?? []
    const [typed = ''] = /[\w.*-]*$/.exec(before) ?? []
    if (typed === '' && !context.explicit) return null
    const list = words.get(key) ?? (key === '' ? words.get('') : undefined)
    if (list === undefined) return null
    return {
      from: context.pos - typed.length,
      options: list.map(label => ({ label, apply: key === '' && !label.includes('.') ? `${label}: ` : label })),
      validFor: /^[\w.*-]*$/,
    }
  }

/** Inside a shadow tree its styles are a constructed sheet, which the page's policy against inline styles lets through. */
export const editorIn = ({ parent, text, label, readOnly, words, onChange }: EditorProps): Editor => {
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open' })
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        lintGutter(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        // Bidi marks and what has no width stand in the place of the letter, by their names.
        highlightSpecialChars(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        autocompletion({ override: [complete(words)], icons: false }),
        syntaxHighlighting(highlighting),
        yaml(),
        keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
        look,
        EditorState.readOnly.of(readOnly),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' }),
        EditorView.updateListener.of(update => {
          if (update.docChanged) onChange(update.state.doc.toString())
        }),
      ],
    }),
  })
  const at = (line: number, column = 1): number => {
    const found = view.state.doc.line(Math.max(1, Math.min(view.state.doc.lines, line)))
    return Math.min(found.to, found.from + column - 1)
  }
  return {
    text: () => view.state.doc.toString(),
    put: next => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } }),
    tell: problems => {
      const found = problems.map(({ severity, line, column, message }): Diagnostic => {
        const from = at(line, column)
        return {
          from,
          to: Math.max(from, view.state.doc.lineAt(from).to),
          severity: severity === 'error' ? 'error' : 'warning',
          message,
        }
      })
      view.dispatch(
        setDiagnostics(
          view.state,
          found.sort((a, b) => a.from - b.from),
        ),
      )
    },
    goTo: (line, column) => {
      view.dispatch({ selection: { anchor: at(line, column) }, scrollIntoView: true })
      view.focus()
    },
    close: () => view.destroy(),
  }
}

/** Keys and their words, from the JSON Schema of policies; ids of rules stand behind `rule`. */
export const wordsOf = (schema: unknown, rules: readonly string[]): Words => {
  const words = new Map<string, Set<string>>([['', new Set()]])
  const add = (key: string, word: unknown): void => {
    if (typeof word === 'string') words.set(key, (words.get(key) ?? new Set()).add(word))
  }
  const walk = (node: unknown, key: string, level: number): void => {
    if (typeof node !== 'object' || node === null || level > 40) return
    const { properties, enum: list, const: only, ...rest } = node as Record<string, unknown>
    for (const word of Array.isArray(list) ? list : [only]) add(key, word)
    for (const [name, inner] of Object.entries((properties ?? {}) as Record<string, unknown>)) {
      add('', name)
      walk(inner, name, level + 1)
    }
    for (const inner of Object.values(rest)) {
      if (Array.isArray(inner)) for (const one of inner) walk(one, key, level + 1)
      else walk(inner, key, level + 1)
    }
  }
  walk(schema, '', 0)
  for (const rule of rules) add('rule', rule)
  return new Map([...words].map(([key, found]) => [key, [...found].sort()]))
}
