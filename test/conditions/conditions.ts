/** Every condition of the language, with events for it. What is true of each object is written from docs/use/policy.md. */

import fc from 'fast-check'
import type { NormalizedHookEvent } from '../../src/core/event.ts'
import { type Case, type Condition, commandsOf, fieldOf, operandsOf, type Truth } from './objects.ts'

const paths = {
  yes: ['secrets/a.txt', './secrets/b', '/home/ada/shop/secrets/c', 'src/../secrets/d', '~/shop/secrets/e'],
  no: ['src/a.txt', 'README.md', '/home/ada/shop/public/c', 'secrets/../src/d', 'other/x'],
  unknown: ['"$FILE"', '"$(cat list)"'],
}
const mcp = { subject: 'mcp', category: 'mcp-pre', toolType: 'mcp', mcpTool: 'get', toolName: 'x' } as const
const tool = (name: string): Partial<NormalizedHookEvent> => ({ ...mcp, mcpServer: 'github', mcpTool: name, toolName: name })
const card = '4539 1488 0343 6467'

/** Servers as clients keep them; `twice` is another one in another client's file. */
const servers = {
  acme: { command: 'npx', args: ['-y', '@acme/github'] },
  pinned: { command: 'bunx', args: ['@acme/notes@1.2', '--port', '1'] },
  hosted: { type: 'http', url: 'https://tools.acme.example/mcp/github' },
  local: { command: '/opt/acme/serve', args: ['--stdio'] },
  twice: { command: 'npx', args: ['@acme/github'] },
  evil: { command: 'npx', args: ['evil', '@acme/github'] },
  alias: { command: 'npx', args: ['-y', 'acme/github'] },
  elsewhere: { url: 'https://tools.acme.example.evil.org/mcp/x' },
  program: { command: '/tmp/opt/acme/serve' },
  turned: { command: 'npx', args: ['@acme/github'], env: { npm_config_registry: 'https://evil.example' } },
  'other-package': { command: 'npx', args: ['-p', 'evil', '@acme/github'] },
  variable: { command: 'npx', args: ['$PACKAGE'] },
  path: { command: './npx', args: ['@acme/github'] },
}

export const configured = {
  '/home/ada/shop/.mcp.json': JSON.stringify({ mcpServers: servers }),
  '/home/ada/.codex/config.toml': '[mcp_servers.twice]\ncommand = "npx"\nargs = ["evil"]\n',
}

const happened = (has: Truth): fc.Arbitrary<Case> =>
  fieldOf({ [has]: [{ subject: 'shell', content: 'ls', structuredInput: { command: 'ls' } }] }).map(each => ({
    ...each,
    happened: has === 'yes' ? ['read-secret'] : has === 'no' ? [] : ['?'],
  }))

export const conditions: Readonly<Record<string, Condition>> = {
  text: {
    when: { text: 'pr[o]d' },
    cases: fieldOf({ yes: [{ content: 'on prod now' }, { content: 'prod' }], no: [{ content: 'on dev' }, { content: '' }] }),
  },
  program: {
    when: { program: ['kubectl', 'helm'] },
    cases: commandsOf({
      yes: ['kubectl get pods', 'sudo kubectl get pods', 'env A=1 helm list', '/usr/bin/kubectl get pods', 'k"ube"ctl get pods'],
      no: ['ls -la', 'echo kubectl', 'git status', 'date'],
      unknown: ['"$PROGRAM" get pods', '$(pick) list'],
    }),
  },
  args: {
    asks: ['unknown'],
    when: { args: ['delete', 'pod'] },
    cases: commandsOf({
      yes: ['kubectl delete pod web', 'kubectl -n shop delete pod web', 'sudo kubectl delete --now pod web'],
      no: ['kubectl get pods', 'kubectl pod delete', 'ls', 'kubectl get delete'],
      unknown: ['kubectl delete "$KIND" web', 'kubectl "$VERB" pod web'],
    }),
  },
  flags: {
    asks: ['unknown'],
    when: { flags: ['--context=dev'] },
    cases: commandsOf({
      yes: ['kubectl --context dev get pods', 'kubectl get pods --context=dev', 'sudo kubectl get --context "dev" pods'],
      no: ['kubectl get pods', 'kubectl --context prod get pods', 'kubectl get pods --context=dev2', 'ls'],
      unknown: ['kubectl --context "$CTX" get pods', 'kubectl "--context=$CTX" get pods'],
    }),
  },
  operands: {
    when: { program: 'make', operands: { only: ['test', 'lint'] } },
    cases: operandsOf({ yes: ['test', 'lint'], no: ['deploy', 'all', 'test2'], unknown: ['"$T"'] }, ['make %', 'sudo make %']),
  },
  packages: {
    when: { packages: { only: ['lodash', '@acme/*'] } },
    cases: operandsOf(
      {
        yes: ['lodash', 'lodash@4', '@acme/ui', '@acme/ui@next'],
        no: ['evil', 'lodash@npm:evil', 'evil/lodash', 'https://evil.example/x.tgz', '@evil/lodash', './lodash'],
        unknown: ['"$P"', '"$(cat list)"'],
      },
      ['npm i %', 'npm add -D %', 'pnpm add %', 'yarn add %', 'bun add %', 'npm --prefix web install %'],
    ),
  },
  'packages: those that are run': {
    when: { packages: { only: ['vitest', '@acme/*'] } },
    cases: commandsOf({
      yes: [
        'npx vitest run',
        'npx -y vitest@2 --project evil',
        'npx @acme/ui -p evil',
        'bunx vitest run evil',
        'npm exec vitest -- run -p evil',
        'npm exec -- vitest run',
        'pnpm dlx vitest run src',
        'yarn dlx @acme/ui build',
        'bun x vitest run',
      ],
      no: [
        'npx evil vitest',
        'npx -y evil',
        'bunx evil',
        'npm exec evil -- vitest',
        'pnpm dlx evil vitest',
        'npx vitest@npm:evil',
      ],
      unknown: [
        'npx -p evil vitest',
        'npx --package=evil vitest',
        'npx --cache vitest evil',
        'npm exec vitest -p evil',
        'npm exec vitest --package evil -- run',
        'pnpm dlx --package evil vitest',
        'pnpm dlx vitest --package=evil',
        'npx "$P" vitest',
        'npx --registry https://evil.example vitest',
      ],
    }),
  },
  effect: {
    when: { effect: 'delete' },
    cases: commandsOf({ yes: ['rm -r build', 'rm -rf dist', 'find tmp -delete'], no: ['ls', 'cp a b', 'echo rm'] }),
  },
  reads: {
    when: { reads: 'secrets/**' },
    cases: operandsOf(paths, ['cat %', 'nl %', 'head -n 1 %', 'sort %']),
  },
  writes: { when: { writes: 'secrets/**' }, cases: operandsOf(paths, ['touch %', 'tee %', 'truncate -s 1 %']) },
  deletes: { when: { deletes: 'secrets/**' }, cases: operandsOf(paths, ['rm %', 'rm -f %', 'unlink %'], 1) },
  outside: {
    when: { outside: 'workspace' },
    cases: operandsOf(
      { yes: ['/srv/a', '../b', '~/c', '/home/ada/shopping/d'], no: ['a', './b', '/home/ada/shop/c', 'x/../y'] },
      ['touch %', 'rm %', 'cat %'],
    ),
  },
  branch: {
    asks: ['unknown'],
    when: { branch: 'dev/*' },
    cases: operandsOf(
      {
        yes: ['dev/me', 'dev/you', 'HEAD:dev/x', 'refs/heads/dev/z', 'main:dev/me', 'HEAD', '@'],
        no: ['main', 'HEAD:main', 'refs/heads/release', 'dev/me:main'],
        unknown: ['"$B"', '"HEAD:$B"', 'refs/heads/*:refs/heads/*', ':'],
      },
      ['git push origin %', 'git push -u origin %'],
    ),
  },
  remote: {
    asks: ['unknown'],
    when: { remote: 'origin' },
    cases: operandsOf(
      { yes: ['origin'], no: ['backup', 'https://git.example/x.git'], unknown: ['"$R"'] },
      ['git push % main', 'git push -u % main'],
      1,
    ),
  },
  host: {
    when: { host: ['*.example.com', '10.0.0.0/8'] },
    cases: operandsOf(
      {
        yes: ['https://a.example.com/x', 'http://10.1.2.3/', 'https://u@b.example.com:8443', 'HTTPS://A.EXAMPLE.COM'],
        no: [
          'https://example.com.evil.org/',
          'http://11.1.2.3/',
          'https://a.example.com@evil.org/',
          'https://evil.org/?a.example.com',
        ],
        unknown: ['"$URL"', '"https://$HOST/x"'],
      },
      ['curl %', 'curl -sSL %', 'wget -q %', 'curl -o /dev/null %'],
    ),
  },
  'host: { not }': {
    asks: ['unknown'],
    when: { host: { not: ['*.evil.org', '11.0.0.0/8'] } },
    cases: operandsOf(
      {
        yes: ['https://a.example.com/x', 'http://10.1.2.3/'],
        no: ['https://x.evil.org/', 'http://11.1.2.3/', 'https://a.example.com@x.evil.org/'],
        unknown: ['"$URL"', '"https://$HOST/x"'],
      },
      ['curl %', 'wget -q %'],
    ),
  },
  server: {
    when: { server: ['github', 'git-*'] },
    cases: fieldOf(
      { yes: [{ mcpServer: 'github' }, { mcpServer: 'git-x' }], no: [{ mcpServer: 'notes' }, { mcpServer: 'github2' }, {}] },
      mcp,
    ),
  },
  'server: what it is': {
    asks: ['unknown'],
    when: { server: ['package:@acme/*', 'url:https://*.acme.example/mcp/*', 'command:/opt/acme/*'] },
    cases: fieldOf(
      {
        yes: ['acme', 'pinned', 'hosted', 'local'].map(mcpServer => ({ mcpServer })),
        no: [
          ...['evil', 'alias', 'elsewhere'].map(mcpServer => ({ mcpServer })),
          { mcpServer: 'acme', mcpTold: { url: 'https://evil.example/.acme.example/mcp/x' } },
          { mcpServer: 'acme', mcpTold: { command: 'npx evil' } },
        ],
        unknown: [
          ...['nowhere', 'program', 'twice', 'turned', 'other-package', 'variable', '@acme/x', 'path'].map(mcpServer => ({
            mcpServer,
          })),
        ],
      },
      mcp,
    ),
  },
  sandboxed: {
    when: { sandboxed: true },
    cases: fieldOf({ yes: [{ sandboxed: 'inside' }], no: [{ sandboxed: 'outside' }, { sandboxed: 'leaving' }], unknown: [{}] }),
  },
  tool: {
    when: { tool: ['get_*', 'list_*'] },
    cases: fieldOf({ yes: [tool('get_x'), tool('list_issues')], no: [tool('merge'), tool('forget_x'), tool('')] }),
  },
  detects: {
    when: { detects: 'pii.card' },
    cases: fieldOf(
      { yes: [{ content: `pay ${card}` }, { content: card }], no: [{ content: 'pay 4111' }, { content: 'x' }] },
      { subject: 'prompt' },
    ),
  },
  certainty: {
    when: { certainty: 'proved-ordinary' },
    cases: commandsOf({ yes: ['ls', 'git status', 'date'], no: ['rm -rf /', 'git push --force origin main', 'rm -rf "$X"'] }, 1),
  },
  agent: {
    when: { agent: 'explore*' },
    cases: fieldOf({ yes: [{ agentType: 'explorer' }], no: [{ agentType: 'builder' }, {}] }, { content: 'ls' }),
  },
  folder: {
    when: { folder: '/home/ada/*' },
    cases: fieldOf({ yes: [{ cwd: '/home/ada/shop' }], no: [{ cwd: '/srv/x' }, { cwd: '/home/eve/shop' }] }, { content: 'ls' }),
  },
  user: {
    when: { user: 'ada' },
    cases: fieldOf({
      yes: [
        { user: 'ada', userFrom: 'token' },
        { user: 'ada', userFrom: 'account' },
      ],
      no: [{ user: 'eve', userFrom: 'token' }, {}],
      unknown: [{ user: 'ada', userFrom: 'environment' }],
    }),
  },
  group: {
    when: { group: 'admins' },
    cases: fieldOf({
      yes: [{ groups: ['admins'] }, { groups: ['x', 'admins'] }],
      no: [{ groups: ['x'] }, { groups: [] }],
      unknown: [{}],
    }),
  },
  attended: { when: { attended: true }, cases: fieldOf({ yes: [{ attended: true }], no: [{ attended: false }] }) },
  mode: {
    when: { mode: 'plan' },
    cases: fieldOf({ yes: [{ permissionMode: 'plan' }], no: [{ permissionMode: 'bypass' }, {}] }),
  },
  session: {
    when: { session: { has: 'read-secret' } },
    cases: fc.constantFrom<Truth>('yes', 'no', 'unknown').chain(happened),
  },
}
