/** The power goes at any call that changes the disk: settings are the old text or the new, and the next run puts the rest right. */

import * as nodeFs from 'node:fs'
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { FileProblem, type Fs } from '../../src/setup/install/files.ts'
import { clear, everything, type Machine, machine, put, register, registrations, unregister } from './ground.ts'

class PowerCut extends Error {}

const changing = [
  'openSync',
  'writeSync',
  'fsyncSync',
  'fchmodSync',
  'fchownSync',
  'renameSync',
  'unlinkSync',
  'mkdirSync',
  'rmdirSync',
]

/** From the call of this number on nothing happens any more; a write that is cut has written half. */
const failingAt = (cut: number): { readonly fs: Fs; readonly calls: () => number } => {
  let calls = 0
  const real = nodeFs as unknown as Readonly<Record<string, (...args: unknown[]) => unknown>>
  const wrap =
    (name: string) =>
    (...args: unknown[]): unknown => {
      const at = changing.includes(name) ? calls++ : calls - 1
      // Only a real cut shows whether anything was flushed, and waiting for the disk takes most of the time.
      if (at < cut && name === 'fsyncSync') return undefined
      // What is open is closed: this process lives on.
      if (at < cut || name === 'closeSync') return real[name]?.(...args)
      if (at === cut && name === 'writeSync') real[name]?.(args[0], args[1], args[2], Math.floor(Number(args[3]) / 2))
      throw new PowerCut(`${name}, call ${at}`)
    }
  const fs = Object.fromEntries(Object.keys(real).map(name => [name, wrap(name)])) as unknown as Fs
  return { fs, calls: () => calls }
}

const withPowerUntil = (cut: number, act: (fs: Fs) => unknown): void => {
  try {
    act(failingAt(cut).fs)
  } catch (error) {
    if (!(error instanceof PowerCut) && !(error instanceof FileProblem)) throw error
  }
}

const callsOf = (act: (fs: Fs) => unknown): number => {
  const { fs, calls } = failingAt(Number.POSITIVE_INFINITY)
  act(fs)
  return calls()
}

const settingsOf = (file: string): string =>
  file.endsWith('.toml') ? '# mine\nmodel = "large"\n' : '// mine\n{ "model" : "large" }\n'

const grounds: Readonly<Record<string, (on: Machine) => void>> = {
  'where there is nothing yet': () => {},
  'over settings of somebody’s': ({ writes }) => {
    for (const { file, kind } of writes) if (kind === 'entries') put(file, settingsOf(file))
  },
}

const textsOf = (on: Machine): readonly (string | undefined)[] =>
  on.writes.map(({ file }) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined))

/** A machine that is cleared away, whatever happens on it. */
const onMachine = <T>(make: () => Machine, act: (on: Machine) => T): T => {
  const on = make()
  try {
    return act(on)
  } finally {
    clear(on)
  }
}

describe.each(registrations)('%s', (_, installable, scope) => {
  describe.each(Object.entries(grounds))('%s', (_name, prepare) => {
    const fresh = (): Machine => {
      const on = machine(installable, scope)
      prepare(on)
      return on
    }

    it('init', () => {
      const calls = onMachine(fresh, on => callsOf(fs => register(on, fs)))
      expect(calls).toBeGreaterThan(8)
      for (let cut = 0; cut < calls; cut++)
        for (const next of ['init', 'uninstall'])
          onMachine(fresh, on => {
            const [clean, before] = [everything(on), textsOf(on)]
            withPowerUntil(cut, fs => register(on, fs))
            const cutTexts = textsOf(on)
            if (next === 'init') register(on)
            const after = textsOf(on)
            if (next === 'init') for (const [i, text] of cutTexts.entries()) expect([before[i], after[i]]).toContain(text)
            unregister(on)
            expect([cut, next, everything(on)]).toEqual([cut, next, clean])
          })
    })

    it('uninstall', () => {
      const registered = (): Machine => {
        const on = fresh()
        register(on)
        return on
      }
      const calls = onMachine(registered, on => callsOf(fs => unregister(on, fs)))
      expect(calls).toBeGreaterThan(0)
      for (let cut = 0; cut < calls; cut++)
        onMachine(fresh, on => {
          const [clean, before] = [everything(on), textsOf(on)]
          register(on)
          const after = textsOf(on)
          withPowerUntil(cut, fs => unregister(on, fs))
          for (const [i, text] of textsOf(on).entries()) expect([before[i], after[i]]).toContain(text)
          unregister(on)
          expect([cut, everything(on)]).toEqual([cut, clean])
        })
    })
  })
})
