/** What stands beside the deployed files: how they get where they belong, and how they go again. */

import type { Endpoint } from '../../../core/config.ts'
import type { SourceName } from '../../../core/verdict.ts'
import type { ManagedSet, SetClient, SetFile, Target } from './managed-set.ts'
import { waysIn } from './starter-texts.ts'

/** `config.yaml` of the managed layer. */
export const managedConfig = (
  source: SourceName,
  url: string | undefined,
  closed: boolean,
  clients: Readonly<Record<string, Endpoint>> = {},
): string =>
  `# Where verdicts come from on this machine, for every account. What stands here, nobody but an administrator changes.
version: 1
source: ${source}
${url === undefined ? '' : `gateway:\n  url: ${JSON.stringify(url)}\n  # The token of whoever has signed in with TrueFoundry's own tool. Without it: TFY_API_KEY, or each account's file "credentials".\n  # credential: tfy\n${waysIn(clients)}`}# What a failure becomes: no verdict stops the action (closed), or lets it go on with a warning (open).
fail: ${closed ? 'closed' : 'open'}
`

interface Texts {
  readonly target: Target
  readonly program: string
  readonly clients: readonly SetClient[]
  readonly files: readonly SetFile[]
  /** What `config.yaml` and `policy.yaml` were compiled to. */
  readonly forms: readonly { readonly file: string }[]
  readonly nameOf: (file: string) => string
  readonly mdmToml: boolean
  /** Files for whatever manages the device. */
  readonly beside: readonly string[]
  readonly unsupported: ManagedSet['unsupported']
}

export const readme = ({ target, program, clients, files, forms, nameOf, mdmToml, beside, unsupported }: Texts): string => {
  const rows = files.map(({ file, client, entries }) => {
    const there = entries === undefined ? 'replace' : 'where one exists, add what stands here'
    return `| \`${nameOf(file)}\` | \`${file}\` | ${client ?? 'tfy-hook'} | ${there} |`
  })
  rows.push(...forms.map(({ file }) => `| \`${nameOf(file)}\` | \`${file}\` | tfy-hook | replace |`))
  const people = [
    ...clients.map(({ client, over, notes }) => `- ${client} (${over}): ${notes.join(' ')}`),
    ...unsupported.map(({ client, problem }) => `- ${client} is left out and stays unguarded: ${problem}.`),
  ]
  return `# tfy-hook, deployed by an administrator (${target})

1. Install tfy-hook as \`${program}\` first: with these files in place and no program there, clients that fail closed stop every action.
2. Check what you have: \`sha256sum -c SHA256SUMS\` in this folder.
3. Put each file where it belongs. It belongs to ${target === 'windows' ? 'an administrator' : 'root'}; everybody may read it, nobody else may write it.
4. On the machine: \`tfy-hook doctor\`. It says what is not as deployed.

| here | there | for | if there is one |
|---|---|---|---|
${rows.join('\n')}
${mdmToml ? '\n`mdm.toml` belongs into the file of that name that `tfy-local-ai-setup` is given: that tool writes it into the managed settings of Claude Code.\n' : ''}${beside.map(besideNote).join('')}
## Clients

${people.join('\n')}

## Change and take away

Change \`config.yaml\` and \`policy.yaml\` here and run the same command again with the same folder: both are kept, and all digests are made anew.
\`${target === 'windows' ? 'uninstall.ps1' : 'uninstall.sh'}\` takes away every file that is as deployed, and names those that others have added to. Take the files away before the program.
`
}

const besideNote = (name: string): string =>
  name.endsWith('.reg')
    ? `\n\`${name}\` has values of the registry: import it, or set them by a group policy. They go the same way again.\n`
    : `\n\`${name}\` is a configuration profile: deploy it by what manages the device. It goes the same way again.\n`

/** POSIX. `ROOT` is where the target's root is, for an image that is not running. */
export const uninstallSh = (files: readonly SetFile[], own: readonly string[]): string => `#!/bin/sh
# Takes away what was deployed. A file that is not as deployed stays, and is named; the exit code is 1 then.
root=\${ROOT:-}
code=0
sum() { if command -v sha256sum >/dev/null 2>&1; then sha256sum; else shasum -a 256; fi | cut -d' ' -f1; }
take() {
  [ -e "$root$1" ] || return 0
  if [ "$(sum <"$root$1")" = "$2" ]; then rm -f -- "$root$1" || code=1; return 0; fi
  echo "not as deployed, left: $root$1 (take the tfy-hook entries out)" >&2
  code=1
}
${files.map(({ file, sha256 }) => `take ${quoted(file)} ${sha256}`).join('\n')}
[ $code -ne 0 ] || rm -f -- ${own.map(file => `"$root"${quoted(file)}`).join(' ')}
exit $code
`

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

export const uninstallPs1 = (
  files: readonly SetFile[],
  manifest: string,
): string => `# Takes away what was deployed. A file that is not as deployed stays, and is named; the exit code is 1 then.
$code = 0
function Take($file, $sum) {
  if (-not (Test-Path -LiteralPath $file)) { return }
  if ((Get-FileHash -LiteralPath $file -Algorithm SHA256).Hash -eq $sum) { Remove-Item -LiteralPath $file -Force; return }
  [Console]::Error.WriteLine("not as deployed, left: $file (take the tfy-hook entries out)")
  $script:code = 1
}
${files.map(({ file, sha256 }) => `Take ${inPs(file)} '${sha256}'`).join('\n')}
if ($code -eq 0) { Remove-Item -LiteralPath ${inPs(manifest)} -Force -ErrorAction SilentlyContinue }
exit $code
`

const inPs = (text: string): string => `'${text.replaceAll("'", "''")}'`
