/**
 * What is true of programs besides their rows, from the records:
 *
 * - `begins`: its name in the words of another program begins a command. `talks`: it only speaks of commands. `takesText`: words
 *   that would end something elsewhere are text to it. `takesWords`: its words are read to the end, or are texts and data.
 * - `quiet`: shows or sends nothing of what its words name. `finds`: may print the numbers or the folder of a process.
 * - `everyday`: people type it, and it comes with the system or a tool chain. `typed`: those that a stranger would put in front first.
 * - `wraps`: known for other things, and runs a command, a package or a script too. `runsFile`: runs what it is given in any place.
 * - `detaches`: what it starts goes on when the call has ended.
 * - `installs`: takes names of packages. `module`: Python runs it by its name. `tool`: tools of a server are called after it.
 * - `setsUp`: prints what a shell is to run. `relays`: prints what somebody else wrote.
 * - `ownOutput`: `-o` is no file to write. `singleDash`: long options have one. `fullNames`: long options are not shortened.
 * - `endsServices`: a client of services: whatever it ends is somebody's.
 */

import { isOneOf } from '../../matching/words.ts'
import { traits } from './traits.gen.ts'

const endsInDigit = (word: string): boolean => {
  const last = word.charCodeAt(word.length - 1)
  return last >= 48 && last <= 57
}

/** Python and pip are the same with a version behind their name. */
export const hasTrait = (program: string, trait: keyof typeof traits): boolean =>
  isOneOf(traits[trait], program) ||
  (program[0] === 'p' && endsInDigit(program) && isOneOf(traits[trait], program.replace(/^(python|pip)[\d.]+$/, '$1')))

/** All that have it, with a space between. */
export const programsThat = (trait: keyof typeof traits): readonly string[] => traits[trait].trim().split(' ')
