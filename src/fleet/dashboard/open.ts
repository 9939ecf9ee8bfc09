/** Hands a file to the browser of this desktop. Where there is none, the link on the terminal is what a person has. */

import { spawn } from 'node:child_process'

const commands: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

export const openInBrowser = (file: string): void => {
  const [command, ...args] = commands[process.platform] ?? ['xdg-open']
  const child = spawn(command, [...args, file], { stdio: 'ignore', detached: true, windowsHide: true })
  child.on('error', () => {})
  child.unref()
}
