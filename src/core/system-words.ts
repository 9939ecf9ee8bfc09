/** What the system says about a file, in words. */

const words: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'something above it is a file, not a folder',
  EISDIR: 'it is a folder',
  EEXIST: 'something else stands there',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'its name is too long',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  EBUSY: 'another program uses it',
  ETXTBSY: 'it is being run or written',
  EADDRINUSE: 'another program listens there',
  EADDRNOTAVAIL: 'this machine has no such address',
  EIO: 'the disk cannot be read',
}

export const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && 'syscall' in error

/** Without the file's name: whoever says it knows the file. */
export const systemWords = (error: unknown): string =>
  isSystemError(error)
    ? (words[error.code ?? ''] ?? `the system says ${error.code}`)
    : error instanceof Error
      ? error.message
      : String(error)
