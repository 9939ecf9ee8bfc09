/** Files whose text somebody reads later and acts on: build services, package managers, shells, editors, agents. */

import { hasAnyOf, type Mark, markOf, saysAnyOf, traitsOf } from '../../../core/traits.ts'
import { inOrder } from '../../matching/in-order.ts'

/** Files that a build service, a package manager, make or a shell runs. */
const runsLater =
  /(?:^|[\\/])(?:\.?(?:gitlab-ci|azure-pipelines|bitbucket-pipelines|docker-compose|compose|drone|woodpecker|travis|appveyor|codefresh|bitrise|codemagic|cirrus|buildspec|cloudbuild)[\w.-]*\.ya?ml|action\.ya?ml|BUILD(?:\.bazel)?|WORKSPACE|[^\\/]+\.bzl|(?:node_modules[\\/]\.bin|\.?venv[\\/]bin|vendor[\\/]bin)[\\/][^\\/]+|(?:node_modules|site-packages)[\\/](?:(?!node_modules|site-packages).)+\.(?:[cm]?js|py)|patches[\\/][^\\/]+\.(?:patch|diff)|jobs[\\/][^\\/]+[\\/]config\.xml|Jenkinsfile[\w.-]*|(?:GNU)?[Mm]akefile|package\.json|[^\\/]+\.(?:sh|bash|zsh|mk|psm?1|bat|cmd))$/
const pipelineFolders =
  /(?:^|[\\/])(?:\.(?:github[\\/](?:workflows|actions)|circleci|buildkite|woodpecker|gitlab)|k8s|kubernetes|manifests|charts|helm|kustomize|deploy|ansible|playbooks|roles)[\\/]/
/** Wide: which of these run, and how each is read, is told by `runnable-files.ts`. */
const runsAlone =
  /(?:^|[\\/])(?:\.\w|(?:\w*file(?:\.\w+)?|build\.(?:rs|zig)|gradle\.properties|CMakeLists\.txt|SCons\w+|wscript|kubeconfig|crontab|(?:devbox|composer|deno)\.jsonc?|binding\.gyp|tox\.ini|meson\.build|configure\.ac|(?:pom|build)\.xml|pixi\.toml|pyproject\.toml|mise[\w.-]*\.toml|(?:lefthook|config)\.ya?ml|(?:[\w.-]+\.(?:config|conf|setup)|user)\.[cm]?[jt]s|[\w.-]*\.(?:py|ipynb|pth|gradle|kts|gemspec|rake|nix|\w*proj|targets|props|sbt|sc|desktop|code-workspace|exs|just|cron|crontab|el|vim|lua|tf|tofu|dockerfile|containerfile)|(?:claude(?:\.local)?|agents?|gemini|qwen|copilot-instructions)\.md)$)/i
/** Without one of these nothing grave is done: most texts have none and are not parsed. */
export const mayMatter =
  /\b(?:rm|rd|del|Remove-Item|find|dd|mkfs|nc|ncat|netcat|socat|curl|wget|python[\d.]*|perl|ruby|php|node|base64|eval|telnet|openssl|mkfifo|shred|scp|rsync|rmtree|rm(?:Sync|_rf?)|[dD]elete\w*|unlink|remove|system|exec(?:Sync)?|spawn(?:Sync)?|p?open|requests?|https?|fetch|socket|urlopen|sh|authorized_keys|sudoers|ext|filter|COMMAND|REMOVE\w*|powershell|pwsh|certutil|mshta|regsvr32|rundll32)\b|agent|\/dev\/(?:tcp|udp|[snv])|:\(\)|\/tmp\/|= *!/
/** Source of a program, which is judged when it runs as well. Here only what it does with credentials, home and sockets counts. */
const isCode = /\.(?:py|[cm]?[jt]sx?|rb|php\d?|phtml|jspx?|as[hpm]x|asp|p[lm]|lua|go|rs|java|kt|cs|swift|scala|c|cc|cpp)$/
export const graveInCode =
  /\.(?:ssh|aws|netrc|npmrc|gnupg|kube|pgpass|pypirc|git-credentials|docker\/config)\b|id_(?:rsa|ed25519)|\/dev\/tcp\/|\bdup2\b|rm -[rf]|rmtree|rmSync|rm_rf|remove_tree|fsockopen|\/etc\/shadow|["']\/home["']|(?:\bos\.environ|\bprocess\.env)\b(?!\??[.[])/
/** What that pattern cannot match without. To look for a word is far quicker, and most code has none of them. */
const graveWords =
  '.ssh|.aws|.netrc|.npmrc|.gnupg|.kube|.pgpass|.pypirc|.git-|.docker|id_rsa|id_ed|/dev/tcp|dup2|rm -|rmtree|rmSync|rm_rf|remove_tree|fsock|/etc/sh|\'/home\'|"/home"'
    .split('|')
    .map(markOf)
const variables = ['os.environ', 'process.env'].map(markOf)
const graveVariables = /(?:\bos\.environ|\bprocess\.env)\b(?!\??[.[])/
export const isGraveCode = (path: string, text: string): boolean =>
  isCode.test(path) &&
  (isGrave(text) || runsFetched(text) || obeysRequests(path, text) || (path.endsWith('.go') && text.includes('//go:generate ')))
const evaluates = ['eval(', 'eval)', 'new Function(', 'exec('].map(markOf)
const evaluatesFetched = /\beval[()]|\bnew Function\(|(?<![.\w])exec\((?!['"`])/
const fetches = /\bfetch\(|\bhttps?\b|\burlopen\b|\brequests\.|["']base64["']|\batob\(/
/** Code that is put together as it runs, where something is fetched. */
const runsFetched = (text: string): boolean => hasAnyOf(text, evaluates) && evaluatesFetched.test(text) && fetches.test(text)

/** A page that runs what a request says. */
export const obeysRequests = (path: string, text: string): boolean => {
  const found = obeying.find(([where]) => where.test(path))
  if (found === undefined || !saysAnyOf(text, found[3]) || !found[2].test(text)) return false
  const [, runs, input] = found
  const parts = text.split(/[;\n]/)
  // Names that hold what it says: `const { cmd } = req.body`, `cmd = request.args['c']`.
  const names = parts.flatMap(part => {
    const at = part.search(/(?<![=!<>])=(?![=>])/)
    const named = part.slice(0, at).replace(/^.*\b(?:const|let|var)\b/, '')
    return at > 0 && input.test(part.slice(at)) ? (named.match(/[A-Za-z_]\w*/g) ?? []) : []
  })
  const held = new Set(names.filter(name => !/^(?:my|our|if|req|request|ctx)$/.test(name)))
  return parts.some(part => inOrder(part, runs, input) || (held.size > 0 && isGiven(part, runs, held)))
}

/** Whether the first thing that a call is given has one of the names in it. */
const isGiven = (part: string, runs: RegExp, names: ReadonlySet<string>): boolean => {
  const call = runs.exec(part)
  if (call === null) return false
  const first = part.slice(call.index + call[0].length).split(',', 1)[0] as string
  return first.match(/[A-Za-z_]\w*/g)?.some(name => names.has(name)) === true
}

/** Without one of the words nothing is run there; to look for them is far quicker. */
const obeying: readonly (readonly [where: RegExp, runs: RegExp, input: RegExp, words: readonly Mark[]])[] = [
  [
    /\.(?:php\d?|phtml)$/,
    /\b(?:system|exec|shell_exec|passthru|popen|proc_open|eval|assert|pcntl_exec)\s*\(|`/,
    /\$_(?:GET|POST|REQUEST|COOKIE|SERVER)\b/,
    ['$_'].map(markOf),
  ],
  [
    /\.jspx?$/,
    /\bgetRuntime\s*\(|\bProcessBuilder\b/,
    /\brequest\s*\.\s*getParameter/,
    ['getruntime', 'processbuilder'].map(markOf),
  ],
  [
    /\.(?:as[hpm]x|asp)$/i,
    /\b(?:eval|execute|ProcessStartInfo)\b/i,
    /\brequest\b/i,
    ['eval', 'execute', 'processstartinfo'].map(markOf),
  ],
  [
    /\.[cm]?[jt]sx?$/,
    /(?<!\.)\b(?:eval|exec|execSync|spawn|spawnSync)\(/,
    /\b(?:req|request|ctx)\.(?:query|body|params|headers?)\b|\breq\.get\(|\bsearchParams\.get\(|\breq(?:uest)?\.(?:json|text|formData)\(/,
    ['eval(', 'exec(', 'execsync(', 'spawn(', 'spawnsync('].map(markOf),
  ],
  [
    /\.py$/,
    /(?<!\.)\b(?:eval|exec)\(|\bos\.(?:system|popen)\(|\bsubprocess\.\w+\(/,
    /\brequest\.(?:args|form|values|json|GET|POST|data|headers|query_params)\b/,
    ['eval(', 'exec(', 'os.system(', 'os.popen(', 'subprocess.'].map(markOf),
  ],
  [/\.rb$/, /(?<!\.)\b(?:eval|system|exec)\b|`/, /\bparams\[/, ['params['].map(markOf)],
]
export const isGrave = (text: string): boolean => {
  const { hasAny } = traitsOf(text)
  return hasAny(graveWords) ? graveInCode.test(text) : hasAny(variables) && graveVariables.test(text)
}
const endings: Readonly<Record<string, string>> = {
  ...{ sh: 'sh', bash: 'sh', zsh: 'sh', dash: 'sh', ksh: 'sh' },
  ...{ python: 'py', pypy: 'py', node: 'js', deno: 'js', bun: 'js', ruby: 'rb', perl: 'pl', php: 'php', lua: 'lua' },
}

/** A program without an ending, under the one that its first line tells. */
export const asSource = (path: string, text: string): string => {
  if (!text.startsWith('#!') || /\.\w+$/.test(path)) return path
  // `env` takes options and assignments in front of it, busybox the name of a program behind it.
  const words = text
    .slice(2, text.indexOf('\n') < 0 ? 200 : text.indexOf('\n'))
    .trim()
    .split(/\s+/)
  const names = words.filter(word => !/^-|=/.test(word)).map(word => /^[a-z]*/.exec(word.slice(word.lastIndexOf('/') + 1))?.[0])
  const program = names.find(name => name !== 'env' && name !== 'busybox' && name !== 'toybox') ?? ''
  return Object.hasOwn(endings, program) ? `${path}.${endings[program]}` : path
}

export const isRunLater = (path: string, text: string): boolean =>
  isGraveCode(asSource(path, text), text) ||
  runsLater.test(asSource(path, text)) ||
  (/\.ya?ml$/.test(path) && pipelineFolders.test(path)) ||
  (runsAlone.test(path) && matters(text))
/** One text is asked about for each of its tools and paths. */
const matters = (text: string): boolean => {
  if (text !== last.text) last = { text, matters: mayMatter.test(text) || isGrave(text) }
  return last.matters
}
let last = { text: '', matters: false }
/** By its name alone. */
export const mayRunLater = (path: string): boolean => runsLater.test(path) || runsAlone.test(path) || isCode.test(path)

/** Files from which a shell, an editor or the system takes variables and settings for the agents that it starts. */
const startsAgents =
  /(?:^|[\\/])(?:\.env[\w.-]*|[\w.-]+\.env|environment|environment\.d[\\/][^\\/]+|\.pam_environment|\.?(?:bash|zsh|k|c|tc)(?:rc|env|_profile|_login|profile|login)|\.profile|\.xprofile|\.xinitrc|config\.fish|conf\.d[\\/][^\\/]+\.fish|[\w.-]*profile\.ps1|[^\\/]+\.(?:service|plist|code-workspace|desktop)|[^\\/]+\.conf|\.?mise(?:\.[\w-]+)?\.toml|devbox\.json|hooks[\\/]hooks\.json|\.claude-plugin[\\/]plugin\.json|devcontainer\.json|(?:\.vscode|User)[\\/]settings\.json)$/i

/** Part of what turns hooks off there; most files have nothing of it. */
const turns =
  /(?:CLAUDE|CODEX|CURSOR|GEMINI|QWEN|COPILOT|OPENC|KI[LMR]|PI_|FACTORY|CLINE|AMP_|GROK|JUNIE|AUGMENT|CRUSH|GOOSE|CONTINUE|BUN_|TFY_HOOK)|[hH]ooks|autoApprove|workspace\.trust|allowAutomaticTasks|integrated\.env|["'](?:modules|\\u00)/

/** A text that may turn hooks off, in a file from which agents are started. */
export const mayTurn = (path: string, text: string): boolean => startsAgents.test(path) && turns.test(text)

/** Where a project's packages come from, and tasks that an editor starts. */
export const setsDownloads =
  /(?:^|[\\/])(?:\.npmrc|\.yarnrc(?:\.yml)?|pip\.(?:conf|ini)|\.cargo[\\/]config\.toml|bunfig\.toml|uv\.toml|(?:gradle|maven)-wrapper\.properties|requirements[\w.-]*\.(?:txt|in))$/
/** Where each package comes from and what it must be, as a package manager wrote it, and the repositories whose hooks run. */
export const pinsDownloads =
  /(?:^|[\\/])(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lock|deno\.lock|poetry\.lock|uv\.lock|pdm\.lock|Pipfile\.lock|pylock[\w.-]*\.toml|Cargo\.lock|composer\.lock|Gemfile\.lock|go\.mod|\.pre-commit-config\.ya?ml|[\w.-]*\.gitlab-ci\.ya?ml|\.rubocop\.yml|packages\.yml|dependencies\.yml)$/
/** Part of what gives a container its host. */
export const mayGiveHost = (path: string, text: string): boolean =>
  /\.ya?ml$/.test(path) && /nsenter|privileged|[\s"'[]\/:\/|source:/.test(text)
/** Where packages come from by a project's manifest, and whose code it names. */
export const namesSource = (path: string, text: string): boolean =>
  (manifests.test(path) && /https?:|\.(?:com|org)\//.test(text)) || (/\.ya?ml$/.test(path) && text.includes('repoURL:'))
const manifests =
  /(?:^|[\\/])(?:pom\.xml|settings\.xml|[\w.-]*\.(?:gradle|gradle\.kts|tf|gemspec|sbt|nomad|nomad\.hcl|bzl)|WORKSPACE(?:\.bazel)?|MODULE\.bazel|Gemfile|nuget\.config|(?:composer|package)\.json|pyproject\.toml|requirements[\w.-]*\.txt|Pipfile|\.condarc|\.bundle[\\/]config|go\.mod|Cargo\.toml|\.gitmodules|CMakeLists\.txt|kustomization\.ya?ml|[\w.-]+\.cmake|\.buildkite[\\/][^\\/]+\.ya?ml)$/i
export const opensTasks = /(?:^|[\\/])(?:\.vscode[\\/]tasks\.json|[^\\/]*\.code-workspace)$/

/** Files that agents take instructions from. */
export const instructsAgents =
  /(?:^|[\\/])(?:(?:(?:CLAUDE(?:\.local)?|AGENTS?|GEMINI|QWEN|SKILL|copilot-instructions)\.md|\.(?:cursor|windsurf|cline)rules)$|\.(?:cursor|windsurf|clinerules)[\\/].|\.(?:claude|codex|gemini)[\\/](?:agents|commands|skills|prompts|rules)[\\/].|\.github[\\/](?:instructions|prompts)[\\/].|\.goosehints$|memories[\\/]global_rules\.md$|(?:\.kiro[\\/]steering|\.(?:roo|augment|continue)[\\/]rules[\w-]*|\.junie|Cline[\\/]Rules)[\\/][^\\/]+\.md$)/i

/** Pages that may hold what people do not see and agents do, and texts that speak to agents. */
export const mayHide = (path: string, text: string): boolean =>
  (isPage(path) && hasAnyOf(text, hiding) && /<!--|display:\s*none|visibility:\s*hidden|font-size:\s*0/.test(text)) ||
  ((isPage(path) || isCode.test(path)) && addressesModels(text))
const hiding = ['<!--', 'display:', 'visibility:', 'font-size:'].map(markOf)
export const addressesModels = (text: string): boolean =>
  saysAnyOf(text, models) && /\b(?:AI|LLM)s?\s+(?:assistants?|agents?|models?|reading|reviewers?)\b/i.test(text)
/** Whatever `\s` matches. */
const blanks =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'
const models = ['ai', 'ais', 'llm', 'llms'].flatMap(name => [...blanks].map(blank => markOf(name + blank)))

export const isPage = (path: string): boolean => /\.(?:md|mdx|markdown|html?)$/i.test(path)

/** Settings: what is put there may be told by the words of a command that does not show the whole text. */
export const isSettings = (path: string): boolean =>
  startsAgents.test(path) ||
  setsDownloads.test(path) ||
  pinsDownloads.test(path) ||
  opensTasks.test(path) ||
  instructsAgents.test(path)
