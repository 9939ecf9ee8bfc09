/** Other names that programs have for their own commands, so that a rule about one holds for each. */

import { groups } from './subcommands.gen.ts'

/** All names of the command that this word is, itself among them. Of npm also what is short for one name alone: `publ`. */
export const namesOf = (program: string | undefined, word: string): readonly string[] => {
  const known = groups[program ?? '']?.map(names => names.split(' ')) ?? []
  const kebab = program === 'npm' ? word.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`) : word
  const group = known.find(names => names.includes(kebab))
  if (group !== undefined || program !== 'npm' || kebab === '') return group ?? [word]
  const [short, ...more] = known.filter(names => names.some(name => name.startsWith(kebab)))
  const meant = short?.filter(name => name.startsWith(kebab))
  return more.length === 0 && meant?.length === 1 && short !== undefined ? [...short, word] : [word]
}

/** Programs that do this without being told. */
export const impliedBy = (program: string | undefined): string | undefined => (program === 'yarn' ? 'install' : undefined)
