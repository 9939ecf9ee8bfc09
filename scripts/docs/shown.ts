/** What a page shows against what a command says. What varies from run to run is masked on both sides. */

/** A command of a `console` block, and the output shown below it. */
export interface Step {
  readonly command: string
  readonly shown: readonly string[]
}

/** `$ ` begins a command, `> ` goes on with it, the rest is output. */
export const stepsOf = (text: string): readonly Step[] => {
  const steps: { command: string; shown: string[] }[] = []
  for (const line of text.replace(/\n$/, '').split('\n')) {
    const last = steps.at(-1)
    if (line.startsWith('$ ')) steps.push({ command: line.slice(2), shown: [] })
    else if (line.startsWith('> ') && last !== undefined && last.shown.length === 0) last.command += `\n${line.slice(2)}`
    else last?.shown.push(line)
  }
  return steps
}

/** Times, durations, versions and ids vary; so does the width of columns that hold them. */
export const mask = (text: string): string =>
  text
    .replace(/\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?)?/g, '<time>')
    .replace(/\b\d+(?:\.\d+)? ?ms\b/g, '<n> ms')
    .replace(/^(\s*"?ms"?:?) +[\d.]+/gm, '$1 <n>')
    .replace(/("(?:ms|latencyMs)": ?)[\d.]+/g, '$1<n>')
    .replace(/\b(?:v?\d+\.\d+\.\d+(?:-[\w.]+)?)\b/g, '<version>')
    .replace(/\b(?=[0-9a-f]*\d)[0-9a-f]{10,64}\b/g, '<id>')
    .replace(/\b(explain )[0-9a-z]{7}(?=\))/g, '$1<id>')
    .replace(/[ \t]+/g, ' ')
    .replace(/ $/gm, '')

/** Whether the output is what is shown. `…` alone on a line stands for any lines, within a line for any text. */
export const matches = (shown: readonly string[], output: string): boolean => {
  const pattern = shown
    .map(line => mask(line))
    .map(line => (line.trim() === '…' ? '(?:.*\n)*?' : `${line.split('…').map(escaped).join('.*')}\n`))
    .join('')
  const text = mask(output.endsWith('\n') || output === '' ? output : `${output}\n`)
  return new RegExp(`^${pattern}$`).test(text)
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
