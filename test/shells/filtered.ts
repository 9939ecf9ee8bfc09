/** A name that comes out of a pipe of filters: what goes in, worked out backwards. */

import { pick, type Random } from './pick.ts'

const letters = 'abcdefghijklmnopqrstuvwxyz'
const turned = (text: string): string => [...text].map(char => letters[(letters.indexOf(char) + 13) % 26] ?? char).join('')
const halves = (text: string, between: string): string => `${text.slice(0, 1)}${between}${text.slice(1)}`

/** What a filter gets to print a text, and the filter. The texts are of letters that no set below names by accident. */
const filters: readonly ((text: string) => readonly [input: string, filter: string])[] = [
  text => [halves(text, ' '), "tr -d '[:space:]'"],
  text => [halves(text, ' '), "tr -d '[:blank:]'"],
  text => [halves(text, '.'), "tr -d '[:punct:]'"],
  text => [halves(text, '7'), "tr -d '[:digit:]'"],
  text => [halves(text, 'X'), "tr -d '[:upper:]'"],
  text => [halves(text, 'q'), 'tr -d p-q'],
  text => [halves(text, '-'), 'tr -d -- -'],
  text => [halves(text, '-'), "tr -d 'x\\-y'"],
  text => [halves(text, '%'), "tr --complement -d 'a-z\\n'"],
  text => [text.toUpperCase(), "tr '[:upper:]' '[:lower:]'"],
  text => [text.toUpperCase(), 'tr A-Z a-z'],
  text => [turned(text), 'tr a-z n-za-m'],
  text => [[...text].reverse().join(''), 'rev'],
  text => [`/x/${text}`, 'xargs basename'],
  text => [`/x/${text}.sh`, 'xargs -I{} basename {} .sh'],
  text => [`/x/${text}.sh`, 'xargs basename -s .sh'],
  text => [`${text}/x`, 'xargs dirname'],
  text => [`zz\n${text}`, 'tail -n 1'],
  text => [`${text}\nzz`, 'head -1'],
  text => [`zz\n${text}\nzz`, 'head -n 2 | tail -n 1'],
  text => [`zz\n${text}\nzz`, 'sed -n 2p'],
  text => [`${text}\nzz`, 'tac | tail -n 1'],
  text => [`${text}\n${text}`, 'uniq'],
  text => [`zz\n${text}`, 'grep -v zz'],
  text => [`zz\n${text}`, 'sort | head -n 1'],
  text => [`zz ${text}`, "cut -d' ' -f2"],
  text => [`zz ${text}`, "awk '{print $2}'"],
  text => [`z${text}`, 'cut -c2-'],
  text => [`z${text}`, "sed 's/^z//'"],
  text => [halves(text, '\n'), "tr -d '\\n'"],
  text => [halves(text, '\n'), "paste -sd ''"],
  text => [text, 'sort'],
  text => [text, 'cat'],
  text => [text, 'tee f'],
  text => [text, 'grep .'],
  text => [text, 'fold -w 60'],
  text => [Buffer.from(`${text}\n`).toString('base64'), 'base64 -d'],
]

/** `printf` with the text, the filters behind it, and the name at the end of them. */
export function filtered(name: string, random: Random): string {
  let text = name
  const pipe: string[] = []
  for (let left = 1 + Math.floor(random() * 3); left > 0; left--) {
    // What has more than letters in it, the sets of others might name.
    if (!/^[a-z]+$/.test(text)) break
    const [input, filter] = pick(filters, random)(text)
    pipe.unshift(filter)
    text = input
  }
  const lines = text.split('\n').map(line => `'${line}'`)
  return [`printf '%s\\n' ${lines.join(' ')}`, ...pipe].join(' | ')
}
