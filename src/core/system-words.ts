/** What the system says about a file, in words. */

import { words } from './system-words.gen.ts'

export const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && 'syscall' in error

/** Without the file's name: whoever says it knows the file. */
export const systemWords = (error: unknown): string =>
  isSystemError(error)
    ? (words[error.code ?? ''] ?? `the system says ${error.code}`)
    : error instanceof Error
      ? error.message
      : String(error)
