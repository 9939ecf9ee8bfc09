/** Policies of a client on a device that is managed: where they are no file of the system, a profile or registry values for whatever manages it. */

import type { DevicePolicies } from '../../../core/install.ts'
import { sha256 } from '../../../setup/install/deployment.ts'

/** Named for the client: `vscode.mobileconfig`, `vscode.reg`. */
export const policyFile = (client: string, policies: DevicePolicies, target: 'macos' | 'windows'): readonly [string, string] =>
  target === 'macos' ? [`${client}.mobileconfig`, profile(client, policies)] : [`${client}.reg`, registry(policies)]

const profile = (client: string, { domain, values }: DevicePolicies): string => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>PayloadType</key><string>Configuration</string>
  <key>PayloadVersion</key><integer>1</integer>
  <key>PayloadScope</key><string>System</string>
  <key>PayloadDisplayName</key><string>tfy-hook: ${client}</string>
  <key>PayloadIdentifier</key><string>com.truefoundry.tfy-hook.${client}</string>
  <key>PayloadUUID</key><string>${uuid(client)}</string>
  <key>PayloadContent</key>
  <array>
    <dict>
      <key>PayloadType</key><string>${domain}</string>
      <key>PayloadVersion</key><integer>1</integer>
      <key>PayloadIdentifier</key><string>com.truefoundry.tfy-hook.${client}.policies</string>
      <key>PayloadUUID</key><string>${uuid(`${client} policies`)}</string>
${Object.entries(values)
  .map(([name, on]) => `      <key>${name}</key><${on}/>\n`)
  .join('')}    </dict>
  </array>
</dict>
</plist>
`

/** The same for the same name, so that a newer profile takes the place of an older one. */
const uuid = (name: string): string =>
  sha256(`tfy-hook ${name}`)
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    .toUpperCase()

const registry = ({ key, values }: DevicePolicies): string =>
  ['Windows Registry Editor Version 5.00', '', `[HKEY_LOCAL_MACHINE\\${key}]`, ...Object.entries(values).map(value), ''].join(
    '\r\n',
  )

const value = ([name, on]: readonly [string, boolean]): string => `"${name}"=dword:0000000${on ? 1 : 0}`
