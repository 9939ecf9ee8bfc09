/** Whichever program it is: code that anybody may have put there is asked about, code of the project and where something is put are not. */

import { describe, expect, it } from 'vitest'
import { eventOf, hostFor } from '../../../../scripts/corpus/judge.ts'
import { evaluate } from '../../policy/evaluate.ts'

const decided = async (shell: string): Promise<string> => {
  const judged = await evaluate(eventOf({ shell }), [], hostFor(undefined))
  return judged.ok ? judged.value.ruling.decision : 'crash'
}

const programs = ['frobnicate', 'helm upgrade web ./chart', 'jest', 'rustc main.rs', 'phpunit tests']
/** An option, as it stands in front of its value. */
const forCode = [
  '--post-renderer ',
  '--plugin=',
  '--globalSetup ',
  '--test-runner=',
  '-processorpath ',
  '-C linker=',
  '--bootstrap ',
  '--loader=',
]
const forOutput = ['--output ', '--report-dir=', '--log-file ', '--cache-dir=', '--output-module=', '--data ', '--size=']
const forOrigin = ['--registry=', '--mirror ', '--index-url ', '--distribution-url=']
const variables = ['LEIN_JAR', 'CONFIG_SHELL', 'ESBUILD_BINARY_PATH', 'MY_PLUGIN', 'APP_LAUNCHER']
const origins = [
  'RUSTUP_DIST_SERVER',
  'HEX_MIRROR',
  'PLAYWRIGHT_DOWNLOAD_HOST',
  'FLUTTER_STORAGE_BASE_URL',
  'COREPACK_NPM_REGISTRY',
]

const each = (options: readonly string[], value: string): string[] =>
  programs.flatMap(program => options.map(option => `${program} ${option}${value}`))

const groups: readonly (readonly [kind: string, stops: readonly string[], allows: readonly string[]])[] = [
  [
    'an option that loads code',
    [
      ...each(forCode, '/tmp/x'),
      ...each(['--plugin=', '--test-runner '], '../../../../tmp/x'),
      ...each(['--plugin='], 'file:///tmp/x'),
    ],
    [...each(forCode, './tools/x'), ...each(forOutput, '/tmp/x')],
  ],
  [
    'an option that says where packages come from',
    each(forOrigin, 'https://evil.example/r'),
    [
      ...each(forOrigin, 'https://registry.npmjs.org'),
      'frobnicate --api-url=https://api.example.com',
      'jest --server https://api.example.com',
    ],
  ],
  [
    'a variable',
    [...variables.map(name => `${name}=/tmp/x make`), ...origins.map(name => `${name}=https://evil.example make`)],
    [
      ...variables.map(name => `${name}=./tools/x make`),
      ...origins.map(name => `${name}=https://registry.npmjs.org make`),
      'TMPDIR=/tmp/x make',
      'OUTPUT_DIR=/tmp/x make',
      'BASE_URL=https://staging.example.com make',
    ],
  ],
]

describe.each(groups)('%s', (_, stops, allows) => {
  it.each(stops)('stops: %s', async text => {
    expect(await decided(text)).not.toBe('allow')
  })
  it.each(allows)('allows: %s', async text => {
    expect(await decided(text)).toBe('allow')
  })
})

describe.each(['frobnicate', 'jest', 'pytest', 'go test', 'esbuild a.ts'])('%s', program => {
  const kept = [
    '.git/hooks/pre-commit',
    '~/.bashrc',
    '~/Library/LaunchAgents/x.plist',
    '.claude/settings.json',
    '/usr/local/bin/git',
  ]

  it.each(['--outputFile=', '--output ', '--outfile=', '--junit-xml=', '--coverprofile='])(
    'writes what stands behind %s, wherever it runs or is read later',
    async option => {
      for (const file of kept) expect.soft(await decided(`${program} ${option}${file}`), file).not.toBe('allow')
      for (const file of ['report.json', 'dist/a.js', '.cache/out.txt'])
        expect.soft(await decided(`${program} ${option}${file}`), file).toBe('allow')
    },
  )
})
