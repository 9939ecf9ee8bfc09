/** Databases and projects that are made anew whenever somebody likes: on this machine, under a name that says so. */

import { partsOf } from '../../matching/addresses.ts'

const says = /^(?:tests?|testing|itests?|it|integration|e2e|ci|scratch|tmp|temp|sandbox|bench|dev|devel|development|local)\d*$/

/** `shop_test`, `dev`, `ci-42`. */
export const isDisposableName = (name: string): boolean => {
  const parts = name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
  return parts.some(part => says.test(part)) && !parts.some(part => kept.test(part))
}
/** `prod-dev`, `test_backup`: whatever else the name says. */
const kept = /^(?:prod|production|live|stag(?:e|ing)|main|master|backups?|bak)$/

/** `PROD_DATABASE_URL`, `db.prod.acme.com`, `shop-prod`: an address or a name that says it is what people use. */
export const isProduction = (text: string): boolean => {
  for (const { 0: word, index } of text.matchAll(/prod(?:uction)?/gi)) {
    const before = text[index - 1] ?? ''
    const after = text[index + word.length] ?? ''
    if (/[a-z]/i.test(before) || /[a-z]/i.test(after)) continue
    if (/[\w.@$/-]/.test(before) || /[\w.-]/.test(after)) return true
  }
  return false
}

/** A file of a database, `var/dev.sqlite3`, `tests/tmp/a.db`: below the current folder, in a folder or under a name that says so. */
export const isDisposableFile = (path: string): boolean =>
  !/^[/~\\]|^\w:|\.\./.test(path) && /\.(?:db3?|sqlite3?|duckdb)$/.test(path) && isDisposableName(path)

/** This machine by name: what is called `x.internal` may be anybody's. */
export const isThisMachine = (host: string): boolean =>
  /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?|0\.0\.0\.0|.+\.localhost|\(localdb\)\\\w+)$/i.test(host)

const schemes = /^(?:jdbc:)?(?:postgres(?:ql)?|mysql|mariadb|mongodb|cockroachdb|sqlserver|mssql|clickhouse|ecto)(?:\+\w+)?:\/\//i

const inMemory = /^jdbc:(?:h2|hsqldb):mem:|^sqlite(?:\+\w+)?:(?:\/\/)?(?:\/?:memory:)?$/i

/** Whether an address of a database leads to one: a URL, a file, or `Host=localhost;Database=shop_dev`. */
export function isDisposableDatabase(address: string): boolean {
  const file = /^(?:sqlite(?:\+\w+)?:(?:\/\/\/?)?|file:)?([^:?]+)(?:\?[^:]*)?$/i.exec(address)?.[1]
  if ((file !== undefined && isDisposableFile(file)) || inMemory.test(address)) return true
  if (schemes.test(address)) {
    const parts = partsOf(address.replace(/^jdbc:/i, ''))
    // `?host=…` is another server.
    return (
      parts !== undefined &&
      !/host|service/i.test(parts.query) &&
      isThisMachine(parts.host) &&
      isDisposableName(parts.path.split('/')[1] ?? '')
    )
  }
  // `Data Source=localhost;Initial Catalog=shop_dev`, `host=localhost dbname=shop_test`
  const parts = address.includes(';') ? address.split(';') : address.split(/\s+/)
  const settings = new Map(
    parts.map(part => [
      part
        .slice(0, Math.max(part.indexOf('='), 0))
        .trim()
        .toLowerCase(),
      part.slice(part.indexOf('=') + 1).trim(),
    ]),
  )
  const host = settings.get('host') ?? settings.get('server') ?? settings.get('data source')
  const name = settings.get('database') ?? settings.get('dbname') ?? settings.get('initial catalog')
  return host !== undefined && name !== undefined && isThisMachine(host.replace(/[,:]\d+$/, '')) && isDisposableName(name)
}
