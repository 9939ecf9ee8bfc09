/** Cline, the extension and the CLI. Read in the source of Cline CLI 3.0.65, 2026-08; not recorded. */

import type { ClientSignature } from '../core/client.ts'
import { has } from '../core/json.ts'
import { claimed, lacks } from './_claims.ts'

export default {
  id: 'cline',
  title: 'Cline',
  detect: payload =>
    claimed(payload, 'cline', () =>
      // The name of the hook and the workspaces, should version and task both be missing. Copilot's `hookName` comes with a session.
      has(payload, 'hookName') && has(payload, 'workspaceRoots') && lacks(payload, 'sessionId', 'hook_event_name')
        ? 'weak'
        : 'no',
    ),
} satisfies ClientSignature
