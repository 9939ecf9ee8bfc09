/** In and out again, for every client and scope, over settings files as people have them. */

import { chmodSync, chownSync, lstatSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { changesFor } from '../../src/cli/commands/registration/registrations.ts'
import { filesOn } from '../../src/setup/install/files.ts'
import { oursIn } from '../../src/setup/install/json-file.ts'
import { runsUs } from '../../src/setup/install/own-registrations.ts'
import { clear, everything, type Machine, machine, put, register, registrations, unregister } from './ground.ts'

const theirs = { type: 'command', command: './guard.sh --strict' }

const settings: Readonly<Record<string, string>> = {
  'an empty file': '',
  'a blank file': '\n\n',
  'a byte order mark and nothing else': '\ufeff',
  'an empty object': '{}',
  'an empty object over two lines': '{\n}\n',
  'other settings': '{\n  "model": "large",\n  "env": { "REGION": "eu" },\n  "permissions": { "allow": ["Bash(ls:*)"] }\n}\n',
  'four blanks': '{\n    "model": "large",\n    "nested": {\n        "a": [1, 2]\n    }\n}\n',
  tabs: '{\n\t"model": "large",\n\t"nested": {\n\t\t"a": [\n\t\t\t1\n\t\t]\n\t}\n}\n',
  'an odd form': '{ "model" : "large"\n   , "nested" : { "a":[ ] }\n }\n',
  'members that share a line': '{\n  "model": "large", "telemetry": false,\n  "theme": "dark" }\n',
  'one line': '{"model":"large","nested":{"a":[]}}',
  'no final line end': '{\n  "model": "large"\n}',
  'many final line ends': '{\n  "model": "large"\n}\n\n\n',
  CRLF: '{\r\n  "model": "large",\r\n  "nested": {\r\n    "a": 1\r\n  }\r\n}\r\n',
  'a byte order mark and CRLF': '\ufeff{\r\n  "model": "large"\r\n}\r\n',
  comments:
    '// settings of the shop\n{\n  // which model\n  "model": "large", /* for now */\n  /* "theme": "dark", */\n  "nested": {} // end\n}\n// done\n',
  'trailing commas': '{\n  "model": "large",\n  "list": [\n    1,\n  ],\n}\n',
  'what is not ASCII': '{\n  "name": "Grüße, 世界 \\u00e9 🙂"\n}\n',
  'escapes and numbers as written': '{\n  "a": "\\/x\\u0041", "b": 1e3, "c": -0, "d": 12345678901234567890\n}\n',
}

const tables: Readonly<Record<string, string>> = {
  'an empty file': '',
  'a blank file': '\n\n',
  'a byte order mark and CRLF': '\ufeffmodel = "large"\r\n\r\n[ui]\r\ntheme = "dark"\r\n',
  'no final line end': 'model = "large"',
  'many final line ends': 'model = "large"\n\n\n',
  comments: '# settings of the shop\nmodel = "large" # for now\n\n[ui] # how it looks\n# theme = "dark"\n\n# done\n',
  'foreign hooks': '[[hooks]]\nevent = "Stop"\ncommand = "./notify.sh"\n\n[providers.lab]\ntype = "openai"\n',
  'texts over several lines': 'prompt = """\n[[hooks]]\nevent = "x"\n"""\nlist = [\n  1, # one\n  2,\n]\n',
  'dates and numbers': 'since = 2026-11-22T08:00:00Z\nbig = 9007199254740993\nrate = inf\n',
}

/** The same with foreign hooks in each list that ours go into. */
const withForeign = (on: Machine): string | undefined => {
  const lists = on.writes.flatMap(write => (write.kind === 'entries' ? write.entries.map(({ at }) => at) : []))
  if (lists.length === 0) return undefined
  const root: Record<string, unknown> = { model: 'large' }
  for (const at of lists) {
    let inner = root
    for (const key of at.slice(0, -1)) {
      inner[key] ??= {}
      inner = inner[key] as Record<string, unknown>
    }
    inner[at.at(-1) ?? ''] = [{ matcher: 'Bash', ...theirs, hooks: [theirs] }]
  }
  return `${JSON.stringify(root, null, 3)}\n`
}

/** Files in JSON; what TOML takes has rows of its own. */
const editable = (on: Machine): readonly string[] =>
  on.writes.flatMap(write => (write.kind === 'entries' && write.file.endsWith('.json') ? [write.file] : []))

const roundTrip = (on: Machine): void => {
  const before = everything(on)
  expect(register(on)).toBeGreaterThan(0)
  for (const { file } of on.writes) expect(runsUs(readFileSync(file, 'utf8'))).toBe(true)
  for (const file of editable(on)) expect(oursIn(readFileSync(file, 'utf8')).length).toBeGreaterThan(0)
  const after = everything(on)
  expect(register(on)).toBe(0)
  expect(everything(on)).toEqual(after)
  expect(unregister(on)).toBeGreaterThan(0)
  expect(everything(on)).toEqual(before)
  expect(unregister(on)).toBe(0)
  expect(everything(on)).toEqual(before)
}

describe.each(registrations)('%s', (_, installable, scope) => {
  const on = (prepare: (fresh: Machine) => void, then: (ready: Machine) => void): void => {
    const fresh = machine(installable, scope)
    try {
      prepare(fresh)
      then(fresh)
    } finally {
      clear(fresh)
    }
  }
  const editing = editable(machine(installable, scope)).length > 0

  it('makes missing folders, and takes them away again', () => on(() => {}, roundTrip))

  it('leaves folders that were there', () =>
    on(({ writes }) => {
      for (const { file } of writes) mkdirSync(dirname(file), { recursive: true })
    }, roundTrip))

  it('leaves its neighbours', () =>
    on(({ writes }) => {
      for (const { file } of writes) put(join(dirname(file), 'notes.txt'), 'theirs')
    }, roundTrip))

  it.runIf(editing).each(Object.entries(settings))('%s', (_name, text) =>
    on(ready => {
      for (const file of editable(ready)) put(file, text)
    }, roundTrip),
  )

  const toml = machine(installable, scope).writes.some(({ file }) => file.endsWith('.toml'))
  it.runIf(toml).each(Object.entries(tables))('%s', (_name, text) =>
    on(ready => {
      for (const { file } of ready.writes) put(file, text)
    }, roundTrip),
  )

  it.runIf(editing)('foreign hooks', () =>
    on(ready => {
      for (const file of editable(ready)) put(file, withForeign(ready) ?? '')
    }, roundTrip),
  )

  it.runIf(editing)('keeps a link, and the mode of the file behind it', () =>
    on(
      ready => {
        for (const [i, file] of editable(ready).entries()) {
          const real = join(ready.dir, 'dotfiles', `${i}.json`)
          put(real, '{\n  "model": "large"\n}\n')
          chmodSync(real, 0o640)
          mkdirSync(dirname(file), { recursive: true })
          symlinkSync(real, file)
        }
      },
      ready => {
        // Root must not take the file over.
        const owner = process.getuid?.() === 0 ? 1234 : process.getuid?.()
        if (process.getuid?.() === 0) for (const file of editable(ready)) chownSync(file, 1234, 1234)
        roundTrip(ready)
        for (const file of editable(ready)) {
          expect(lstatSync(file).isSymbolicLink()).toBe(true)
          expect(statSync(file).uid).toBe(owner)
        }
      },
    ),
  )

  it.runIf(editing)('takes out only ours when somebody has changed the file since', () =>
    on(
      ready => {
        for (const file of editable(ready)) put(file, '{\n  "model": "large"\n}\n')
      },
      ready => {
        register(ready)
        for (const file of editable(ready))
          writeFileSync(file, readFileSync(file, 'utf8').replace('"model": "large"', '"model": "small",\n  "new": true'))
        unregister(ready)
        for (const file of editable(ready)) {
          const text = readFileSync(file, 'utf8')
          expect(JSON.parse(text)).toMatchObject({ model: 'small', new: true })
          expect(oursIn(text)).toEqual([])
          expect(runsUs(text)).toBe(false)
        }
      },
    ),
  )

  it('takes out ours when nobody remembers what was there', () =>
    on(
      () => {},
      ready => {
        register(ready)
        rmSync(join(ready.dir, 'state'), { recursive: true })
        expect(unregister(ready)).toBeGreaterThan(0)
        for (const [name, text] of Object.entries(everything(ready))) expect([name, runsUs(text)]).toEqual([name, false])
      },
    ))

  it('replaces what an older program of ours has registered', () =>
    on(
      () => {},
      ready => {
        const before = everything(ready)
        register(ready)
        const newer = machine(installable, scope, '/usr/local/bin/tfy-hook')
        const moved = {
          ...ready,
          writes: newer.writes.map((write, i) => ({ ...write, file: ready.writes[i]?.file ?? '' })),
        }
        clear(newer)
        register(moved)
        for (const { file } of moved.writes) expect(readFileSync(file, 'utf8')).not.toContain('/opt/tfy hook/')
        expect(register(moved)).toBe(0)
        unregister(moved)
        expect(everything(ready)).toEqual(before)
      },
    ))

  const broken: Readonly<Record<string, string>> = {
    'half a file': '{\n  "model": "large",\n  "nested": {\n',
    'no JSON': 'model = large\n',
    'a list': '[1]\n',
    'a key that stands twice': '{\n  "hooks": {},\n  "hooks": {}\n}\n',
    'a merge conflict': '{\n<<<<<<< ours\n  "a": 1\n=======\n  "a": 2\n>>>>>>> theirs\n}\n',
  }
  it.runIf(editing).each(Object.entries(broken))('is refused, untouched, with the place: %s', (_name, text) =>
    on(
      ready => {
        for (const file of editable(ready)) put(file, text)
      },
      ready => {
        const before = everything(ready)
        const outcome = changesFor(() => ready.writes, filesOn())
        expect(outcome).toMatchObject({ problem: expect.stringContaining(editable(ready)[0] ?? '') })
        if (text.startsWith('{')) expect(outcome).toMatchObject({ problem: expect.stringMatching(/line \d+, column \d+/) })
        expect(everything(ready)).toEqual(before)
      },
    ),
  )

  it('leaves a file alone that is read-only, and says so', () =>
    on(
      ({ writes }) => {
        for (const { file, kind } of writes) {
          put(file, kind === 'entries' && file.endsWith('.json') ? '{}\n' : '')
          chmodSync(file, 0o444)
        }
      },
      ready => {
        const before = everything(ready)
        expect(() => register(ready)).toThrow(/is read-only; nothing was written/)
        expect(everything(ready)).toEqual(before)
      },
    ))
})
