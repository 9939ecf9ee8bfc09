/** docs/tfy-hook.1, from the same command line that `tfy-hook man` prints. */

import { version } from '../project/project.ts'

export const manText = async (): Promise<string> => {
  // The bundler's constant; here nothing is bundled.
  Object.assign(globalThis, { __TFY_VERSION__: version() })
  const [{ commandLine }, { manPage }] = await Promise.all([import('../../src/cli.ts'), import('../../src/commands/help/man.ts')])
  return manPage(commandLine().program)
}
