/** Faults of YAML, by the codes of its parser. */

/** What the reader of YAML objects to, in the words of those who write it. `at` is the character in question. */
export const faultOf = (code: string, message: string, at: string): { readonly found: string; readonly expected: string } => {
  const says = (text: string): boolean => message.includes(text)
  const quoted = 'quotes around the value'
  switch (code) {
    case 'DUPLICATE_KEY':
      return { found: 'a key that is there already', expected: 'each key once' }
    case 'MULTIPLE_DOCS':
      return { found: 'a second document', expected: 'one document in a file' }
    case 'TAB_AS_INDENT':
      return { found: 'a tab before the text', expected: 'spaces' }
    case 'TAG_RESOLVE_FAILED':
      return { found: 'a value that starts with !, which YAML reads as a tag', expected: quoted }
    case 'BAD_SCALAR_START':
      return { found: `a value that starts with ${at}`, expected: quoted }
    case 'BAD_DQ_ESCAPE':
      return { found: 'a backslash in double quotes', expected: 'single quotes, in which a backslash stands for itself' }
    case 'BLOCK_AS_IMPLICIT_KEY':
      return { found: 'a second colon on the line', expected: quoted }
    case 'MULTILINE_IMPLICIT_KEY':
      return { found: 'a line without a colon', expected: 'key: value' }
    case 'BAD_INDENT':
      if (says('Flow map')) return { found: 'a "{" that is not closed', expected: '"}" before this line' }
      if (says('Flow seq')) return { found: 'a "[" that is not closed', expected: '"]" before this line' }
      return { found: 'a line that is indented unlike its neighbours', expected: 'the same number of spaces' }
    case 'MISSING_CHAR':
      if (says('quote')) return { found: 'a quote that is not closed', expected: 'the closing quote' }
      if (says('Sequence item'))
        return { found: 'a line that is indented unlike its neighbours', expected: 'the same number of spaces' }
      if (says('map values')) return { found: 'a line without a colon', expected: 'key: value' }
      return { found: 'entries with nothing between them', expected: 'a comma' }
    case 'UNEXPECTED_TOKEN':
      return { found: 'text that belongs to nothing', expected: 'a comma, a line of its own, or quotes around the whole value' }
    default:
      return { found: 'text that is not YAML', expected: 'YAML or JSON' }
  }
}
