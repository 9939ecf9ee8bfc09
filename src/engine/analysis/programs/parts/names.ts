/** Names of packages that everybody knows, for whoever installs one. */

export { lookalikes } from '../code/lookalikes.ts'

/** Tools that install are known elsewhere. */
export const families = {}
