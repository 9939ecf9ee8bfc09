/** Files that leave as what others read: a message, a release, a variable of a container, an object of a cluster. */

import type { Programs } from '../../calls/form.ts'
import type { Options } from '../../calls/options.ts'
import { overwritten } from '../../effects/file-effects.ts'
import { place } from '../../places/paths.ts'
import { isSecretVariable } from '../../places/secret-names.ts'
import { isSecretPath } from '../../places/secret-places.ts'
import { type Call, find } from '../../values/analysis.ts'
import { isKnown, literal, type Value } from '../../values/value.ts'
import { records } from './sending.gen.ts'

export const sending: Programs = records({ objects, quoted, variables })

const isSecret = (file: Value, { env, analysis }: Call): boolean =>
  isSecretPath(place(file, env, analysis).absolute, file.glob, analysis.host)

/** `--env-file`: what it holds goes to a stranger's image, or is printed by the command. */
function variables(call: Call, given: Options): undefined {
  const words = given.positional.map(word => word.text).filter(word => word !== 'container')
  const [verb = '', image = '', program = ''] = words
  if (!/^(?:run|create|exec)$/.test(verb)) return
  const handed = given.every.some(
    ([name, value]) =>
      (name === 'env-file' && isSecret(value, call)) ||
      ((name === 'e' || name === 'env') && /^\w+$/.test(value.text) && isSecretVariable(value.text)),
  )
  if (!handed) return
  if (/^(?:env|printenv|export|set)$/.test(program)) find(call, 'secrets.dump-environment')
  // Without a registry, `name/image` is anybody's on Docker Hub.
  else if (verb !== 'exec' && /^[\w-]+\/[^/]+$/.test(image))
    find(call, 'exfiltration.secret-to-network', { unknown: `what ${image} does with its variables` })
}

/** A secret or a map made of a file: whoever reads the cluster reads it. */
function objects(call: Call, given: Options): undefined {
  for (const [name, value] of given.every) {
    if (name !== 'from-file' && name !== 'from-env-file') continue
    if (isSecret({ ...value, text: value.text.replace(/^[\w.-]+=/, '') }, call))
      find(call, 'exfiltration.secret-to-network', { unknown: 'who reads it in the cluster' })
  }
}

/** Code or a query that names a file of credentials: `readfile('…')`, `file("…")`, `load_str("…")`. */
function quoted(call: Call): undefined {
  if (/^(?:terraform|tofu)$/.test(call.program) && !call.args.some(word => word.text === 'console')) return
  for (const text of [...call.args.filter(isKnown).map(word => word.text), call.stdin.text ?? ''])
    for (const { 2: path = '', index } of text.matchAll(
      /(['"]|(?=\s\/))((?:\s?(?:~|\/|file:)|(?<=\bload(?:_\w+)?\(["']))[^'"\n\s)]*)/g,
    )) {
      const file = literal(path.trim().replace(/^~(?=\/)/, call.analysis.host.home))
      const before = text.slice(text.lastIndexOf('\n', index - 1) + 1, index).trim()
      if (/sqlite/.test(call.program) && /\bwritefile\($|^\.(?:o(?:utput)?|once|backup|save|log|clone)$/i.test(before))
        overwritten(file, 'replace', call.env, call.analysis, call.invocation)
      else if (isSecret(file, call))
        find(call, 'secrets.read-credentials', { unknown: `what ${call.program} reads of ${file.text}` })
    }
}
