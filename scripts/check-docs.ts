/**
 * `npm run check-docs [PAGE...]`: counts the words (`--words` does nothing else), runs every command that the pages show with the built binary, compares what it says, parses every
 * JSON and YAML block, and follows every link. Above a block can stand `<!-- not run: why -->`, `<!-- not parsed: why -->`,
 * `<!-- file: PATH -->` (it is written there for the commands below) and `<!-- before: COMMAND -->`.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dataFault, isData } from './docs/data.ts'
import { linkFaults } from './docs/links.ts'
import { noteOf, type Page, readPage } from './docs/page.ts'
import { runBlock, runnable } from './docs/run.ts'
import { accountHasFiles, scratch } from './docs/scratch.ts'
import { byHand, counted, mostWords, wordTable } from './docs/words.ts'
import { at, say, stop } from './project/project.ts'

const top = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'AGENTS.md', 'TESTING.md', 'RELEASING.md']
const asked = process.argv.slice(2).filter(arg => arg !== '--words')
const inDocs = readdirSync(at('docs'), { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.md'))
const every = [...top, ...inDocs.map(file => `docs/${file}`).sort()]
const files = asked.length > 0 ? asked : every
const texts = new Map<string, string>(every.map(file => [file, readFileSync(at(file), 'utf8')]))
const words = counted(texts)
if (process.argv.includes('--words')) {
  say(wordTable(words))
  process.exit(0)
}
if (!existsSync(at('dist/tfy-hook'))) stop('dist/tfy-hook is missing: npm run build')
if (accountHasFiles()) stop('this account has a tfy-hook configuration, which would decide beside the one of the pages')

const pages = new Map<string, Page>([...texts].map(([file, text]) => [file, readPage(text)]))
const faults: string[] = []
const left: string[] = []
const counts = { ran: 0, parsed: 0, links: 0 }

for (const file of files) {
  const page = pages.get(file) ?? stop(`${file} is not among the pages`)
  faults.push(...linkFaults(file, page, pages))
  counts.links += page.links.length
  // Entries of the changelog show what was, at their time.
  if (file === 'CHANGELOG.md') continue
  for (const line of page.loose) faults.push(`${file}:${line}: commands belong into an sh or console block`)
  const ground = scratch()
  try {
    for (const block of page.blocks) {
      const place = `${file}:${block.line}`
      const said = (fault: string | undefined): void => void (fault !== undefined && faults.push(`${place}: ${fault}`))
      const notRun = noteOf(block, 'not run')
      const notParsed = noteOf(block, 'not parsed')
      if (isData(block.language)) {
        if (notParsed !== undefined) left.push(`${place}: not parsed: ${notParsed}`)
        else {
          said(await dataFault(block))
          counts.parsed += 1
        }
      }
      for (const note of block.notes) if (note.word === 'before') ground.bash(note.text)
      const target = noteOf(block, 'file')
      if (target !== undefined) ground.put(target, block.text)
      if (block.language === '' && /^\$ /m.test(block.text)) said('commands with their output belong into a console block')
      if (!runnable(block.language)) continue
      if (notRun !== undefined) left.push(`${place}: not run: ${notRun}`)
      else {
        said(runBlock(block, ground))
        counts.ran += 1
      }
    }
  } finally {
    ground.done()
  }
}

if (byHand(words) > mostWords)
  faults.push(`the pages have ${byHand(words)} words written by hand, more than ${mostWords}: npm run check-docs -- --words`)
for (const line of left) say(line)
for (const fault of faults) say(`\n${fault}`)
say(
  `\n${files.length} pages: ${counts.ran} blocks ran, ${counts.parsed} parsed, ${left.length} left out for the reasons above, ${counts.links} links followed, ${byHand(words)} words written by hand; ${faults.length} faults`,
)
if (faults.length > 0) process.exit(1)
