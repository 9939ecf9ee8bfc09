/** The engine when everything is loaded: one command of 100 columns, judged by the recommended preset. */

import { pathToFileURL } from 'node:url'
import { evaluate, hostFor } from '../../src/hook/sources/offline.ts'
import { stop } from '../project/project.ts'
import { quantile } from './spawn.ts'

const command = 'git -C packages/shop commit --all --message "Round prices to whole cents" && npm run test -- --quiet'

/** The text that the yardstick's code works on. */
const worked = `{"command":"${command}"}`

/**
 * One verdict against one run of the yardstick's code, in turns: the median ratio over `times`, after a warm-up. `chunk` is the file of that code. A
 * machine that runs all code slower moves both.
 */
export const warmVerdict = async (times: number, chunk: string): Promise<number> => {
  const { run } = (await import(pathToFileURL(chunk).href)) as { readonly run: (text: string) => number }
  if (command.length !== 100) stop(`the warm command has ${command.length} columns, not 100`)
  const home = '/home/shop'
  const cwd = `${home}/shop`
  const host = hostFor({ home, managed: [], user: [], redirected: [], state: `${home}/.local/state/tfy-hook`, bundle: '' }, {})
  const found: number[] = []
  for (let i = 0; i < times * 2; i++) {
    const before = performance.now()
    run(worked)
    const started = performance.now()
    const judged = await evaluate(
      {
        client: 'bench',
        category: 'mcp-pre',
        originalEventName: 'bench',
        guardrail: 'mcpToolPreInvokeGuardrails',
        subject: 'shell',
        content: command,
        structuredInput: { command },
        toolName: 'Bash',
        toolType: 'shell',
        cwd,
        workspaceRoots: [cwd],
        metadata: {},
        paths: [],
        urls: [],
        blocking: true,
        attended: true,
      },
      [],
      host,
    )
    if (i >= times) found.push((performance.now() - started) / (started - before))
    if (!judged.ok || judged.value.ruling.decision !== 'allow') stop('the warm command is not allowed')
  }
  return quantile(found, 0.5)
}
