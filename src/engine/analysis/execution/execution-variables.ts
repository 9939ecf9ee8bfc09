/** Variables that make a program run something else. */

import { namesCode, namesOrigin } from '../calls/option-names.ts'
import { servedBy } from '../effects/sockets.ts'
import { asPrompt } from '../expansion/parameter-cuts.ts'
import { isStranger } from '../places/origins.ts'
import { isUnownedTemporary } from '../places/place-kinds.ts'
import { linesIn } from '../texts/commands-in-lines.ts'
import { type Analysis, type Call, type Environment, fork, ranDownload, record, runningPerhaps } from '../values/analysis.ts'
import { literal, nothing, taint } from '../values/value.ts'

const preloads =
  /^(?:LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES|BASH_ENV|PROMPT_COMMAND|PERL5OPT|RUBYOPT|PYTHONSTARTUP|PERL5DB|_JAVA_OPTIONS|(?:JAVA_TOOL|JDK_JAVA|JAVA|MAVEN|GRADLE|SBT|ANT)_OPT(?:ION)?S)$/

/** Values are commands, run by the program that reads them. */
const commands =
  /^(?:VISUAL|LESS(?:OPEN|CLOSE)|BROWSER|GIT_SSH|GIT_EXTERNAL_DIFF|\w*(?:EDIT(?:OR)?|PAGER|ASKPASS|SSH_COMMAND|PROXY_COMMAND)|PROMPT_COMMAND|\w+_RSH)$/
/** So they are when their name says so, in front of a command or exported: by themselves they may be a script's own. */
const named =
  /^(?:CC|CXX|LD|AR|RUSTC|PKG_CONFIG|HGMERGE|SVN_SSH|\w*_(?:COMMAND|CMD|PROG|RUNNER|LINKER|LAUNCHER|WRAPPER|HELPER|EXTERNAL_DIFF)|\w*PASSCOMMAND|npm_config_(?:(?:script_)?shell|git|viewer|node_gyp))$/i
/** Places from which a program loads its code or settings. */
const loaded =
  /^(?:ZDOTDIR|PSQLRC|GIT_EXEC_PATH|MAKEFILES|GCONV_PATH|OPENSSL_CONF|GTK_MODULES|QT_PLUGIN_PATH|PYTHONHOME|IPYTHONDIR|PHP_INI_SCAN_DIR|ANSIBLE_VAULT_PASSWORD_FILE|PYTEST_PLUGINS|INPUTRC|RUSTC|npm_config_script_shell|PHPRC|MAILCAPS|RIPGREP_CONFIG_PATH|TF_CLI_CONFIG_FILE|BUNDLE_GEMFILE|VAGRANT_VAGRANTFILE)$/
/** The same, where what lies there may be one's own. */
const libraries =
  /^(?:DOTNET_STARTUP_HOOKS|COR(?:ECLR)?_PROFILER_PATH\w*|PERL5LIB|RUBYLIB|GEM_PATH|LUA_C?PATH|R_PROFILE(?:_USER)?|JULIA_LOAD_PATH|EMACSLOADPATH|VIMRUNTIME|GTK_PATH|ANSIBLE_CONFIG)$/
/** Values are arguments of a program, or its last one. */
const given: Readonly<Record<string, string>> = {
  TAR_OPTIONS: 'tar',
  ZIPOPT: 'zip',
  MAKEFLAGS: 'make -n',
  GNUMAKEFLAGS: 'make -n',
  GOFLAGS: 'go',
  FZF_DEFAULT_OPTS: 'fzf',
  PYTEST_ADDOPTS: 'pytest',
  ERL_FLAGS: 'erl',
  ERL_AFLAGS: 'erl',
  ERL_ZFLAGS: 'erl',
  ELIXIR_ERL_OPTIONS: 'erl',
  JAVA_TOOL_OPTIONS: 'java',
  JDK_JAVA_OPTIONS: 'java',
  _JAVA_OPTIONS: 'java',
  JAVA_OPTS: 'java',
  MAVEN_OPTS: 'java',
  GRADLE_OPTS: 'java',
  SBT_OPTS: 'java',
  ANT_OPTS: 'java',
}
const lastly: Readonly<Record<string, string>> = { LESS: 'less', LUA_INIT: 'lua -e', VIMINIT: 'vim -c', EXINIT: 'vim -c' }

/** Where a client sends its requests with its login. */
const servers =
  /^(?:(?:https?|all|ftp)_proxy|npm_config_(?:https?_)?proxy|DOCKER_HOST|CONTAINER_HOST|BUILDKIT_HOST|(?:ANTHROPIC|OPENAI|GEMINI|GOOGLE_GEMINI|AZURE_OPENAI|MISTRAL|COHERE|GROQ|DEEPSEEK|OPENROUTER|AWS|AWS_\w+)_(?:BASE_URL|API_BASE(?:_URL)?|ENDPOINT(?:_URL)?(?:_\w+)?))$/i
const proxies = /proxy$/i
const isBareAddress = (url: string): boolean => /^[a-z]+:\/\/(?:[^@/]*@)?\d[\d.]*(?:[:/]|$)/i.test(url)

/** How the managers of hooks are told to stand aside. */
const skipsHooks =
  /^(?:HUSKY=0|HUSKY_SKIP_HOOKS=(?:1|true)|LEFTHOOK=(?:0|false)|LEFTHOOK_EXCLUDE=.+|OVERCOMMIT_DISABLE=(?:1|true)|PRE_COMMIT_ALLOW_NO_CONFIG=(?:1|true)|SKIP_SIMPLE_GIT_HOOKS=(?:1|true)|SKIP=.+)$/i

export function smuggled(
  assignments: Readonly<Record<string, string | undefined>>,
  call: Call | undefined,
  env: Environment,
  analysis: Analysis,
): void {
  for (const spelled in assignments) {
    const value = assignments[spelled]
    // npm sets the one for what it starts where it is given the other.
    const name = /^npm_config_node_options$/i.test(spelled) ? 'NODE_OPTIONS' : spelled
    if (preloads.test(name) && isSmuggledCode(name, value)) record(analysis, 'execution.preload', {}, call?.invocation)
    if (value === undefined) continue
    // A function that bash takes over from whoever starts it.
    const [, imported] = /^BASH_FUNC_([\w.-]+)%%$/.exec(name) ?? []
    if (imported !== undefined) analysis.script(`${imported} ${value}\n${imported}`, fork(env), nothing)
    if (name === 'PYTHONBREAKPOINT' && !/^0?$|pdb|pudb|debugpy|IPython/.test(value))
      record(analysis, 'execution.preload', { unknown: `what ${value} is called with` }, call?.invocation)
    if (/^PS[0-4]$|^PROMPT$/.test(name) && /[$`]/.test(value)) analysis.script(asPrompt(value), fork(env), nothing)
    // The value of LESSOPEN starts with bars and a dash that say how its output is taken.
    const runs = commands.test(name) || (call !== undefined && named.test(name))
    if (runs && /[\s;|&$`/]/.test(value)) analysis.script(value.replace(/^[|@-]+\s*/, ''), fork(env), nothing)
    if (name === 'GIT_SEQUENCE_EDITOR')
      for (const [, step = ''] of value.matchAll(/\b(?:exec|x)[ \t]+([^'"\n]+)/g)) analysis.script(step, fork(env), nothing)
    if (loaded.test(name) || libraries.test(name) || (call !== undefined && namesCode(name))) loads(value, analysis, call)
    const own = analysis.files.get(value)?.text
    if (loaded.test(name) && own !== undefined)
      runningPerhaps(analysis, undefined, () => {
        for (const line of linesIn(own)) analysis.script(line, fork(env), nothing)
      })
    else if ((runs || loaded.test(name)) && isUnownedTemporary(programIn(value), analysis))
      record(analysis, 'execution.preload', {}, call?.invocation)
    else if (call !== undefined && namesCode(name) && isUnownedTemporary(value, analysis) && !analysis.files.has(value))
      record(analysis, 'execution.preload', { unknown: `what ${value} holds` }, call.invocation)
    const [address] =
      call !== undefined && value.includes('://') && namesOrigin(name) ? (/https?:[^\s;,'"]+/.exec(value) ?? []) : []
    if (address !== undefined && isStranger(address, analysis))
      record(analysis, 'packages.registry-override', {}, call?.invocation)
    if (servers.test(name) && (!proxies.test(name) || isBareAddress(value))) servedBy(value, analysis, call?.invocation)
    if (libraries.test(name) && isUnownedTemporary(firstOf(value), analysis) && !analysis.files.has(firstOf(value)))
      record(analysis, 'execution.preload', { unknown: `what ${value} holds` }, call?.invocation)
    if (Object.hasOwn(given, name)) analysis.script(`${given[name]} ${value}`, fork(env), nothing)
    if (Object.hasOwn(lastly, name))
      analysis.words(
        [...(lastly[name] as string).split(' '), value].map(word => literal(word)),
        fork(env),
        nothing,
      )
    if (name === 'NODE_OPTIONS' && /(?:^|[\s=])(?:data:|https?:)/.test(value))
      record(analysis, 'execution.preload', {}, call?.invocation)
    if (/^GIT_CONFIG_(?:VALUE_|PARAMETERS|COUNT)/.test(name) && call?.program === 'git' && /[!;|$`]|sh -c/.test(value))
      record(analysis, 'git.config-exec', {}, call.invocation)
    // Tools of one's own are unpacked there, for a session rather than for one command.
    const elsewhere = call?.program !== 'export' && isUnownedTemporary(firstOf(value), analysis)
    if (name === 'PATH' && call !== undefined && (/^\.(?:\/tmp)?:/.test(value) || elsewhere))
      record(analysis, 'execution.preload', {}, call.invocation)
    if (name === 'LD_LIBRARY_PATH' && elsewhere) record(analysis, 'execution.preload', {}, call?.invocation)
    if ((name === 'NODE_OPTIONS' || name === 'ENV') && value.split(/[\s=]/).some(part => isUnownedTemporary(part, analysis)))
      record(analysis, 'execution.preload', {}, call?.invocation)
    if (
      name.startsWith('GIT_') &&
      commands.test(name) &&
      call?.program === 'git' &&
      (value.startsWith('./') || isUnownedTemporary(firstOf(value), analysis))
    )
      record(analysis, 'git.config-exec', {}, call.invocation)
    if (name === 'GIT_TRACE_REDACT' && /^(?:0|false|no|off)$/i.test(value))
      record(analysis, 'secrets.print-token', { unknown: 'what git was told to log in with' }, call?.invocation)
    if (call?.program === 'git' && skipsHooks.test(`${name}=${value}`)) record(analysis, 'git.hook-bypass', {}, call.invocation)
    if (call?.program === 'git' && /^GIT_SSL_NO_VERIFY=(?!0$|false$|$)/i.test(`${name}=${value}`))
      record(analysis, 'packages.registry-override', {}, call.invocation)
    if (name === 'TFY_HOOK_FAIL' && /open|allow/i.test(value)) record(analysis, 'self.tamper', {}, call?.invocation)
  }
}

/** What is loaded from a list of files and folders: those, and the files that they name, may have been downloaded here. */
function loads(list: string, analysis: Analysis, call: Call | undefined): void {
  const paths = list.split(/[:;]/).filter(path => path.startsWith('/'))
  for (const [file, { text = '', taint: bits }] of analysis.files) {
    if (!paths.some(path => file === path || file.startsWith(`${path}/`))) continue
    const named = text.match(/\/[^\s"',;=]+/g) ?? []
    const all = named.reduce((sum, path) => sum | (analysis.files.get(path)?.taint ?? 0), bits)
    const isFetched = text.split('\n').some(line => /=\s*["']?https?:/.test(line) && namesCode(line.split('=', 1)[0] ?? ''))
    ranDownload(isFetched ? all | taint.download : all, { analysis, invocation: call?.invocation })
  }
}

function isSmuggledCode(name: string, value: string | undefined): boolean {
  if (value === '') return false
  if (/_OPT(?:ION)?S$/.test(name)) return value?.includes('-javaagent') === true && /\/tmp|https?:/.test(value)
  if (name === 'LD_PRELOAD')
    return value === undefined || !/(?:jemalloc|tcmalloc|mimalloc|libasan|libtsan|libfaketime|libeatmydata)/.test(value)
  if (name === 'PERL5OPT' || name === 'RUBYOPT')
    return value === undefined || (/(?:^|\s)-(?:M|r|e|I)\S/.test(value) && !/-W/.test(value))
  return true
}

/** What a value runs: its first word, or the script that a shell or an interpreter is given. */
const programIn = (value: string): string => {
  const [program = '', script = ''] = value.replace(/^[|@-]+\s*/, '').split(/[\s:|]+/)
  return /^(?:\S*\/)?(?:(?:ba|z|da|k)?sh|python3?|node|perl|ruby)$/.test(program) ? script : program
}

/** Of a list such as `PATH`. */
const firstOf = (value: string): string => value.split(':', 1)[0] ?? ''
