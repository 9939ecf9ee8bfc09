/** Variables that builtins declare: export, declare, readonly. */

import { expandSubscripts, subscripts } from '../expansion/subscripts.ts'
import { setForLater } from '../places/agent-variables.ts'
import { isSecretVariable } from '../places/secret-names.ts'
import { bounds, type Call, find } from '../values/analysis.ts'
import { hole, isKnown, literal, nothing, type Stream, silent, taint, type Variable } from '../values/value.ts'
import { smuggled } from './execution-variables.ts'

/** `declare`, `export`, `readonly`, `local`: what they set, and what they print of what is set. */
export function declare(call: Call): Stream {
  if (call.args.length === 0 || (call.args.length === 1 && /^-[pxX]+$/.test(call.args[0]?.text ?? ''))) {
    if (call.program === 'export' || call.program === 'declare' || call.program === 'typeset') return environmentDump()
  }
  // The source of functions, which count when they are called.
  if (call.args.some(argument => /^-[a-zA-Z]*f/.test(argument.text))) return silent
  const prints = call.args.some(argument => /^-[a-zA-Z]*p/.test(argument.text))
  const isGlobal = call.args.some(argument => /^-[a-zA-Z]*g/.test(argument.text))
  const isLocal = call.program === 'local' || (/^(?:declare|typeset|integer)$/.test(call.program) && !isGlobal)
  const isNamed = call.args.some(argument => /^-[a-zA-Z]*A/.test(argument.text))
  const isFixed = call.program === 'readonly' || call.args.some(argument => /^-[a-zA-Z]*r/.test(argument.text))
  const fix = (name: string, held: Variable): void => {
    call.analysis.fixed ??= new Map()
    call.analysis.fixed.set(name, held)
  }
  for (const argument of call.args) {
    const equals = argument.text.indexOf('=')
    const declared = (equals < 0 ? argument.text : argument.text.slice(0, equals)).replace(/\+$/, '')
    if (isLocal) call.env.locals?.set(declared, true)
    const old = call.env.variables.get(declared)
    if (equals < 0 && isFixed && old !== undefined) fix(declared, old)
    if (isNamed && equals < 0 && old === undefined && /^\w+$/.test(declared))
      call.env.variables.set(declared, { fields: [], array: true, keys: [], named: true })
    if (equals < 0 && prints && isSecretVariable(argument.text)) find(call, 'secrets.dump-environment')
    const isBack = call.program === 'export' ? /^-n/ : /^\+[a-zA-Z]*x/
    if (old?.exported === true && call.args.some(({ text }) => isBack.test(text))) {
      call.env.variables.set(declared, { ...old, exported: undefined })
      continue
    }
    if (equals < 0 && exports(call)) {
      if (old !== undefined) call.env.variables.set(declared, { ...old, exported: true })
      const held = old?.fields[0]
      if (held !== undefined) setForLater(argument.text, held.text, call.analysis)
    }
    if (equals < 0 && call.args.some(word => /^-[a-zA-Z]*i/.test(word.text)) && /^\w+$/.test(argument.text))
      call.env.variables.set(argument.text, { fields: [hole(`$${argument.text}`)], array: false, reckoned: true })
    if (equals <= 0) continue
    subscripts(argument.text.slice(0, equals), call.env, call.analysis)
    const reckoned = call.program === 'integer' || call.args.some(word => /^-[a-zA-Z]*[ni]/.test(word.text))
    if (reckoned) expandSubscripts(argument.text.slice(equals + 1), call.env, call.analysis)
    const name = declared
    if (argument.assigned?.array === true) {
      call.env.variables.set(name, isNamed ? { ...argument.assigned, named: true } : argument.assigned)
      if (isFixed) fix(name, argument.assigned)
      continue
    }
    const text = argument.text.slice(equals + 1)
    if (!/^[A-Za-z_]\w*$/.test(name)) continue
    if (call.program !== 'local' && exports(call)) {
      setForLater(name, text, call.analysis)
      smuggled({ [name]: isKnown(argument) ? text : undefined }, call, call.env, call.analysis)
    }
    if (/^HIST(?:FILE|SIZE)$/.test(name) && /^(?:0|\/dev\/null|)$/.test(text)) find(call, 'persistence.history-erase')
    if (call.args.some(word => /^-[a-zA-Z]*n/.test(word.text)) && call.program !== 'export') {
      call.env.variables.set(name, { fields: [literal(text)], array: false, refers: text })
      continue
    }
    const field = { text, written: argument.written, glob: argument.glob, taint: argument.taint, unknown: argument.unknown }
    // Outside of functions some shells refuse, and the old value stays.
    const kept = call.program === 'local' && call.env.locals === undefined && old?.array === false ? old.fields : []
    const ways = argument.assigned?.fields ?? [field]
    const held: Variable = {
      fields: [...ways, ...kept].slice(0, bounds.values),
      array: false,
      ...((exports(call) || old?.exported === true) && { exported: true }),
    }
    call.env.variables.set(name, held)
    if (isFixed) fix(name, held)
  }
  return nothing
}

/** Whether what is declared goes to programs as well. */
function exports(call: Call): boolean {
  return call.program === 'export' || call.args.some(word => /^-[a-zA-Z]*x/.test(word.text))
}

/** All variables on the standard output: only a finding when it is shown or sent, so the taint travels. */
export function environmentDump(): Stream {
  return { text: undefined, taint: taint.environment }
}
