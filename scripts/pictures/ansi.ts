/** What a terminal would show of a program's output: lines of runs, each in one style. Only what our own commands print is known. */

export interface Style {
  readonly colour?: 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan'
  readonly bold?: true
  readonly faint?: true
}

export interface Run {
  readonly text: string
  readonly style: Style
}

export interface Line {
  readonly runs: readonly Run[]
  /** It goes on with the line above, which was full. */
  readonly goesOn: boolean
}

const colours = [undefined, 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan'] as const

/** Longer lines go on below, as in a terminal of that width. Throws on a sequence that would be lost silently. */
export const linesOf = (output: string, columns: number): readonly Line[] => {
  const lines: { runs: Run[]; goesOn: boolean }[] = []
  let style: Style = {}
  for (const written of output.replaceAll('\r\n', '\n').replace(/\n$/, '').split('\n')) {
    let line = { runs: [] as Run[], goesOn: false }
    let width = 0
    lines.push(line)
    for (const part of written.split(/(\u001b\[[\d;]*[A-Za-z])/)) {
      if (part.startsWith('\u001b')) {
        style = styled(style, part)
        continue
      }
      let rest = [...part]
      while (rest.length > 0) {
        if (width === columns) {
          line = { runs: [], goesOn: true }
          width = 0
          lines.push(line)
        }
        const piece = rest.slice(0, columns - width)
        rest = rest.slice(piece.length)
        width += piece.length
        line.runs.push({ text: piece.join(''), style })
      }
    }
  }
  return lines
}

const styled = (style: Style, sequence: string): Style => {
  const codes = /^\u001b\[([\d;]*)m$/.exec(sequence)?.[1]
  if (codes === undefined) throw new RangeError(`no picture of ${JSON.stringify(sequence)}`)
  let now: Style = style
  for (const code of codes.split(';').map(Number)) {
    const colour = colours[(code >= 90 ? code - 60 : code) - 30]
    if (code === 0) now = {}
    else if (code === 1) now = { ...now, bold: true }
    else if (code === 2) now = { ...now, faint: true }
    else if (code === 22) now = now.colour === undefined ? {} : { colour: now.colour }
    else if (code === 39) now = { ...(now.bold && { bold: true }), ...(now.faint && { faint: true }) }
    else if (colour !== undefined) now = { ...now, colour }
    else throw new RangeError(`no picture of ${JSON.stringify(sequence)}`)
  }
  return now
}
