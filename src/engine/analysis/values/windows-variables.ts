/** The folders that Windows names by variables, from whichever shell they are read. */

import type { Host } from '../../matching/host.ts'

const below: Readonly<Record<string, string>> = {
  userprofile: '',
  appdata: '/AppData/Roaming',
  localappdata: '/AppData/Local',
  temp: '/AppData/Local/Temp',
  tmp: '/AppData/Local/Temp',
}

const fixed: Readonly<Record<string, string>> = {
  programdata: 'C:/ProgramData',
  allusersprofile: 'C:/ProgramData',
  public: 'C:/Users/Public',
  systemdrive: 'C:',
  homedrive: 'C:',
  systemroot: 'C:/Windows',
  windir: 'C:/Windows',
  programfiles: 'C:/Program Files',
  programw6432: 'C:/Program Files',
  'programfiles(x86)': 'C:/Program Files (x86)',
  comspec: 'C:/Windows/System32/cmd.exe',
}

/** What a variable of this name, in lower case, holds. */
export function windowsVariable(name: string, { home }: Host): string | undefined {
  if (name === 'homepath') return home.replace(/^[A-Za-z]:/, '')
  return Object.hasOwn(below, name) ? home + below[name] : Object.hasOwn(fixed, name) ? fixed[name] : undefined
}
