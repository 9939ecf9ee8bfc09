import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { diagnosePolicy } from '../../../engine/policy/language/load.ts'
import { policyJsonSchema } from '../../../engine/policy/language/schema.ts'
import { starterPolicy } from './starter-texts.gen.ts'
import { onTrial } from './starter-texts.ts'

it('the starter names a schema that this repository publishes', () => {
  const [first = ''] = starterPolicy.split('\n')
  const path =
    /^# yaml-language-server: \$schema=https:\/\/raw\.githubusercontent\.com\/truefoundry\/tfy-hook\/main\/(\S+)$/.exec(
      first,
    )?.[1]
  expect(JSON.parse(readFileSync(path ?? '', 'utf8'))).toEqual(JSON.parse(JSON.stringify(policyJsonSchema())))
})

it.each([starterPolicy, onTrial(starterPolicy)])('the starter has nothing wrong in it', async text => {
  expect(await diagnosePolicy(text, 'policy.yaml', 'user')).toMatchObject({ policy: { version: 1 }, problems: [] })
})
