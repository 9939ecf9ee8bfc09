import { describe, expect, it } from 'vitest'
import { viewTool } from './tool.ts'

describe('what a tool is given', () => {
  it('may stand in a list of objects', () => {
    const read = viewTool('file-read', { operations: [{ mode: 'Line', path: '.env' }, { path: 'src/cart.ts' }] })
    expect(read).toMatchObject({ paths: ['.env', 'src/cart.ts'], content: '.env\nsrc/cart.ts' })
    const edit = viewTool('file-edit', { file_path: 'src/cart.ts', changes: [{ old_str: 'a', new_str: 'b' }] })
    expect(edit).toMatchObject({ paths: ['src/cart.ts'], content: 'a\nb' })
    const edits = viewTool('file-edit', { path: 'src/cart.ts', edits: [{ oldText: 'a', newText: 'b' }] })
    expect(edits).toMatchObject({ paths: ['src/cart.ts'], content: 'a\nb' })
  })

  it('is unread under no known name', () => {
    expect(viewTool('shell', { count: 3 }).unread).toBe('the command')
    expect(viewTool('file-write', { text: '# Notes' }).unread).toBe('the path')
    expect(viewTool('file-write', { place: '.env', text: 'A=1' })).toMatchObject({ paths: ['.env'], content: 'A=1' })
  })
})
