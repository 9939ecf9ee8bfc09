/** docs/tfy-hook.1, from the same command line that `tfy-hook man` prints. */

import { version } from '../project/project.ts'

export const commandLine = async () => {
  // The bundler's constant; here nothing is bundled.
  Object.assign(globalThis, { __TFY_VERSION__: version() })
  return (await import('../../src/cli/command-line.ts')).commandLine().program
}

export const manText = async (): Promise<string> =>
  (await import('../../src/cli/commands/help/man.ts')).manPage(await commandLine())
