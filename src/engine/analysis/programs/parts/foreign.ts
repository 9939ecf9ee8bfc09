/** The shells of Windows and the programs that come with it. */

import { windows } from '../../windows/windows-programs.ts'

export { runCmd } from '../../windows/cmd.ts'
export { knowsCmdlet, runCmdlet } from '../../windows/cmdlets.ts'
export { runPowerShell } from '../../windows/powershell.ts'

export const families = { windows }
