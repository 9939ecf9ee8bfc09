/** Something a person can put right: shown as one line, without a stack. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** The person broke off, or said no: nothing has been written by then. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled'
}

/** The exit code of a command that asks. */
export const unlessCancelled = async (act: () => Promise<number>): Promise<number> => {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Cancelled) return 1
    throw error
  }
}
