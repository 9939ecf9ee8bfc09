import type { Command } from 'commander'

/** An action whose answer is the exit code. */
export type Answers = (run: (command: Command) => Promise<number>) => (...given: readonly unknown[]) => Promise<void>
