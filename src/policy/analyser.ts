/** Stands in for the shell analyser until it is there: splits plain words, and knows nothing of what they do. */

import type { Host, ShellFacts } from './types.ts'

export const analyse = (
  command: string,
  _ground: { cwd?: string; workspaceRoots: readonly string[]; host: Host; dialect?: string },
): ShellFacts => {
  const plain = /^[\w@%+=:,./~ -]+$/.test(command)
  const [program, ...argv] = command.trim().split(/ +/)
  const flags = argv.filter(word => word.startsWith('-'))
  const args = argv.filter(word => !word.startsWith('-'))
  return {
    invocations: program === undefined ? [] : [{ program, argv, args, flags, assignments: {}, cwd: undefined, wrappers: [] }],
    effects: [],
    reads: [],
    writes: [],
    deletes: [],
    hosts: [],
    certainty: plain ? 'proved-ordinary' : 'could-not-tell',
    ...(!plain && { unknown: 'the analyser is not built in yet' }),
  }
}
