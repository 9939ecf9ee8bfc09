/** The shells of Windows and the programs that come with it. */

import '../analyse.ts' // All that is shared with it stays in its chunk.
import { windows } from '../programs/windows.ts'

export { runCmd } from '../foreign/cmd.ts'
export { knowsCmdlet, runCmdlet } from '../foreign/cmdlets.ts'
export { runPowerShell } from '../foreign/powershell.ts'

export const families = { windows }
