import { homedir } from 'node:os'
import { expect, it } from 'vitest'
import { wantedBy } from './options.ts'

it.each([
  ['~/shop', `${homedir()}/shop`],
  ['~', homedir()],
  ['/srv/shop', '/srv/shop'],
  ['~ada/shop', `${process.cwd()}/~ada/shop`],
  ['C:\\shop', 'C:\\shop'],
])('the project %s is %s', (project, folder) => {
  expect(wantedBy({ project }).project).toEqual([folder])
})
