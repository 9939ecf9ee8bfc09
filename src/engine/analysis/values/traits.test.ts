import { expect, it } from 'vitest'
import { hasTrait, programsThat } from './traits.ts'

it('knows a program by its whole name, Python and pip with any version', () => {
  expect(['docker', 'python3.11', 'python'].filter(name => hasTrait(name, 'begins'))).toEqual(['docker', 'python3.11', 'python'])
  expect(['dock', 'dockers', 'git git', '', 'git2', 'python3.11x'].filter(name => hasTrait(name, 'begins'))).toEqual([])
  expect(hasTrait('pip3.12', 'installs')).toBe(true)
})

it('lists what people type', () => {
  expect(programsThat('typed')).toContain('sudo')
})
