/** SQLite as the runtime brings it: Bun always, Node from 22.13 on. Undefined elsewhere, and then there is no index. */

export interface Database {
  readonly all: (sql: string, ...values: readonly Value[]) => readonly Readonly<Record<string, unknown>>[]
  readonly close: () => void
}

export type Value = string | number | Uint8Array

interface Statement {
  readonly all: (...values: readonly Value[]) => readonly Readonly<Record<string, unknown>>[]
  /** Bun's; Node's are over with their database. */
  readonly finalize?: () => void
}

interface Raw {
  readonly prepare: (sql: string) => Statement
  readonly close: () => void
}

/** How a file that is there is opened; undefined where the runtime brings no SQLite. */
export const openDatabase = (): ((file: string) => Database) | undefined => {
  const bun = builtin<{ readonly Database: new (file: string, options: object) => Raw }>('bun:sqlite')
  if (bun !== undefined) return file => over(new bun.Database(file, { readwrite: true }))
  const node = builtin<{ readonly DatabaseSync: new (file: string) => Raw }>('node:sqlite')
  return node && (file => over(new node.DatabaseSync(file)))
}

const over = (raw: Raw): Database => ({
  all: (sql, ...values) => {
    const statement = raw.prepare(sql)
    try {
      return statement.all(...values)
    } finally {
      statement.finalize?.()
    }
  },
  close: () => raw.close(),
})

/** Asked for by name, so that no bundler looks for it; and quietly, since some versions warn that theirs is new. */
const builtin = <T>(name: string): T | undefined => {
  const { emitWarning } = process
  process.emitWarning = () => undefined
  try {
    return process.getBuiltinModule?.(name) as T | undefined
  } catch {
    return undefined
  } finally {
    process.emitWarning = emitWarning
  }
}
