import { describe, expect, it } from 'vitest'
import { analyse, loadAll } from '../../analyse.ts'
import { likelyName, type Registry } from './likely-names.ts'
import { packages } from './packages.gen.ts'

describe('the popular package that a name is one slip away from', () => {
  it.each<[Registry, string, string]>([
    ['npm', 'lodahs', 'lodash'],
    ['npm', 'expresss', 'express'],
    ['npm', 'expres', 'express'],
    ['npm', 'axois', 'axios'],
    ['npm', 'crossenv', 'cross-env'],
    ['npm', 'cross_env', 'cross-env'],
    ['npm', 'react.dom', 'react-dom'],
    ['npm', 'disc0rd.js', 'discord.js'],
    ['npm', 'аxios', 'axios'],
    ['npm', 'requests', 'request'],
    ['pypi', 'request', 'requests'],
    ['pypi', 'Djang0', 'django'],
    ['pypi', 'python3-dateutil', 'python-dateutil'],
    ['pypi', 'pythondateutil', 'python-dateutil'],
    ['pypi', 'jeIlyfish', 'jellyfish'],
    ['pypi', 'rnatplotlib', 'matplotlib'],
    ['crates', 'tokioo', 'tokio'],
    ['crates', 'rustdecimal', 'rust-decimal'],
  ])('%s: %s', (registry, name, likely) => {
    expect(likelyName(name, registry)).toBe(likely)
  })
  it.each<[Registry, string]>([
    ['npm', 'preact'],
    ['npm', 'lodash-es'],
    ['npm', 'nodemon'],
    ['npm', 'colour'],
    ['pypi', 'numba'],
    ['pypi', 'python_dateutil'],
    ['pypi', 'PyYAML'],
    ['crates', 'serde-json'],
    ['crates', 'sha3'],
  ])('none for what is known itself: %s %s', (registry, name) => {
    expect(likelyName(name, registry)).toBeUndefined()
  })
  it.each([
    ['npm', packages.npm],
    ['pypi', packages.pypi],
    ['crates', packages.crates],
  ] as const)('none for any name of its own list: %s', (registry, { popular, neighbours }) => {
    const names = `${popular} ${neighbours}`.trim().split(/\s+/)
    expect(names.length).toBeGreaterThan(600)
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter(name => likelyName(name, registry) !== undefined)).toEqual([])
  })
})

describe('what the workspace uses', () => {
  const found = async (command: string, files: Readonly<Record<string, string>>) => {
    await loadAll()
    const host = {
      home: '/home/ada',
      platform: 'linux' as const,
      realpath: (path: string) => path,
      readText: (path: string) => files[path.replace('/home/ada/shop/', '')],
      env: () => undefined,
    }
    const { effects } = analyse(command, { cwd: '/home/ada/shop', workspaceRoots: ['/home/ada/shop'], host })
    return effects.flatMap(({ finding, detail }) => (finding === 'packages.lookalike' ? [detail] : []))
  }
  it.each<[string, Record<string, string>]>([
    ['npm i lodahs', { 'package.json': '{"dependencies":{"lodahs":"1"}}' }],
    ['npm i lodahs', { 'pnpm-lock.yaml': 'packages:\n  lodahs@1.0.0: {}\n' }],
    ['npx lodahs', { 'node_modules/.bin/lodahs': '#!/bin/sh\n' }],
    ['pip install reqeusts', { 'requirements.txt': 'flask\nreqeusts==1.0\n' }],
    ['pip install reqeusts', { 'requirements.txt': 'reqeusts==1.0\nflask\n' }],
    ['uv add reqeusts', { 'pyproject.toml': 'dependencies = ["reqeusts>=1"]' }],
    ['cargo add tokioo', { 'Cargo.lock': 'name = "tokioo"\n' }],
  ])('is meant as it is: %s', async (command, files) => {
    expect(await found(command, files)).toEqual([])
    expect(await found(command, {})).toHaveLength(1)
  })
  it('is no part of a longer name', async () => {
    expect(await found('npm i lodahs', { 'package.json': '{"dependencies":{"lodahs-es":"1","my-lodahs":"1"}}' })).toHaveLength(1)
  })
  it('is told with the one that is likely meant', async () => {
    expect(await found('npm i react lodahs expres', {})).toEqual([
      'Most likely lodash is meant, not lodahs. Most likely express is meant, not expres.',
    ])
    expect(await found('npm i https://cdn.stranger.example/lodash-4.17.21.tgz', {})).toEqual(['The registry has lodash itself.'])
    expect(await found('npm i @bable/core', {})).toEqual(['Most likely @babel/core is meant, not @bable/core.'])
  })
})
