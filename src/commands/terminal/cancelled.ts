/** The person broke off, or said no: nothing has been written by then. */
export class Declined extends Error {
  override readonly name = 'Declined'
}

/** The exit code of a command that may be declined. */
export const unlessDeclined = async (act: () => Promise<number>): Promise<number> => {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Declined) return 1
    throw error
  }
}
