/** `tfy-hook completion SHELL`: a script made from the command line itself, and the way to load it. */

import type { Command } from 'commander'
import { writeAll } from '../../../hook/io.ts'
import { type Node, treeOf } from './command-tree.ts'

const scripts = {
  bash: async (root: Node) => (await import('./bash.ts')).bash(root),
  zsh: async (root: Node) => (await import('./zsh.ts')).zsh(root),
  fish: async (root: Node) => (await import('./fish.ts')).fish(root),
  powershell: async (root: Node) => (await import('./powershell.ts')).powershell(root),
} as const

export type Shell = keyof typeof scripts

export const completion = async (shell: Shell, program: Command): Promise<number> => {
  writeAll(1, await scripts[shell](treeOf(program)))
  return 0
}
