/** How Gemini CLI reads a command hook's answer: 0.61.0, its code as read and its behaviour as measured (2026-11). */

import { type Heard, isPlain, type Plain, parsed, type Read, type Reading, reading, type Situation, textAt } from './reading.ts'

/** What a denial does: ends the action, sends the answer back, or nothing. */
const denials: Readonly<Record<string, 'stops' | 'keeps' | 'nothing'>> = {
  BeforeTool: 'stops',
  AfterTool: 'stops',
  BeforeAgent: 'stops',
  AfterAgent: 'keeps',
  BeforeModel: 'stops',
  AfterModel: 'nothing',
  BeforeToolSelection: 'nothing',
  SessionStart: 'nothing',
  SessionEnd: 'nothing',
  PreCompress: 'nothing',
  Notification: 'nothing',
}

/** `continue: false` is read here, before any decision. */
const ends = ['BeforeTool', 'AfterTool', 'BeforeAgent', 'AfterAgent', 'BeforeModel', 'AfterModel']
const takesContext = ['AfterTool', 'BeforeAgent', 'SessionStart']
/** Denials that the model hears of as well. */
const toldToModel = ['BeforeTool', 'AfterTool', 'AfterAgent']

export const utmost: Heard = { exitCode: 2, stdout: '{"decision":"deny","reason":"no","continue":false}', stderr: 'no' }

export const read: Read = (event, { exitCode, stdout, stderr }, situation = {}) => {
  const denial = denials[event]
  if (denial === undefined) throw new Error(`Gemini CLI has no event ${event}`)
  const problems: string[] = []
  if (exitCode !== 0 && exitCode !== 2) problems.push(`exit ${exitCode}`)
  // PowerShell's wrapper keeps the exit code, so the platform makes no difference.
  const text = stdout.trim() || stderr.trim()
  const first = parsed(text)
  const value = typeof first === 'string' ? parsed(first) : first
  if (text !== '' && !isPlain(value)) problems.push(stdout.trim() === '' ? 'stderr is read as the answer' : 'it is no object')
  const answer: Plain = isPlain(value) ? value : text !== '' && value === undefined ? ofText(text, exitCode) : {}
  if (event === 'BeforeToolSelection' && text !== '') problems.push('any answer puts a tool configuration into the request')
  return honoured(event, answer, situation, problems)
}

const ofText = (text: string, exitCode: number): Plain => {
  if (exitCode === 0) return { decision: 'allow', systemMessage: text }
  return exitCode === 1 ? { decision: 'allow', systemMessage: `Warning: ${text}` } : { decision: 'deny', reason: text }
}

const honoured = (event: string, answer: Plain, situation: Situation, problems: string[]): Reading => {
  const specific = isPlain(answer.hookSpecificOutput) ? answer.hookSpecificOutput : {}
  const system = textAt(answer, 'systemMessage')
  const reason = textAt(answer, 'stopReason') ?? textAt(answer, 'reason') ?? 'No reason provided'
  const denies = answer.decision === 'deny' || answer.decision === 'block'
  const told = { modelTold: toldToModel.includes(event) ? reason : undefined, personTold: shown(event, system, reason) }

  if (answer.continue === false && ends.includes(event)) {
    return reading({ goesOn: event === 'AfterAgent', problems, personTold: told.personTold })
  }
  if (denies && denials[event] === 'nothing') {
    problems.push(event === 'AfterModel' ? 'a denied answer is used all the same' : `decision is not read on ${event}`)
    return reading({ goesOn: true, problems, personTold: event === 'AfterModel' ? told.personTold : system })
  }
  if (denies) {
    if (event === 'BeforeModel') problems.push('the allow of another hook undoes it')
    const keeps = denials[event] === 'keeps'
    return reading({ ...told, goesOn: keeps, problems, keepsWorking: keeps ? true : undefined })
  }
  if (answer.decision === 'ask' && event === 'BeforeTool') {
    if (situation.attended !== true) problems.push('it hangs with nobody there')
    return reading({ goesOn: false, asks: true, problems, personTold: system })
  }
  const context = textAt(specific, 'additionalContext')
  if (context !== undefined && !takesContext.includes(event)) problems.push(`additionalContext is not read on ${event}`)
  const given = { problems, personTold: system, context: takesContext.includes(event) ? context : undefined }
  if (event !== 'BeforeTool' || specific.tool_input === undefined) return reading({ ...given, goesOn: true })
  return rewritten(specific.tool_input, situation, given)
}

/** A prompt's or an answer's denial shows the message in place of the reason. */
const shown = (event: string, system: string | undefined, reason: string): string =>
  system === undefined ? reason : event === 'BeforeAgent' || event === 'AfterAgent' ? system : `${system}\n${reason}`

/** The call is built anew from what was given; what the tool refuses stops it. Older versions merged. */
const rewritten = (
  given: unknown,
  { input }: Situation,
  rest: { problems: string[]; personTold: string | undefined; context: string | undefined },
): Reading => {
  const before = isPlain(input) ? input : {}
  if (!isPlain(given)) return reading({ ...rest, goesOn: true, problems: [...rest.problems, 'tool_input is no object'] })
  const wrong = Object.keys(before).filter(key => key in given && typeof given[key] !== typeof before[key])
  if (wrong.length > 0) return reading({ ...rest, goesOn: false, modelTold: `failed validation: ${wrong.join()}` })
  const gone = Object.keys(before).filter(key => !(key in given))
  const problems = gone.length > 0 ? [...rest.problems, `${gone.join()} is gone, and stays where it is merged`] : rest.problems
  return reading({ ...rest, problems, goesOn: true, rewritten: { of: 'input', value: given } })
}
