/** .NET calls in PowerShell expressions. */

import { record, type Scope, type Session } from '../session.ts'
import { literal } from '../text.ts'
import { deleted, overwritten, readPath } from '../touch.ts'

export function expressions(source: string, scope: Scope, session: Session): void {
  if (!/::|New-Object|\.\w+\(/i.test(source)) return
  for (const match of source.matchAll(
    /\[(?:System\.)?IO\.(File|Directory)\]::(\w{1,40})\(\s*(?:"([^"$]{1,400})"|'([^']{1,400})')/gi,
  )) {
    const path = literal((match[3] ?? match[4] ?? '').replace(/\\/g, '/'))
    const verb = match[2] as string
    if (/^delete/i.test(verb)) deleted(path, match[1]?.toLowerCase() === 'directory', scope, session)
    else if (/^(?:read|openread)/i.test(verb)) readPath(path, scope, session)
    else if (/^(?:write|append|create)/i.test(verb)) overwritten(path, 'replace', scope, session)
  }
  if (/Net\.Sockets\.TCPClient/i.test(source) && /GetStream|StreamReader|iex|Invoke-Expression|cmd/i.test(source))
    record(session, 'network.reverse-shell')
  if (/\[Environment\]::GetEnvironmentVariables\(/i.test(source)) record(session, 'secrets.dump-environment')
  if (/VirtualAlloc|CreateThread|amsiInitFailed|AmsiUtils/i.test(source)) record(session, 'permissions.security-off')
  if (/\.DownloadFile\(/i.test(source) && /Start-Process|Invoke-Item|\bstart\b|&\s|iex/i.test(source))
    record(session, 'execution.download-execute')
}
