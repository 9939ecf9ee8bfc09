/** The oracle against the documented table. */

import { describe } from 'vitest'
import { blocked, nothing, ran, rows, say } from './rows.ts'
import { read as windsurf } from './windsurf.ts'

describe('Cascade, from its documentation', () => {
  rows(windsurf, [
    ['exit 0', 'pre_run_command', nothing(), { ...ran, legal: true }],
    [
      'exit 2 with a reason',
      'pre_run_command',
      nothing(2, 'why'),
      { ...blocked, legal: true, modelTold: 'why', personTold: 'why' },
    ],
    ['exit 2 without a reason', 'pre_write_code', nothing(2), { ...blocked, legal: false }],
    ['exit 1', 'pre_mcp_tool_use', nothing(1, 'why'), { ...ran, legal: false }],
    ['a decision in JSON', 'pre_read_code', say({ decision: 'deny', reason: 'why' }), { ...ran, legal: false }],
    ['exit 2 on a prompt', 'pre_user_prompt', nothing(2, 'why'), blocked],
    ['exit 2 after a command', 'post_run_command', nothing(2, 'why'), { ...ran, legal: false }],
    ['exit 2 after an answer', 'post_cascade_response', nothing(2, 'why'), { ...ran, legal: false }],
  ])
})
