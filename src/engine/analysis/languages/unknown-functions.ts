/** Functions that no table knows, by what they are given: what they do with it cannot be told. */

import { deleted } from '../effects/file-effects.ts'
import { absolutePath } from '../places/paths.ts'
import { isSecretPath } from '../places/secret-places.ts'
import { find } from '../values/analysis.ts'
import { HOLE } from '../values/value.ts'
import type { Argument, State } from './model/code.ts'
import { word } from './spawning.ts'

/** Ask about a file, put its name together or show it, and leave what it holds alone. */
const harmless =
  /^(?:is_?(?:file|dir|link|readable|writable)|l?stat|access|chmod|chown|utime|mkdir|makedirs|join|normal|relative|expand|starts|ends|match|assert|split|replace|load_dotenv|print|format|file(?:size|perms|mtime|owner|_exists)|glob|iglob|listdir|readdir|scandir|(?:lexists|exists|existsSync|pathExists|touch|resolve|abspath|realpath|path|Path|PurePath|Pathname|dirname|basename|extname|File|URL|str|String|repr|len|puts|p|pp|echo|say|log|warn|error|info|debug|includes|test|equals?|expect|sub|gsub|append|push|add|set|get|getenv|sprintf|config|size|mtime|walk|if|while|return|map|filter|each|foreach|array_map|sorted|list|dict|c|chdir|cd)$)/i

/** Whose members go into an archive. */
const archives = /^(?:tarfile|zipfile|TarFile|ZipFile|archiver|JSZip|AdmZip)/

/** Perl's words before a new name: no functions. */
const declares = /^(?:my|our|local|state)$/

const deletes = /^(?!un|on|is|path)\w*(?:delete|remove|unlink|wipe|purge|erase|nuke|trash)\w*/i
const many = /dir|tree|folder|recurs|all/i

export function handedToUnknown(name: string, path: string, args: readonly Argument[], state: State): void {
  const { call } = state
  const { analysis, env } = call
  if (state.code.language === 'perl' && declares.test(name)) return
  if (
    /^(?:get_password|getPassword|findPassword|findCredentials|get_credential)$/.test(name) &&
    /key(?:ring|tar|chain)/i.test(path)
  )
    find(call, 'secrets.read-keychain')
  for (const { name: named, value } of args) {
    const reads = named !== undefined && /^contentsOf/.test(named)
    if (
      (named !== undefined && !reads) ||
      value.text.includes(HOLE) ||
      !/^[/~]|^\.\.?\//.test(value.text) ||
      value.content !== undefined
    )
      continue
    if (
      /^(?:unlink|unlinkat|rmdir)$/.test(name) ||
      (deletes.test(name) && /file|dir|tree|folder|recurs|all/i.test(`${path.slice(path.lastIndexOf('.') + 1)}.${name}`))
    )
      deleted(word(value, name), many.test(name), env, analysis, call.invocation)
    const file = absolutePath(value.text, env.cwd, analysis.host)
    const own = env.cwd !== undefined && file.startsWith(`${env.cwd}/`)
    if (
      !own &&
      (reads || archives.test(path) || !(harmless.test(name) || name.endsWith('?'))) &&
      isSecretPath(file, false, analysis.host)
    )
      find(call, 'secrets.read-credentials', { unknown: `what ${name} does with ${value.text}` })
  }
}
