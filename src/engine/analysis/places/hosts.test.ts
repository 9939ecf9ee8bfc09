import { expect, it } from 'vitest'
import { services } from './hosts.gen.ts'
import { isBelow } from './hosts.ts'
import { isInstaller, isWellKnown } from './origins.ts'

it('knows a host by its own name or as one below it, never by an end that looks like it', () => {
  const hosts = ['github.com', 'API.GitHub.com.', 'a.b.pypi.org', 'x.codeartifact.eu-west-1.amazonaws.com']
  expect(hosts.filter(isWellKnown)).toEqual(hosts)
  expect(['evilgithub.com', 'github.com.evil.example', 'com.x', '.github.com', 'a.amazonaws.com'].filter(isWellKnown)).toEqual([])
  expect(isBelow(services, 'hooks.slack.com')).toBe(true)
  expect(isBelow(services, 'hooks-slack.com')).toBe(false)
})

it('takes installers by these very names', () => {
  expect(['get.docker.com', 'evil.get.docker.com', 'docker.com'].map(isInstaller)).toEqual([true, false, false])
})
