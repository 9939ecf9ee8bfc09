/** PowerShell and cmd. */

import type { Scope, Session } from './session.ts'

export function foreign(_source: string, _dialect: 'powershell' | 'cmd', _scope: Scope, _session: Session): void {}
