import { expect, test, vi } from 'vitest'
import { hostWith, must, policyFrom, shellEvent } from '../../policy/testing/fixtures.ts'

const context = { cwd: '/home/ada/shop', workspaceRoots: ['/home/ada/shop'], host: hostWith() }
const danger = 'kubectl delete namespace prod'

/** The engine as a new process has it: nothing but the everyday part is loaded. */
const cold = async () => {
  vi.resetModules()
  const { analyse, loadAll, loadParts } = await import('../analyse.ts')
  const { evaluate, prepare } = await import('../../policy/evaluate.ts')
  return { analyse, loadAll, loadParts, evaluate, prepare, parts: await import('./parts.ts') }
}

test.each([
  [danger, 'hosted'],
  ['cargo build && ssh-keygen -t ed25519', 'machine'],
  ['psql -c "select 1"', 'remote'],
  ['/usr/local/bin/node -e 1', 'code'],
  ['python3.12 -c "print(1)"', 'code'],
  ['ruby3.2t -e 1', 'code'],
  ['Remove-Item -Recurse x', 'foreign'],
  ['icacls x /grant y:F', 'foreign'],
  ['echo 1 | xargs sudo env A=1 kubectl get', 'hosted'],
])('%s, analysed without what it needs, could not be told', async (command, part) => {
  const { analyse } = await cold()
  const wanted = new Set<string>()
  const facts = analyse(command, { ...context, wanted: wanted as never })
  expect([[...wanted], facts.certainty]).toEqual([[part], 'could-not-tell'])
})

test.each(['powershell', 'cmd'] as const)('%s is not read without its part', async dialect => {
  const { analyse, loadParts } = await cold()
  const source = dialect === 'cmd' ? 'del /s /q C:\\Users' : 'Remove-Item -Recurse -Force C:\\Users'
  expect(analyse(source, { ...context, dialect }).certainty).toBe('could-not-tell')
  await loadParts(['foreign'])
  expect(analyse(source, { ...context, dialect }).certainty).toBe('proved-dangerous')
})

test.each([
  'ls -la src',
  'git status && git diff | head -50',
  'npm test',
  "sed -n 1,20p a | grep -c x && bash -c 'cat a'",
  'unheard-of x',
])('%s needs nothing rare', async command => {
  const { analyse } = await cold()
  const wanted = new Set<never>()
  expect([analyse(command, { ...context, wanted }).certainty, wanted.size]).toEqual(['proved-ordinary', 0])
})

test('a round that will be done again is short', async () => {
  const { analyse } = await cold()
  const { invocations } = analyse(`kubectl get pods; ${'true x; '.repeat(1_500)}`, context)
  expect(invocations.length).toBeLessThan(250)
})

test.each([
  ['one round', danger, ['kubectl']],
  ['two rounds', 'python3 -c "import os; os.system(\'kubectl delete namespace prod\')"', ['python3', 'kubectl']],
  [
    'three rounds',
    'python3 -c "import os; os.system(\'kubectl exec x -- psql -c 1; pwsh -c 1\')"',
    ['python3', 'kubectl', 'psql', 'pwsh', '1'],
  ],
])('what is judged is the last of %s', async (_, command, programs) => {
  const { prepare, loadAll } = await cold()
  const policies = [await policyFrom('version: 1\n')]
  const first = must(await prepare(shellEvent(command), policies, hostWith())).facts
  await loadAll()
  const again = must(await prepare(shellEvent(command), policies, hostWith())).facts
  expect(first.shell()).toEqual(again.shell())
  expect(first.effects()).toEqual(again.effects())
  expect(first.shell()?.invocations.map(({ program }) => program)).toEqual(programs)
})

test('a part that cannot be loaded is a failure, never a verdict', async () => {
  vi.doMock('./parts/hosted.ts', () => {
    throw new Error('gone')
  })
  const { evaluate, loadAll } = await cold()
  const policies = [await policyFrom('version: 1\n')]
  for (const command of ['kubectl get pods', danger, 'kubectl get pods'])
    expect(await evaluate(shellEvent(command), policies, hostWith())).toMatchObject({ ok: false, failure: { kind: 'internal' } })
  expect((await evaluate(shellEvent('ls'), policies, hostWith())).ok).toBe(true)
  await expect(loadAll()).rejects.toThrow()
  vi.doUnmock('./parts/hosted.ts')
})

test('rounds come to an end', async () => {
  const nothing = async () => {}
  vi.doMock('../analyse.ts', async original => ({ ...(await original<object>()), loadParts: nothing, loadAll: nothing }))
  const { evaluate } = await cold()
  const judged = await evaluate(shellEvent('kubectl get pods'), [await policyFrom('version: 1\n')], hostWith())
  expect(judged).toMatchObject({
    ok: false,
    failure: { kind: 'internal', detail: expect.stringContaining('could not be loaded') },
  })
  vi.doUnmock('../analyse.ts')
})

const modules = {
  code: () => import('./parts/code.ts'),
  foreign: () => import('./parts/foreign.ts'),
  hosted: () => import('./parts/hosted.ts'),
  machine: () => import('./parts/machine.ts'),
  remote: () => import('./parts/remote.ts'),
}

test.each(Object.entries(modules))('the index names every program of %s (else: npm run gen)', async (part, load) => {
  const { parts } = await cold()
  const names = Object.values((await load()).families).flatMap(family => Object.keys(family).flatMap(row => row.split(' ')))
  expect(names.filter(name => !parts.knows(part as keyof typeof modules, name))).toEqual([])
})
