/** What is written into a file that runs later: workflows, lifecycle scripts, make rules, shell scripts. */

import { inOrder } from '../matching/in-order.ts'
import type { Analyse } from '../policy/judge/facts.ts'
import { isFiledByStranger, isInstaller, isWellKnown } from './places/origins.ts'
import { asSource, graveInCode, isGraveCode, isRunLater, mayMatter, obeysRequests } from './places/read-later.ts'
import { type Runnable, runnableAt } from './places/runnable-files.ts'
import { isSecretVariable } from './places/secret-names.ts'
import { stateAt } from './places/system-places.ts'
import { commandsIn, startedByName } from './texts/commands-in-files.ts'
import { spawned } from './texts/commands-in-lines.ts'
import { checksOutStranger, filled, handsSecrets, sentSecrets, takesInput, withCredentials } from './texts/pipelines.ts'
import { bounds } from './values/bounds.ts'
import type { Effect, WrittenFile } from './values/facts.ts'
import { findings } from './values/findings.gen.ts'
import { tooLarge } from './values/findings.ts'
import { quoted } from './values/value.ts'
import { fetchedFrom, isOwnNetwork, lookalikesIn, settingsIn, switchedIn } from './written-settings.ts'

/** Files of one event, scripts of one file that are read, and characters of them. What lies beyond is not left out in silence. */
const most = { files: 64, scripts: 100, length: bounds.length } as const

type Found = 'ci.secrets-sent' | 'ci.untrusted-checkout' | 'ci.untrusted-input' | 'ci.dangerous-step'

/** What the new texts of files would do when whoever reads them does so. */
export const effectsOf = (files: readonly WrittenFile[], analyse: Analyse | undefined): readonly Effect[] => [
  ...settingsIn(files),
  ...(analyse === undefined
    ? []
    : [
        ...scriptsIn(
          files.filter(({ path, text }) => isRunLater(path, text)),
          analyse,
        ),
        ...switchedIn(files, analyse),
        ...fetchedFrom(files, analyse),
        ...lookalikesIn(files, analyse),
      ]),
]

/** Of those that run. */
const scriptsIn = (files: readonly WrittenFile[], analyse: Analyse): readonly Effect[] => {
  const effects = files.slice(0, most.files).flatMap(file => writtenIn(file)(analyse))
  // What nothing runs by itself is not read here at all, however long it is.
  const long = files.some(
    ({ path, text }) => text.length > most.length && !isBadOnPurpose(path) && runnableAt(asSource(path, text)) !== undefined,
  )
  return [
    ...effects,
    ...(files.length > most.files ? [beyond('what this many scripts do')] : []),
    ...(long ? [beyond('the end of a script this long')] : []),
  ]
}

const beyond = (unknown: string): Effect => ({
  kind: findings()['execution.unknown-command'].kind,
  finding: 'execution.unknown-command',
  certainty: 'could-not-tell',
  targets: [],
  hosts: [],
  unknown,
})

/** Variables of Azure Pipelines, which stand where a shell has commands. Secret ones are only there as such. */
const macros = /\$\(([A-Za-z]\w*(?:\.\w+)*)\)/g
const secretOf = (macro: string, name: string): string =>
  isSecretVariable(name) || name === 'System.AccessToken' ? `\${{ secrets.${name.replaceAll('.', '_')} }}` : macro

/** Run by nobody. */
const isBadOnPurpose = (path: string): boolean => /(?:^|[\\/])(?:fixtures?|testdata|__fixtures__)[\\/]/.test(path)

/** What this file's new text would do. */
const writtenIn = (file: WrittenFile): ((analyse: Analyse) => readonly Effect[]) => {
  const { text: content, isCommand } = file
  const path = asSource(file.path, content)
  const runnable = runnableAt(path)
  if (runnable === undefined && isGraveCode(path, content)) return ofCode(path, content)
  if (runnable === undefined || (isBadOnPurpose(path) && runnable.reads !== 'lifecycle')) return () => []
  const { reads, by } = runnable
  const lines = content.slice(0, most.length).replace(/\r\n/g, '\n')
  const text = /azure-pipelines/i.test(path) ? lines.replace(macros, secretOf) : lines
  const how = { reads, by, isCommand, stays: by === 'build service' ? staysAt(path, text) : undefined }
  const steps = commandsIn(reads, text)
  if (reads === 'lifecycle') {
    // A person starts these by their names, as the targets of a makefile.
    const named = effectsOfScripts(startedByName(text), [], { reads, by: 'build tool' })
    return analyse => [...effectsOfScripts(steps, [], how)(analyse), ...named(analyse)]
  }
  if (by !== 'build service') {
    const isHidden = by === 'itself' && ofPerson.test(path) && steps.some(step => startsHidden.test(step))
    return effectsOfScripts(steps, isHidden ? ['ci.dangerous-step'] : [], how)
  }
  const found: Found[] = []
  if (sentSecrets(reads === 'groovy' ? withCredentials(text, steps) : steps)) found.push('ci.secrets-sent')
  if (steps.some(takesInput)) found.push('ci.untrusted-input')
  if (reads === 'steps' && handsSecrets(text)) found.push('ci.secrets-sent')
  if (reads === 'image' && takesKeys(text)) found.push('ci.secrets-sent')
  if (checksOutStranger(text)) found.push('ci.untrusted-checkout')
  return effectsOfScripts(steps.map(filled), found, { ...how, byAnybody: takesRequests(text) })
}

/** What a request of anybody starts, whatever it holds. */
const takesRequests = (text: string): boolean =>
  /^[ \t]*(?:- )?["']?pull[_-]requests?["']?[ \t]*:/m.test(text) &&
  !text.split('\n').some(line => inOrder(line, /\bif\s*:/, /\b(?:event_name|event\.|ref|ref_name|head_ref|branch)\b/))

/** What is left of a step when the build is over: of machines of one's own all, of a cluster its data. Others are thrown away. */
const staysAt = (path: string, text: string): How['stays'] =>
  /(?:^|[\\/])(?:k8s|kubernetes|manifests|charts|helm|kustomize|deploy)[\\/]/.test(path)
    ? 'data'
    : /\bself-hosted\b/.test(text)
      ? 'all'
      : undefined

/** Settings of a person, outside any project. */
const ofPerson = /^(?:\/(?:home|Users)\/[^/]+|\/root)\/\./
/** A script that is kept out of sight, or where anybody may put one. */
const startsHidden =
  /(?:\b(?:sh|bash|zsh|python3?|node|perl|ruby|nohup|setsid|source|exec)[ \t]+(?:-\w+[ \t]+)?|^\s*|[;&|][ \t]*)(?:(?:~|\$\{?HOME\}?|\/home\/[^/\s]+|\/root)\/(?:[^\s/]+\/)*\.[^\s/]+|\/(?:var\/)?tmp\/[^\s"';]+|\/dev\/shm\/[^\s"';]+)(?=$|[\s"';&|)])/

/** A private key becomes part of an image, which others get. */
const takesKeys = (text: string): boolean =>
  [...text.matchAll(/^[ \t]*(?:COPY|ADD)[ \t]+(?:--\S+[ \t]+)*(\S+)(?:[ \t]+(\S+))?/gim)].some(
    ([, source = '', to = '']) =>
      // Variables of production where a web server shows them.
      (/(?:^|\/)\.env(?:\.(?:prod|production|live|local))?$/.test(source) && /\/(?:html|htdocs|public|www|static)\//.test(to)) ||
      /(?:^|\/)id_(?:rsa|dsa|ecdsa|ed25519)$|\.(?:p12|pfx|jks|keystore|ppk)$|(?:^|\/)\.(?:ssh|aws|kube|gnupg)(?:\/|$)/.test(
        source,
      ),
  )

const toldBy = (finding: Found): Effect => ({
  kind: findings()[finding].kind,
  finding,
  certainty: 'proved-dangerous',
  targets: [],
  hosts: [],
})

/** How the program is called that a source file is for. */
const interpreters: readonly (readonly [RegExp, string])[] = [
  [/\.py$/, 'python3 -c'],
  [/\.[cm]?[jt]sx?$/, 'node -e'],
  [/\.rb$/, 'ruby -e'],
  [/\.php$/, 'php -r'],
  [/\.p[lm]$/, 'perl -e'],
  [/\.lua$/, 'lua -e'],
]

/** Where attacks are written down to be recognised. */
const isTest = /(?:^|[\\/])(?:tests?|specs?|__tests__|e2e)[\\/]|[._](?:test|spec)\.\w+$|(?:^|[\\/])test_[^\\/]*$/

/** What a test does to a module that it has put another in place of, it does not do. */
const replaces = /\b(?:\w*mock\w*|spyOn|stub\w*|monkeypatch|patch|sinon|nock|msw|memfs|pyfakefs|fake\w*)\b/i

/** Of tests, what runs with all of them. */
const setsUp =
  /(?:^|[\\/._-])(?:setup|teardown|conftest|global|bootstrap)(?:(?![._-](?:setup|teardown|conftest|global|bootstrap))[\w.-])*\.\w+$/i

/** A socket and a shell prove nothing in a long text that has much else. */
const shortest = 3_000
/** A part of a script does not say whose `exec` it calls. */
const modules = /\b(?:child_process|fs|execa|shelljs|zx|rimraf|Bun|Deno)\b/
const shellOnSocket = /^network\.(?:reverse|listener)-shell$/

/** `system("…")` of C, `Process.Start("sh", "-c …")` of C#. */
const systemCalls = (text: string): string[] =>
  [...text.matchAll(/\b(?:system|popen|Start|exec)\s*\(\s*"((?:[^"\\]|\\.)*)"(?:\s*,\s*"((?:[^"\\]|\\.)*)")?/g)].map(
    ([, program = '', args = '']) => `${program} ${args}`.replaceAll('\\"', '"'),
  )

/** Source that nobody may see run. What it is too long for is judged when it does. */
const ofCode =
  (path: string, text: string) =>
  (analyse: Analyse): readonly Effect[] => {
    if ((isTest.test(path) && !setsUp.test(path) && replaces.test(text)) || isBadOnPurpose(path)) return []
    if (obeysRequests(path, text)) return [toldBy('ci.dangerous-step')]
    const by = interpreters.find(([form]) => form.test(path))?.[1]
    // Of a long text, what is around the first of its grave words.
    const dense = text.replace(/^\s*<\?(?:php)?/, '').replace(/\n\s*\n/g, '\n')
    const from = Math.max(0, (graveInCode.exec(dense)?.index ?? 0) - most.length / 2)
    const source = dense.length > most.length ? dense.slice(from, from + most.length) : dense
    // Of a compiled language only the programs are read that it starts.
    const generators = path.endsWith('.go')
      ? [...text.matchAll(/^\/\/go:generate (.+)$/gm)].map(([, command = '']) => command)
      : []
    const scripts = by === undefined ? [...generators, ...spawned(source), ...systemCalls(source)] : [`${by} ${quoted(source)}`]
    const grave = scripts
      .slice(0, most.scripts)
      .some(script =>
        analyse(script, undefined).effects.some(
          ({ finding, certainty }) =>
            certainty === 'proved-dangerous' &&
            (finding === 'exfiltration.secret-to-network' ||
              (by !== undefined && finding === 'execution.download-execute') ||
              (by === 'node -e' && finding === 'execution.decoded-execute') ||
              (generators.includes(script) && (fetched.test(finding) || readsKeys.test(finding))) ||
              (by !== undefined && atHome.test(finding) && !(by === 'node -e' && !modules.test(text))) ||
              (by !== undefined && text.length < shortest && shellOnSocket.test(finding))),
        ),
      )
    return grave ? [toldBy('ci.dangerous-step')] : []
  }

/** Who reads the file, how, and whether its text is only the command that changes it. */
type How = Pick<Runnable, 'by' | 'reads'> & {
  readonly isCommand?: true | undefined
  readonly stays?: 'all' | 'data' | undefined
  readonly byAnybody?: boolean
}

const effectsOfScripts =
  (scripts: readonly string[], found: readonly Found[], how: How) =>
  (analyse: Analyse): readonly Effect[] => {
    const matters = (script: string): boolean => how.by === 'build service' || mayMatter.test(script) || graveInCode.test(script)
    const read = [...new Set(scripts)].filter(matters)
    let cut = false
    const grave = read.slice(0, most.scripts).some(script => {
      const { effects, hosts } = analyse(script, undefined)
      // The loops and jumps of cmd are soon too many; what is left of them is judged when it runs.
      cut ||= !script.startsWith('cmd /c') && effects.some(({ unknown }) => unknown === tooLarge)
      return effects.some(effect => isGrave(effect, how, hosts, script))
    })
    const all: readonly Found[] = grave ? [...found, 'ci.dangerous-step'] : found
    const effects = all.map(toldBy)
    return [
      ...effects,
      ...(read.length > most.scripts ? [beyond('what this many scripts do')] : []),
      ...(cut && !grave && how.by !== 'person' ? [beyond('the rest of a script this large or this deeply nested')] : []),
    ]
  }

const isUnknown = (host: string): boolean => !isWellKnown(host) && !isInstaller(host) && !isOwnNetwork(host)

/** What somebody unknown has filed at a host that everybody uses. */
const takesFiled = (script: string): boolean =>
  script.includes('https://') && (script.match(/\bhttps:\/\/[^\s"'`|;)]+/g) ?? []).some(address => isFiledByStranger(address))

/** In an image, which is built in a container: a host that is a bare address, or an unknown one that anybody on the way may answer for. A network of one's own is neither. */
const isUnsigned = (host: string, script: string): boolean =>
  isUnknown(host) &&
  (/^[\d.]+$|:/.test(host) || !script.includes('https://') || /\s(?:-\w*k\w*|--insecure|--no-check-certificate)\s/.test(script))

const always =
  /^(?:network\.(?:reverse-shell|listener-shell)|exfiltration\.secret-to-network|disk\.raw-write|process\.fork-bomb)$/
const atHome = /^filesystem\.delete-(?:root|home)$/
const fetched = /^execution\.(?:download|decoded)-execute$/
/** Of no tool's business. */
const never = /^(?:self\.tamper|git\.config-exec|persistence\.authorized-keys|permissions\.(?:sudoers|account|setuid))$/
/** Of the account that builds. */
const readsKeys = /^secrets\.read-(?:credentials|keychain)$/
/** What code that a tool loads has no business with: files and settings of the account. */
const ofAccount = /^(?:filesystem\.delete-outside|packages\.registry-override)$/
/** What is gone for whoever uses it, and how a script says that it is theirs. */
const loses = /^(?:infrastructure\.destroy|database\.destroy|cloud\.(?:destroy|storage-destroy)|git\.push-force)$/
const production = /prod(?:uction)?(?![a-z])|:(?:main|master)\b|\borigin (?:main|master)\b/i
const requirements = /\bgh\s+pr\s+merge\b|\/protection\b|\brulesets?\b/
/** Whose rights in a cloud or a cluster are others from then on. */
const opens = /^cloud\.access-change$/
/** What is lost or known outside a container. */
const ofCluster = /^(?:database\.destroy|kubernetes\.delete|secrets\.read-\w)/
const alone = /^(?:exfiltration\.\w|secrets\.)/
/** Which a command that changes such a file does itself. */
const lasting = /^persistence\.(?:cron|service|shell-profile)$/

/** What no project needs from a script. The rest is judged when the script runs. */
const isGrave = (
  { finding, certainty, targets }: Effect,
  { by, reads, isCommand, stays, byAnybody }: How,
  hosts: readonly string[],
  script: string,
): boolean => {
  const image = reads === 'image'
  // Each time, and unseen.
  if (certainty !== 'proved-dangerous')
    return (
      by !== 'person' && by !== 'build service' && finding === 'exfiltration.file-to-network' && certainty === 'could-not-tell'
    )
  if (always.test(finding)) return true
  // The machine of a build service is thrown away.
  if (by !== 'build service' && atHome.test(finding)) return true
  // Installers that everybody fetches are part of many builds.
  if (by !== 'build service' && never.test(finding)) return true
  if (by !== 'person' && loses.test(finding) && production.test(script)) return true
  if (by === 'build tool')
    return (
      finding === 'execution.decoded-execute' ||
      readsKeys.test(finding) ||
      (fetched.test(finding) && (takesFiled(script) || hosts.some(host => !isWellKnown(host)))) ||
      // A playbook does it to machines that others use.
      (reads === 'playbook' &&
        finding === 'filesystem.delete-outside' &&
        targets.some(({ path }) => path !== undefined && stateAt(path) === 'data'))
    )
  if (by === 'build service')
    return (
      (fetched.test(finding) &&
        ((!image && takesFiled(script)) || hosts.some(host => (image ? isUnsigned(host, script) : isUnknown(host))))) ||
      opens.test(finding) ||
      finding === 'process.exhaust' ||
      // The machine is somebody else's as long as it runs.
      (finding === 'network.tunnel' && /\bssh\b(?:(?!\bssh\b)[^\n])*\s-\w*R\b/.test(script)) ||
      (image && finding === 'packages.registry-override' && hosts.some(host => isUnsigned(host, script))) ||
      (byAnybody === true && finding === 'packages.publish') ||
      // Whatever a branch asks of a merge.
      (/^(?:git\.hook-bypass|cloud\.repository-destroy)$/.test(finding) && requirements.test(script)) ||
      (stays === 'all' && (lasting.test(finding) || atHome.test(finding))) ||
      (stays === 'data' && ofCluster.test(finding))
    )
  // Nobody sees it run.
  return (
    by === 'itself' &&
    (fetched.test(finding) ||
      alone.test(finding) ||
      (reads !== 'shell' && ofAccount.test(finding)) ||
      (isCommand !== true && lasting.test(finding)))
  )
}
