/** Arguments that a tool of Auggie does not read must not stand for the one that it does. */

import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../core/json.ts'
import auggie from './auggie.ts'

const seen = (tool_name: string, tool_input: JsonObject) => {
  const made = auggie.normalise(
    { hook_event_name: 'PreToolUse', conversation_id: 'c', workspace_roots: ['/srv/shop'], tool_name, tool_input },
    {},
    {},
  )
  if (!made.ok) throw new Error(made.failure.kind)
  return made.value
}

describe('the argument that counts', () => {
  it('is what is typed', () => {
    expect(seen('write-process', { terminal_id: 1, input_text: 'make ship', command: 'ls' }).content).toBe('make ship')
    expect(seen('write-process', { terminal_id: 1, command: 'ls' }).unread).toBe('the typed text')
  })
  it('is the list of files', () => {
    expect(seen('remove-files', { file_paths: ['a.ts', 'b.ts'], path: 'c.ts' }).paths).toEqual(['a.ts', 'b.ts', 'c.ts'])
  })
  it('is the patch', () => {
    const patch = '*** Begin Patch\n*** Delete File: a.ts\n*** End Patch'
    expect(seen('apply_patch', { input: patch, path: 'c.ts', content: '' })).toMatchObject({ paths: [patch], content: patch })
    expect(seen('apply_patch', { path: 'c.ts' }).unread).toBe('the patch')
  })
})
