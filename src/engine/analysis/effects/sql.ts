/** Whether a text is a statement of SQL, and not a question about one. */

const before = /^(?:[\s;(]+|--[^\n]*(?:\n|$)|#[^\n]*(?:\n|$))/
const opening = /^(?:begin|commit|rollback|start\s+transaction|set|use|lock|pragma|savepoint)\b[^;]*(?:;|$)/i
const leading = /^(?:explain|analyze|verbose|do|call|exec|execute)\b/i
const starts =
  /^(?:select|insert|update|delete|drop|truncate|alter|create|grant|revoke|with|merge|match|replace|vacuum|copy|export|unload)\b/i

export const startsStatement = (text: string): boolean => {
  let rest = text.slice(0, 65_536)
  for (let skipped = 0; skipped < 64; skipped++) {
    if (starts.test(rest)) return true
    const comment = rest.startsWith('/*') ? rest.indexOf('*/', 2) + 2 : 0
    const cut = comment > 1 ? comment : (before.exec(rest) ?? opening.exec(rest) ?? leading.exec(rest))?.[0].length
    if (cut === undefined || cut === 0) return false
    rest = rest.slice(cut)
  }
  return true
}
