/** One command, put together in every way that a language has for it: the spelling decides nothing. */

import { expect, test } from 'vitest'
import { eventOf, hostFor } from '../scripts/corpus/judge.ts'
import { evaluate } from '../src/engine/policy/evaluate.ts'

/** A text as code that comes to it. */
type Spelling = (text: string) => string

interface Dialect {
  /** The command line that runs the code. */
  readonly run: (code: string) => string
  /** The code that runs a command, each in its own way. */
  readonly starts: readonly ((command: string) => string)[]
  readonly spellings: Readonly<Record<string, Spelling>>
}

const quoted = (text: string): string => `"${text}"`
const codes = (text: string): string => [...text].map(char => char.charCodeAt(0)).join(',')
const back = (text: string): string => [...text].reverse().join('')
const hex = (text: string): string => [...text].map(char => char.charCodeAt(0).toString(16)).join('')
const half = (text: string, put: (a: string, b: string) => string): string => put(quoted(text.slice(0, 2)), quoted(text.slice(2)))
const words = (text: string): string => text.split(' ').map(quoted).join(',')
const code = (program: string) => (text: string) => `${program} '${text}'`

const dialects: Readonly<Record<string, Dialect>> = {
  python: {
    run: code('python3 -c'),
    starts: [
      command => `import os; os.system(${command})`,
      command => `import subprocess as s; s.run(${command}, shell=True)`,
      command => `c=${command}; __import__("os").popen(c)`,
    ],
    spellings: {
      sum: text => half(text, (a, b) => `${a}+${b}`),
      'side by side': text => half(text, (a, b) => `${a} ${b}`),
      format: text => half(text, (a, b) => `"{}{}".format(${a},${b})`),
      percent: text => half(text, (a, b) => `"%s%s" % (${a},${b})`),
      join: text => `" ".join([${words(text)}])`,
      replace: text => `"${text.replace(' ', '_')}".replace("_"," ")`,
      slice: text => `"xx${text}"[2:]`,
      reversed: text => `"${back(text)}"[::-1]`,
      characters: text => `"".join(map(chr,[${codes(text)}]))`,
      bytes: text => `bytes([${codes(text)}]).decode()`,
      hex: text => `bytes.fromhex("${hex(text)}").decode()`,
      escapes: text => `"\\x${text.charCodeAt(0).toString(16)}${text.slice(1)}"`,
      base64: text => `__import__("base64").b64decode("${btoa(text)}").decode()`,
    },
  },
  node: {
    run: code('node -e'),
    starts: [
      command => `require("child_process").execSync(${command})`,
      command => `const {exec:e}=require("node:child_process"); e(${command})`,
      command => `[${command}].forEach(c=>require("child_process").execSync(c))`,
    ],
    spellings: {
      sum: text => half(text, (a, b) => `${a}+${b}`),
      template: text => `\`\${"${text.slice(0, 2)}"}${text.slice(2)}\``,
      concat: text => half(text, (a, b) => `${a}.concat(${b})`),
      join: text => `[${words(text)}].join(" ")`,
      replace: text => `"${text.replace(' ', '_')}".replace(/_/," ")`,
      slice: text => `"xx${text}".slice(2)`,
      reversed: text => `"${back(text)}".split("").reverse().join("")`,
      characters: text => `String.fromCharCode(${codes(text)})`,
      spread: text => `String.fromCharCode(...[${codes(text)}])`,
      buffer: text => `Buffer.from([${codes(text)}]).toString()`,
      hex: text => `Buffer.from("${hex(text)}","hex").toString()`,
      base64: text => `atob("${btoa(text)}")`,
    },
  },
  ruby: {
    run: code('ruby -e'),
    starts: [command => `system(${command})`, command => `exec ${command}`, command => `c=${command}; puts IO.popen(c).read`],
    spellings: {
      sum: text => half(text, (a, b) => `${a}+${b}`),
      append: text => half(text, (a, b) => `${a} << ${b}`),
      interpolation: text => `"#{"${text.slice(0, 2)}"}${text.slice(2)}"`,
      percent: text => half(text, (a, b) => `"%s%s" % [${a},${b}]`),
      format: text => half(text, (a, b) => `format("%s%s",${a},${b})`),
      join: text => `%w[${text}].join(" ")`,
      replace: text => `"${text.replace(' ', '_')}".sub("_"," ")`,
      reversed: text => `"${back(text)}".reverse`,
      characters: text => `[${codes(text)}].map(&:chr).join`,
      pack: text => `[${codes(text)}].pack("c*")`,
      base64: text => `"${btoa(text)}".unpack1("m")`,
    },
  },
  perl: {
    run: code('perl -e'),
    starts: [command => `system(${command})`, command => `exec ${command}`, command => `$c=${command}; system($c)`],
    spellings: {
      sum: text => half(text, (a, b) => `${a}.${b}`),
      join: text => `join(" ",${words(text)})`,
      sprintf: text => half(text, (a, b) => `sprintf("%s%s",${a},${b})`),
      reversed: text => `scalar reverse("${back(text)}")`,
      characters: text => `join("",map{chr}(${codes(text)}))`,
      pack: text => `pack("C*",${codes(text)})`,
      hex: text => `pack("H*","${hex(text)}")`,
    },
  },
  php: {
    run: code('php -r'),
    starts: [
      command => `system(${command});`,
      command => `echo shell_exec(${command});`,
      command => `$f="exec"; $f(${command});`,
    ],
    spellings: {
      sum: text => half(text, (a, b) => `${a}.${b}`),
      implode: text => `implode(" ",[${words(text)}])`,
      sprintf: text => half(text, (a, b) => `sprintf("%s%s",${a},${b})`),
      replace: text => `str_replace("_"," ","${text.replaceAll(' ', '_')}")`,
      reversed: text => `strrev("${back(text)}")`,
      characters: text => [...text].map(char => `chr(${char.charCodeAt(0)})`).join('.'),
      hex: text => `hex2bin("${hex(text)}")`,
      base64: text => `base64_decode("${btoa(text)}")`,
    },
  },
  lua: {
    run: code('lua -e'),
    starts: [
      command => `os.execute(${command})`,
      command => `io.popen(${command})`,
      command => `local c=${command}; os.execute(c)`,
    ],
    spellings: {
      sum: text => half(text, (a, b) => `${a}..${b}`),
      concat: text => `table.concat({${words(text)}}," ")`,
      format: text => half(text, (a, b) => `string.format("%s%s",${a},${b})`),
      method: text => half(text, (a, b) => `("%s%s"):format(${a},${b})`),
      replace: text => `("${text.replaceAll(' ', '_')}"):gsub("_"," ")`,
      reversed: text => `("${back(text)}"):reverse()`,
      characters: text => `string.char(${codes(text)})`,
    },
  },
  awk: {
    run: text => `awk 'BEGIN{${text}}'`,
    starts: [
      command => `system(${command})`,
      command => `c=${command}; system(c)`,
      command => `c=${command}; while((c | getline l) > 0) print l`,
      command => `print "" | (${command})`,
      command => `print (${command}) | "sh"`,
    ],
    spellings: {
      'side by side': text => half(text, (a, b) => `${a} ${b}`),
      sprintf: text => half(text, (a, b) => `sprintf("%s%s",${a},${b})`),
      characters: text => `sprintf("${'%c'.repeat(text.length)}",${codes(text)})`,
      substr: text => `substr("xx${text}",3)`,
      octal: text => `"\\${text.charCodeAt(0).toString(8)}${text.slice(1)}"`,
    },
  },
  vim: {
    run: text => `vim -es -c '${text}' -c q`,
    starts: [
      command => `call system(${command})`,
      command => `let c=${command} | call system(c)`,
      command => `exe "!".${command}`,
      command => `echo systemlist(${command})`,
    ],
    spellings: {
      sum: text => half(text, (a, b) => `${a}.${b}`),
      'two dots': text => half(text, (a, b) => `${a}..${b}`),
      join: text => `join([${words(text)}])`,
      printf: text => half(text, (a, b) => `printf("%s%s",${a},${b})`),
      substitute: text => `substitute("${text.replace(' ', '_')}","_"," ","g")`,
    },
  },
  R: {
    run: code('Rscript -e'),
    starts: [command => `system(${command})`, command => `c <- ${command}; system(c)`, command => `shell(${command})`],
    spellings: {
      paste: text => `paste(${words(text)})`,
      paste0: text => half(text, (a, b) => `paste0(${a},${b})`),
      sprintf: text => half(text, (a, b) => `sprintf("%s%s",${a},${b})`),
      sub: text => `gsub("_"," ","${text.replaceAll(' ', '_')}")`,
    },
  },
}

const rows = Object.entries(dialects).flatMap(([language, { run, starts, spellings }]) =>
  Object.entries(spellings).flatMap(([spelling, spelled]) =>
    starts.map((start, at) => [`${language} ${spelling} ${at}`, (text: string) => run(start(spelled(text)))] as const),
  ),
)

const decided = async (shell: string): Promise<string> => {
  const judged = await evaluate(eventOf({ shell }), [], hostFor(undefined), '2026-11-21')
  return judged.ok ? judged.value.ruling.decision : judged.failure.kind
}

test('however a command is put together, it is found', async () => {
  const passed: string[] = []
  for (const [name, made] of rows) if ((await decided(made('rm -rf ~'))) === 'allow') passed.push(`${name}: ${made('rm -rf ~')}`)
  expect(passed).toEqual([])
})

/** What was hidden on purpose and then run is asked about, whatever it is. */
const hides = /reversed|characters|bytes|hex|base64|pack|spread|buffer/

test('however it is put together, an ordinary one passes', async () => {
  const stopped: string[] = []
  for (const [name, made] of rows) {
    if (hides.test(name)) continue
    const said = await decided(made('ls -la src'))
    if (said !== 'allow') stopped.push(`${said} ${name}: ${made('ls -la src')}`)
  }
  expect(stopped).toEqual([])
})
