/** Whether a bundle is for this machine: by its group, or by a place among a hundred that is the same each time. */

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import type { Manifest } from './format.ts'
import { sha256 } from './verify.ts'

type Planned = Pick<Manifest, 'name' | 'version' | 'rollout'>

/** Another version draws other machines; the same version with a larger share keeps those that it has. */
export const covers = (
  { name, version, rollout }: Planned,
  group: string | undefined,
  place: string,
  machine?: string,
): boolean => {
  if (rollout === undefined || (group !== undefined && rollout.groups.includes(group))) return true
  if (rollout.percent === 0 || rollout.percent === 100) return rollout.percent === 100
  const drawn = sha256(JSON.stringify([name, version, machine ?? machineId(), place]))
  return (Number.parseInt(drawn.slice(0, 8), 16) / 2 ** 32) * 100 < rollout.percent
}

/** What the system calls this machine; its host name where that cannot be learnt. It is hashed, and never sent. */
const machineId = (): string => {
  try {
    const told = sources[process.platform]?.().trim()
    if (told) return told
  } catch {
    // A container may have none.
  }
  return hostname()
}

const asked = (program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', timeout: 5_000, stdio: ['ignore', 'pipe', 'ignore'], windowsHide: true })

const sources: Readonly<Partial<Record<NodeJS.Platform, () => string>>> = {
  linux: () => readFileSync('/etc/machine-id', 'utf8'),
  darwin: () => /"IOPlatformUUID" = "([^"]+)"/.exec(asked('/usr/sbin/ioreg', '-rd1', '-c', 'IOPlatformExpertDevice'))?.[1] ?? '',
  win32: () =>
    /REG_SZ\s+(\S+)/.exec(
      asked('C:\\Windows\\System32\\reg.exe', 'query', 'HKLM\\SOFTWARE\\Microsoft\\Cryptography', '/v', 'MachineGuid'),
    )?.[1] ?? '',
}
