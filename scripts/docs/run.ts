/** Runs the commands that a page shows. */

import type { Block } from './page.ts'
import type { Scratch } from './scratch.ts'
import { matches, stepsOf } from './shown.ts'

export const runnable = (language: string): boolean => language === 'sh' || language === 'console'

/** What went otherwise than the block says; nothing when all is well. */
export const runBlock = (block: Block, scratch: Scratch): string | undefined =>
  block.language === 'console' ? runConsole(block, scratch) : runScript(block, scratch)

/** Output is not compared. 1 is an answer of ours ("no"), and not a failure. */
const runScript = ({ text }: Block, { bash }: Scratch): string | undefined => {
  const { code, output } = bash(`trap 'code=$?; [ $code -le 1 ] || exit $code' ERR\n${text}`)
  return code <= 1 ? undefined : `ended with code ${code}:\n${output}`
}

const between = '\u001e'

const runConsole = ({ text }: Block, { bash }: Scratch): string | undefined => {
  const steps = stepsOf(text)
  if (steps.length === 0) return 'a console block without a line that begins with "$ "'
  const script = steps.map(({ command }) => `${command}\n__code=$?; printf '${between}'; (exit $__code)`).join('\n')
  const { output } = bash(script)
  const said = output.split(between)
  const wrong = steps.flatMap(({ command, shown }, i) =>
    matches(shown, said[i] ?? '') ? [] : [`$ ${command}\n${said[i] ?? '(not reached)'}`],
  )
  return wrong.length === 0 ? undefined : `what it says now:\n${wrong.join('\n')}`
}
