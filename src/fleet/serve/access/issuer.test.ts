import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { issuerOf } from './issuer.ts'

const issuer = 'https://idp.example'
const provider = createServer()
let pair: Awaited<ReturnType<typeof generateKeyPair>>

beforeAll(async () => {
  pair = await generateKeyPair('ES256')
  const keys = [{ ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }]
  provider.on('request', (_, response) => response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys })))
  await new Promise<void>(resolve => provider.listen(0, '127.0.0.1', resolve))
})
afterAll(() => provider.close())

/** The groups, or that the bearer is refused. */
const groupsOf = async (groups: string, claims: object): Promise<unknown> => {
  const jwksUri = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/keys`
  const token = await new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'one' })
    .setIssuer(issuer)
    .setAudience('tfy-hook')
    .setSubject('u')
    .setExpirationTime('1m')
    .sign(pair.privateKey)
  const grant = await issuerOf({ issuer, audience: 'tfy-hook', jwksUri, groups }).check(token)
  return typeof grant === 'string' ? grant : grant.groups
}

const elsewhere = { _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'https://graph.example' } } }

it.each<[string, object, unknown]>([
  ['what is listed', { groups: ['a', 'b'] }, ['a', 'b']],
  ['none', {}, []],
  ['what is kept elsewhere', elsewhere, 'refused'],
  ['what is kept elsewhere in part', { ...elsewhere, groups: ['a'] }, 'refused'],
  ['more than fit', { hasgroups: true }, 'refused'],
  ['another claim elsewhere', { groups: ['a'], _claim_names: { photo: 'src1' } }, ['a']],
])('of %s', async (_, claims, groups) => {
  expect(await groupsOf('groups', claims)).toEqual(groups)
})

it('goes by the claim that is named', async () => {
  expect(await groupsOf('roles', { roles: ['a'], ...elsewhere, hasgroups: true })).toEqual(['a'])
})
