/** What a piece of work costs, whoever else wants the processor meanwhile. Tests run in processes of their own, so all of it is theirs. */

/** Milliseconds of processor time since it was called. */
export const cpuTime = (): (() => number) => {
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000
  }
}
