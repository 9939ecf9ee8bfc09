/** A process in the background writes for its account alone, and must not hold on to somebody's project. */
export const settleIn = (folder: string): boolean => {
  process.umask(0o077)
  try {
    process.chdir(folder)
    return true
  } catch {
    return false
  }
}
