/** Variables and settings that are written into files from which agents are started, and that start them without hooks. */

import { misleadsAgents } from '../detect/agent-orders.ts'
import type { Analyse } from '../policy/judge/facts.ts'
import { takesFromStrangers } from './pinned-sources.ts'
import { hostOf } from './places/hosts.ts'
import { opensBy } from './places/open-settings.ts'
import { isWellKnown } from './places/origins.ts'
import {
  addressesModels,
  instructsAgents,
  mayGiveHost,
  mayHide,
  mayTurn,
  namesSource,
  opensTasks,
  pinsDownloads,
  setsDownloads,
} from './places/read-later.ts'
import { runnableAt } from './places/runnable-files.ts'
import { likelyForge } from './programs/code/slips.ts'
import type { Effect, WrittenFile } from './values/facts.ts'
import { findings } from './values/findings.gen.ts'
import type { FindingId } from './values/findings.ts'
import { quoted as shellQuoted } from './values/value.ts'

const most = { length: 60_000, lines: 200 } as const

/** `NAME=value` as shells, `.env`, units, JSON, TOML and property lists write it. */
const variable =
  /(?<![\w$.-])([A-Z][A-Z0-9]+_[A-Z0-9_]{2,}|BUN_JSC_\w+)["']?(?:\s*[=:]|<\/key>\s*<string>|\s)\s*["']?([^"'\s,;<>]*)/g
/** Settings that are true or false. */
const switchesOff =
  /["']?\b(?:(?:disableAllHooks|disableHooks|hooksDisabled|allowManagedHooksOnly)["']?\s*[:=]\s*["']?true|(?:chat\.useHooks|hooksEnabled|enableHooks)["']?\s*[:=]\s*["']?false)\b/
/** Settings of an editor that let its agent, or the tasks of any folder, go ahead without a question. */
const unasked =
  /"(?:chat\.tools\.(?:global\.)?autoApprove|security\.workspace\.trust\.enabled|task\.allowAutomaticTasks)"\s*:\s*(?:true|false|"on")/g
const asks = /autoApprove"\s*:\s*false|enabled"\s*:\s*true/
const isEditor = (path: string): boolean => /(?:^|[\\/])(?:\.vscode|User)[\\/]settings\.json$/.test(path)
/** A plugin's hooks, and what makes code of them that answers in the client itself, before any hook is asked. */
const plugins = /(?:hooks[\\/]hooks|\.claude-plugin[\\/]plugin)\.json$/
const modules = /\\?["']modules\\?["']\s*:/
const comments = /^[ \t]*(?:#|\/\/|;).*$/gm

const tamper: Effect = {
  kind: 'disable-guard',
  finding: 'self.tamper',
  certainty: 'proved-dangerous',
  targets: [],
  hosts: [],
}

const cut: Effect = { ...tamper, certainty: 'could-not-tell', unknown: 'what the rest of this file sets' }

/** What sends a project's downloads elsewhere, or runs a program with them. */
const downloads = [
  /(?:registry|index-url|Server)"?\s*[=:]\s*"?http:\/\/(?:[^l1]|l[^o]|1[^2])/,
  /(?:script-shell|node-options|shell|git|onload-script|strict-ssl|trusted-host|yarnPath|rustc-wrapper|runner|linker)\s*[=:]\s*"?(?:\/tmp|\.\/|false|[0-9])/,
  /replace-with/,
  // Where a wrapper fetches its build tool.
  /distributionUrl\s*=\s*https?\\?:\/\/(?!(?:services|downloads)\.gradle\.org\/|repo\.maven\.apache\.org\/|repo1\.maven\.org\/)/,
]

/** A program where anybody may have put one, or a shell in place of a program, behind a name for a program. */
const placed =
  /(?:(?:path|command|program|process|runner|linker|wrapper|executable|binary|interpreter|shell|compiler|hooks?|monitor|pager|editor|server|tool|java\.home|preload|insert_libraries|plugins(?:extra)?dirs?)["']?\s*[=:][\s"'[{]*(?:file:\/\/)?|-(?:javaagent|agentpath|Xbootclasspath[\w/]*):)(?:\/var)?\/(?:tmp|dev\/shm)\/|(?:runner|linker|wrapper|monitor)["']?\s*=[\s"'[]*(?:\/bin\/)?(?:ba|z|da|k)?sh["', ]+-c\b/i
/** The same behind a word that runs or loads what follows, as start-up files have it: `shell /tmp/x`, `os.execute("/tmp/x")`. */
const begun =
  /(?:[!|;`]|\b(?:shell(?:-command)?|(?:ba|z)?sh|exec(?:ute|-once)?|run(?:-shell)?|system|spawn|popen|call|program|askpass|source(?:-file)?|dofile|load(?:file)?|enter|leave)["'`]?\s?[=(]?)\s?[([]?["'`]?(?:\/var)?\/(?:tmp|dev\/shm)\/[\w.]/i
/** Of a program of the account, and not of a project. */
const isHidden = (path: string): boolean => /(?:^|[\\/])\.[\w-]/.test(path)
/** What git runs of itself when a repository says so. */
const gitPrograms =
  /^[ \t]*update[ \t]*=[ \t]*!|^[ \t]*url[ \t]*=[ \t"']*(?:ext|fd)::|\b(?:filter|diff|merge)=(?!lfs\b|nbstripout\b|git-crypt\b)\w/m
/** Debuggers start what was built anywhere; folders of a workspace are no programs. */
const started = /(?:(?:launch|tasks)\.json|\.code-workspace|\.xml)$/
const namesProgram = ({ path, text }: WrittenFile): boolean => {
  const { reads, by } = runnableAt(path) ?? {}
  if (by !== 'itself' || started.test(path)) return false
  if (isHidden(path) && reads !== 'shell' && reads !== 'lifecycle' && begun.test(text)) return true
  if (reads !== 'lines' && reads !== 'settings') return false
  return placed.test(text) || (/[\\/]\.git/.test(path) && gitPrograms.test(text))
}

/** Services and pods that get the host's root to write to, or step out of their container. Monitors only read it. */
const givesHost = (text: string): boolean =>
  /(?:^|[\s["'])\/:\/[\w./-]*(?::rw)?["']?[ \t]*(?:$|[,\]}])/m.test(text) ||
  (/\bsource:[ \t]*["']?\/["']?[ \t]*(?:$|[,}])/m.test(text) && !/read_only:[ \t]*true/.test(text)) ||
  (/privileged["']?:[ \t]*true/.test(text) && /\bhost:[\s{]*path:[ \t]*\/[ \t]*(?:$|[},])/m.test(text)) ||
  (/privileged["']?:[ \t]*true/.test(text) &&
    /hostPath["']?:[\s{]*["']?path["']?:[ \t]*["']?\/["']?[ \t]*(?:$|[,}])/m.test(text) &&
    !/readOnly:[ \t]*true/.test(text)) ||
  (/\bnsenter\b/.test(text) && /hostPID["']?:[ \t]*true|\bpid["']?:[ \t]*["']?host\b/.test(text))

/** The registry that packages come from, as each program spells it. */
const registry =
  /^["']?(?:(?:@[\w-]+:)?registry|(?:extra-)?index-url|default-index|npmRegistryServer|find-links|--(?:extra-)?index-url|--find-links|-i)["']?[=: \t]+["']?(https?:\/\/[^\s"']+)/gm

/** The same in manifests: registries, and packages that come from a repository or an archive. */
const sources: readonly (readonly [where: RegExp, says: RegExp])[] = [
  [setsDownloads, registry],
  [/(?:^|[\\/])Gemfile$/, /^[ \t]*source[ (]+["'](https:[^"'\s]+)|\bgit(?::| =>)\s*["'](https:[^"'\s]+)/gm],
  [/\.gradle(?:\.kts)?$/, /\bmaven\s*(?:\{\s*url\s*=?\s*(?:uri\()?|\(\s*)["'](https:[^"'\s]+)/g],
  [
    /(?:pyproject\.toml|Pipfile)$/,
    /^\[\[(?:tool\.(?:uv\.index|(?:poetry|pdm)\.source)|source)\]\]\n(?:[^[\n]*\n)*?url\s*=\s*"(https:[^"\s]+)|\bgit\s*=\s*"(https:[^"\s]+)/gm,
  ],
  [/(?:^|[\\/])CMakeLists\.txt$|\.cmake$/, /\b(?:URL|GIT_REPOSITORY)\s+"?(https?:[^\s")]+)/g],
  // A plugin by its address.
  [/\.buildkite[\\/][^\\/]+\.ya?ml$/, /^[ \t]*-[ \t]*["']?(https?:\/\/[^\s"'#]+)/gm],
  [/(?:^|[\\/])Cargo\.toml$/, /\bgit\s*=\s*"(https:[^"\s]+)/g],
  [/(?:^|[\\/])composer\.json$/, /"type"\s*:\s*"(?:composer|vcs|git)"\s*,\s*"url"\s*:\s*"(https:[^"\s]+)/g],
  [
    /(?:^|[\\/])package\.json$/,
    /(?<!"(?:homepage|url|repository|bugs))"\s*:\s*"(?:git\+)?(https:[^"#\s]+\.(?:tgz|tar\.gz|git))(?=["#])/g,
  ],
]

/** What a cluster is made of, from a repository: of somebody unknown it is taken at a commit or a version. */
const applied: typeof sources = [
  [/(?:^|[\\/])kustomization\.ya?ml$/, /^[ \t]*-[ \t]*["']?((?:https?:\/\/|github\.com\/)[^\s"'#]+)/gm],
  [
    /\.ya?ml$/,
    /^[ \t]*(?:-[ \t]*)?repoURL:[ \t]*["']?(https?:[^\s"'#]+)["']?\s*\n[ \t]*targetRevision:[ \t]*["']?(?:HEAD|main|master)\b/gm,
  ],
]

const addressesIn = ({ path, text }: WrittenFile, from = sources): readonly string[] => {
  const read = text.slice(0, most.length)
  const said = from.filter(([where]) => where.test(path)).flatMap(([, says]) => [...read.matchAll(says)])
  const named = said.map(([, ...found]) => found.find(one => one !== undefined) ?? '')
  const inXml = from === sources && /\.xml$/.test(path) ? mirrored(read).filter(address => address.startsWith('https:')) : []
  return [...inXml, ...named].slice(0, most.lines)
}

/** Where the new texts have packages come from, judged as the command that sets the same. */
export const fetchedFrom = (files: readonly WrittenFile[], analyse: Analyse): readonly Effect[] => {
  const isStrange = (address: string): boolean =>
    analyse(`npm config set registry ${shellQuoted(address)}`, undefined).effects.some(
      ({ finding }) => finding === 'packages.registry-override',
    )
  const isApplied = (address: string): boolean =>
    analyse(`kubectl apply -k ${shellQuoted(address)}`, undefined).effects.some(
      ({ finding }) => finding === 'packages.install-from-url',
    )
  return files
    .filter(({ path, text }) => setsDownloads.test(path) || namesSource(path, text))
    .filter(file => {
      // A repository or an archive may come from where everybody has theirs; a registry is another matter.
      const isSetting = setsDownloads.test(file.path)
      return (
        addressesIn(file).some(address => (isSetting || !isWellKnown(hostOf(address) ?? '')) && isStrange(address)) ||
        addressesIn(file, applied).some(isApplied)
      )
    })
    .map(file => told('persistence.project-downloads', file))
}

/** Where packages come from, as manifests spell it. The page of a project is none. */
const source =
  /\burl\b[ \t=(]*(?:uri\()?["'](http:[^"'\s]+)|(?:^[ \t]*(?:source[ \t]*[=(]?|(?:url|address|urls)[ \t]*=[ \t[]*)|\bgit[ \t]*=|\bat)[ \t\n]*["'](http:[^"'\s]+)|\bvalue="(http:[^"\s]+)|"(?:url|registry)"\s*:\s*"(http:[^"\s]+)|(?<!"(?:homepage|url|repository|bugs))"\s*:\s*"(?:git\+)?(http:[^"\s]+\.(?:t(?:ar\.)?gz|zip|git))(?=["#])|[\w\]] ?@ ?(?:git\+)?(http:[^"'\s;]+)|^(?:BUNDLE_MIRROR\S*:|[ \t]*-)[ \t]*"?(http:[^"\s]+)/gm

/** Repositories and mirrors of Maven; other elements have addresses as well. */
const mirrored = (text: string): string[] =>
  text
    .split(/<(?:repository|pluginRepository|mirror)>/)
    .slice(1)
    .map(
      part =>
        /<url>\s*(https?:[^<\s]+)/.exec(part.split(/<\/(?:repository|pluginRepository|mirror)>/, 1)[0] as string)?.[1] ?? '',
    )

/** An address or a name that nobody outside has. */
export const isOwnNetwork = (host: string): boolean =>
  /^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.[\d.]+$|\.(?:lan|corp|intranet|home\.arpa)$/i.test(host)

/** Packages in the clear from a host that nobody knows, and code of a host that only looks like a forge. */
const sourcesIn = (file: WrittenFile): readonly Effect[] => {
  const text = file.text.slice(0, most.length)
  const named = /\.xml$/.test(file.path)
    ? mirrored(text).filter(address => address.startsWith('http:'))
    : [...text.matchAll(source)]
        // In a package.json it is the page of a person or of the project.
        .filter(([whole]) => !(whole.startsWith('"url"') && /package\.json$/.test(file.path)))
        .map(found => found.slice(1).join(''))
  const unsafe = named.flatMap(address => hostOf(address) ?? []).some(host => !isWellKnown(host) && !isOwnNetwork(host))
  const hosts = new Set([...text.matchAll(/(?<![\w.-])[\w.-]+\.(?:com|org)(?=[/:])/g)].map(([host]) => host))
  const forge = [...hosts].some(host => likelyForge(host) !== undefined)
  return [...(unsafe ? [told('persistence.project-downloads', file)] : []), ...(forge ? [told('packages.lookalike', file)] : [])]
}

/** Names of packages in a manifest, each with a version, judged as if they were installed now. */
export const lookalikesIn = (files: readonly WrittenFile[], analyse: Analyse): readonly Effect[] =>
  files.flatMap(file => {
    const text = file.text.slice(0, most.length)
    const [, form, installs] = manifests.find(([where]) => where.test(file.path)) ?? []
    if (form === undefined) return []
    const names = [...text.matchAll(form)].map(([, name = '']) => name)
    const asked = names.filter(name => !noPackages.test(name)).slice(0, most.lines)
    if (asked.length === 0) return []
    const { effects } = analyse(`${installs} ${asked.map(shellQuoted).join(' ')}`, undefined)
    return effects.some(({ finding }) => finding === 'packages.lookalike') ? [told('packages.lookalike', file)] : []
  })
const versioned = /"((?:@[\w.-]+\/)?[\w.-]+)"\s*:\s*"(?:[~^<>=v ]*\d[^"\s]*|latest|\*)"/g
const required = /^([A-Za-z][\w.-]*)(?:\[[\w,-]*\])?[ \t]*(?:[=<>~!]=?[^\n]*)?$/gm
const module = /(?:^(?:require)?[ \t]+|=>[ \t]+)(github\.com\/[^\s/]+\/\S+)[ \t]+v\d/gm
const manifests: readonly (readonly [where: RegExp, names: RegExp, installs: string])[] = [
  [/(?:^|[\\/])package\.json$/, versioned, 'npm install'],
  [/(?:^|[\\/])requirements[\w.-]*\.(?:txt|in)$/, required, 'pip install'],
  [/(?:^|[\\/])go\.mod$/, module, 'go get'],
]
const noPackages =
  /^(?:gitHead|tag|name|main|type|license|version|node|npm|pnpm|yarn|bun|vscode|electron|lockfileVersion|packageManager|target|port|edition)$/

/** Without what it quotes. */
const openly = (text: string): string => text.replace(/"[^"\n]*"|'[^'\n]*'/g, '')

/** Of a page, what people do not see and agents do, or what speaks to them openly. */
const hidesOrders = (text: string): boolean => {
  const comments = text
    .split('<!--')
    .slice(1)
    .map(part => part.split('-->', 1)[0] ?? '')
  // What stands in an element that is not shown, up to the next one.
  const elements = text
    .split(unseen)
    .slice(1)
    .map(part => part.slice(part.indexOf('>') + 1).split('<', 1)[0] ?? '')
  return (
    [...comments, ...elements].some(part => misleadsAgents(part, true)) ||
    (addressesModels(text) && misleadsAgents(openly(text), true))
  )
}

const unseen = /display:\s*none|visibility:\s*hidden|font-size:\s*0/

/** Whether it is ever used is not said here. */
const opened = (file: WrittenFile): readonly Effect[] => {
  const finding = opensBy(file.path, file.text, file.before)
  return finding === undefined
    ? []
    : [{ ...told(finding, file), certainty: 'could-not-tell', unknown: 'whether this is what is used' }]
}

/** What the new texts say to package managers, editors and git, by words alone. */
export const settingsIn = (files: readonly WrittenFile[]): readonly Effect[] =>
  files.flatMap(file => [
    ...(namesSource(file.path, file.text) ? sourcesIn(file) : []),
    ...(setsDownloads.test(file.path) && downloads.some(word => word.test(file.text))
      ? [told('persistence.project-downloads', file)]
      : []),
    ...(mayGiveHost(file.path, file.text) && givesHost(file.text)
      ? [{ ...told('containers.privileged', file), certainty: 'could-not-tell' as const, unknown: 'whether this is started' }]
      : []),
    ...(pinsDownloads.test(file.path) && takesFromStrangers(file.text.slice(0, most.length), file.isCommand === true)
      ? [told('persistence.project-downloads', file)]
      : []),
    ...opened(file),
    ...(namesProgram(file) ? [told('persistence.editor-task', file)] : []),
    ...((instructsAgents.test(file.path) && misleadsAgents(file.text)) ||
    (mayHide(file.path, file.text) && hidesOrders(file.text))
      ? [told('content.agent-orders', file)]
      : []),
    ...(opensTasks.test(file.path) && file.text.includes('folderOpen') ? [told('persistence.folder-open-task', file)] : []),
  ])

const told = (finding: FindingId, { path }: WrittenFile): Effect => ({
  kind: findings()[finding].kind,
  finding,
  certainty: 'proved-dangerous',
  targets: [{ path, written: path, many: false }],
  hosts: [],
})

/** What the new texts of such files would do to agents that are started with them. */
export const switchedIn = (files: readonly WrittenFile[], analyse: Analyse): readonly Effect[] =>
  files.flatMap(({ path, text }) => {
    if (!mayTurn(path, text)) return []
    const editor = isEditor(path)
    const read = text.slice(0, most.length).replace(comments, '')
    const lines: string[] = []
    for (const [, name = '', value = ''] of read.matchAll(variable)) lines.push(`export ${name}="${quoted(value)}"`)
    const rest = text.length > most.length || lines.length > most.lines ? [cut] : []
    const off =
      switchesOff.test(read) || (plugins.test(path) && modules.test(spelled(text.slice(0, most.length)))) ? [tamper] : []
    if (editor && [...read.matchAll(unasked)].some(([setting]) => !asks.test(setting)))
      off.push(told('execution.guard-bypass', { path, text }))
    if (lines.length === 0) return [...off, ...rest]
    const { effects } = analyse(lines.slice(0, most.lines).join('\n'), undefined)
    return [
      ...off,
      ...rest,
      ...effects.filter(
        ({ finding }) =>
          finding === 'self.tamper' || finding === 'execution.unknown-command' || (editor && finding === 'execution.preload'),
      ),
    ]
  })

/** `\u006d` as the letter that it is. */
const spelled = (text: string): string =>
  text.replace(/\\u00([0-7][0-9a-fA-F])/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** A default in front of a value is one of the values; commands in it are not run here. */
const quoted = (value: string): string => {
  const plain = value.replace(/^\$\{[A-Z_]+:?[-=](.*)\}$/, '$1')
  return /[`\\"]|\$\(/.test(plain) ? '$UNKNOWN_PART' : plain
}
