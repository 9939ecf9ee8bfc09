/** A terminal as SVG: the reader's own monospaced font, on a grid, in the colours of a light or a dark page. */

import type { Line, Style } from './ansi.ts'

const cell = { width: 8.4, height: 19, size: 14 }
const margin = { x: 18, top: 46, bottom: 16 }

/** `title` is what people hear who do not see it. */
export const svgOf = (title: string, lines: readonly Line[], columns: number): string => {
  const width = round(columns * cell.width + 2 * margin.x)
  const height = round(lines.length * cell.height + margin.top + margin.bottom)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">
<title>${escaped(title)}</title>
<style>
  .panel { fill: #f6f8fa; stroke: #d0d7de }
  text { font: ${cell.size}px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre; fill: #1f2328 }
  .bold { font-weight: 600 }
  .faint { fill: #59636e }
  .red { fill: #b3161f } .green { fill: #116329 } .yellow { fill: #7d4e00 } .blue { fill: #0550ae } .magenta { fill: #6e3aa8 } .cyan { fill: #1b6171 }
  @media (prefers-color-scheme: dark) {
    .panel { fill: #0d1117; stroke: #30363d }
    text { fill: #e6edf3 }
    .faint { fill: #9198a1 }
    .red { fill: #ff8b84 } .green { fill: #57d16a } .yellow { fill: #e3b341 } .blue { fill: #79c0ff } .magenta { fill: #d2a8ff } .cyan { fill: #76e3ea }
  }
</style>
<rect class="panel" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>
<g fill="#8c959f"><circle cx="20" cy="18" r="5"/><circle cx="38" cy="18" r="5"/><circle cx="56" cy="18" r="5"/></g>
${lines.map((line, i) => textOf(line, round(margin.top + i * cell.height))).join('')}</svg>
`
}

/** Every run stands at its column and is as wide as its letters are many, whatever the font. */
const textOf = ({ runs: written, goesOn }: Line, y: number): string => {
  let column = 0
  const runs = written.map(({ text, style }) => {
    const length = [...text].length
    const x = round(margin.x + column * cell.width)
    column += length
    const wide = ` textLength="${round(length * cell.width)}" lengthAdjust="spacingAndGlyphs"`
    return `<tspan x="${x}"${wide}${classOf(style)}>${escaped(text)}</tspan>`
  })
  return `<text y="${y}" xml:space="preserve"${goesOn ? ' data-goes-on=""' : ''}>${runs.join('')}</text>\n`
}

const classOf = ({ colour, bold, faint }: Style): string => {
  const names = [colour, bold && 'bold', faint && 'faint'].filter(name => name !== undefined)
  return names.length === 0 ? '' : ` class="${names.join(' ')}"`
}

/** The lines of text in a picture, as they were before they were drawn. */
export const wordsIn = (svg: string): string =>
  [...svg.matchAll(/<text ([^>]*)>(.*)<\/text>/g)]
    .map(
      ([, attributes = '', runs = '']) =>
        (attributes.includes('data-goes-on') ? '' : '\n') + unescaped(runs.replace(/<[^>]+>/g, '')),
    )
    .join('')
    .slice(1)

const round = (value: number): number => Math.round(value * 100) / 100

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' } as const
const escaped = (text: string): string => text.replace(/[&<>"]/g, letter => entities[letter as keyof typeof entities])
const unescaped = (text: string): string =>
  Object.entries(entities).reduceRight((done, [letter, entity]) => done.replaceAll(entity, letter), text)
