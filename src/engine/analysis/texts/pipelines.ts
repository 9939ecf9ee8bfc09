/** The files of build services: the commands they hold, where these send secrets, and whose code they check out. */

import { inOrder } from '../../matching/in-order.ts'
import { services } from '../places/hosts.gen.ts'
import { hostOf, isBelow } from '../places/hosts.ts'
import { isWellKnown } from '../places/origins.ts'
import { quoted } from '../values/value.ts'

/** `sh '...'` and `sh(script: ...)` of a pipeline in Groovy, with every kind of quotes. */
export const groovy = (text: string): string[] =>
  [
    ...text.matchAll(/\bsh\b[\s(]*(?:script\s*:\s*)?(?:'''([\s\S]+?)'''|"""([\s\S]+?)"""|'([^'\n]+)'|"((?:[^"\\\n]|\\.)+)")/g),
  ].map(match => match[1] ?? match[2] ?? match[3] ?? match[4] ?? '')

const key =
  /^\s*(?:-\s+)?(?:run|script|before_script|after_script|command|commands|cmds|bash|pwsh|powershell|ps|inlineScript|sh|install|before_install)\s*:\s*(.*)$/

/** The same inside `{ … }`. */
const inBraces =
  /[{,]\s*(?:run|script|command|bash|pwsh|powershell|sh)\s*:\s*("(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^"'{}[\],\s][^{}[\],\n]*)/g

/** What stands behind the keys that hold commands: on the line, in a block, in a list. */
export const runs = (text: string): string[] => {
  const lines = text.split('\n')
  const out = [
    ...[...text.matchAll(inBraces)].map(([, value = '']) => unquoted(value.trim())),
    ...behindShell(lines),
    ...itemsAhead(lines),
  ]
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string
    const value = key.exec(line)?.[1] ?? (isHandedToShell(lines, at) ? argumentsKey.exec(line)?.[1] : undefined)
    if (value === undefined) continue
    const block = /^[|>][+-]?\d?[+-]?\s*(?:#.*)?$/.test(value)
    const isPowerShell = /^\s*(?:-\s+)?(?:pwsh|powershell|ps)\s*:/.test(line)
    const mayBe = isPowerShell || powerShell.test(shellOf(lines, at))
    // Whether a service knows `shell:` nobody says: then it is read as both.
    const isPython = python.test(shellOf(lines, at))
    const asRun = (script: string): string[] => [
      ...(isPowerShell ? [] : [script]),
      ...(mayBe ? [`pwsh -Command ${quoted(script)}`] : []),
      ...(isPython ? [`python3 -c ${quoted(script)}`] : []),
    ]
    if (value !== '' && !block) {
      out.push(...listed(value).flatMap(asRun))
      continue
    }
    const depth = line.search(/[^\s-]/)
    const inside: string[] = []
    // What the first line of a block is indented by is no part of it.
    const margin = lines[at + 1]?.search(/\S/) ?? 0
    for (; at + 1 < lines.length; at++) {
      const next = lines[at + 1] as string
      const indent = next.search(/\S/)
      // A list may stand as deep as its key; a key of its own inside is read on its turn.
      if (indent >= 0 && (block ? indent <= line.search(/\S/) : indent < depth || (indent === depth && next[indent] !== '-')))
        break
      if (!block && key.test(next)) break
      inside.push(
        block
          ? isPython
            ? next.slice(margin)
            : next.trim()
          : unquoted(
              next
                .trim()
                .replace(/^-\s+/, '')
                .replace(/^[|>][+-]?$/, ''),
            ),
      )
    }
    out.push(...asRun(inside.join('\n')))
  }
  return out
}

const powerShell = /^["']?(?:pwsh|powershell)\b/
const python = /^["']?python/
const argumentsKey = /^\s*(?:-\s+)?args\s*:\s*(.*)$/

/** Whether `command:` in front of `args:` is a shell that gets its script from there: `["sh", "-ec"]`, or the same as a list. */
function isHandedToShell(lines: readonly string[], at: number): boolean {
  if (!/^\s*(?:-\s+)?args\s*:/.test(lines[at] as string)) return false
  const before = lines.slice(Math.max(0, at - 4), at).join(' ')
  return /\b(?:command|entrypoint)\s*:[\s[]*(?:-\s+)?["']?[\w./]*sh["']?(?:[\s,]+(?:-\s+)?["']?-[a-z]*c["']?[\s\]]*|\s*)$/.test(
    before,
  )
}

/** What a step names as its `shell:`, in front of its script or behind it. */
function shellOf(lines: readonly string[], at: number): string {
  const column = lines[at]?.search(/[^\s-]/) ?? 0
  for (const way of [-1, 1])
    for (let i = at; i >= 0 && i < lines.length; i += way) {
      const line = lines[i] as string
      const own = line.search(/[^\s-]/)
      if (own >= 0 && (own < column || (way === 1 && i !== at && /^\s*-\s/.test(line) && own <= column))) break
      const [, named] = own === column ? (/^[\s-]*shell\s*:\s*(.*)$/.exec(line) ?? []) : []
      if (named !== undefined) return named
      if (way === -1 && /^\s*-\s/.test(line) && own === column) break
    }
  return ''
}

/** `args: ['-c', '…']` of a step whose program is a shell. */
const behindShell = (lines: readonly string[]): string[] =>
  lines.flatMap((line, at) => {
    const [, value] = /^\s*(?:-\s+)?(?:args|command)\s*:(.*)$/.exec(line) ?? []
    if (value === undefined) return []
    const [, inline] = /^\s*\[\s*(?:["']?[\w./]*sh["']?\s*,\s*)?["']?-[a-z]*c["']?\s*,([\s\S]+)\]\s*$/.exec(value) ?? []
    if (inline !== undefined) return [unquoted(inline.trim())]
    const items = lines.slice(at + 1, at + 4).map(item => unquoted(item.trim().replace(/^-\s+/, '')))
    const option = items.findIndex(item => /^-[a-z]*c$/.test(item))
    return value.trim() === '' && option >= 0 && items[option + 1] !== undefined ? [items[option + 1] as string] : []
  })

/** The list that a part of a file begins with: its key was not part of the change. */
const itemsAhead = (lines: readonly string[]): string[] => {
  const end = lines.findIndex(line => line.trim() !== '' && !/^\s*-\s+(?![\w-]+:(?:\s|$))/.test(line))
  return lines
    .slice(0, end < 0 ? lines.length : end)
    .map(line => unquoted(line.trim().replace(/^-\s+/, '')))
    .filter(Boolean)
}

/** `[a, "b"]` or one command. */
const listed = (value: string): string[] =>
  value[0] === '['
    ? value
        .replace(/^\[|\]\s*$/g, '')
        .split(/,(?=\s*["'])/)
        .map(part => unquoted(part.trim()))
    : [unquoted(value)]

const unquoted = (text: string): string => /^(['"])([\s\S]*)\1$/.exec(text)?.[2] ?? text

/** Without the service's own expressions, which no shell can read. */
export const filled = (script: string): string =>
  script.replace(/\$\{\{(?:[^{}]|\{(?!\{))*\}\}|\$\[\[(?:[^[\]]|\[(?!\[))*\]\]/g, 'x')

/** A secret of the service, as GitHub and Azure spell it. */
const secret = /\$\{\{\s*secrets\s*[.[]|\$\(\w*(?:PASSWORD|SECRET|TOKEN|APIKEY|API_KEY)\w*\)/

/** The same by the names that services give them, as variables of a step. */
const secretVariable =
  /\$\{?\w*(?:SECRET|TOKEN|PASSWORD|PASSWD|API_?KEY|ACCESS_KEY|PRIVATE_KEY|CREDENTIAL)\w*\}?|\b(?:environ|env|ENV)\b[.[("']+\w*(?:SECRET|TOKEN|PASSWORD|API_?KEY|PRIVATE_KEY)\w*/
const isSecret = (text: string): boolean => secret.test(text) || secretVariable.test(text)
/** What writes a text in other letters, and what of that only takes it back. */
const respells = /^\s*(?:base64|basenc|rev|xxd|hexdump|od|tr|sed|fold)\b/
const restores = /\s-(?:-decode|[dDr])/
/** `.hex()`, `b64encode(…)`, `[::-1]`, `.reverse()` of what is printed. */
const respelled = /\.hex\(|b(?:64|32|16)encode|\[::-1\]|\.reverse|toString\(["'](?:hex|base64)|Base64/

/** A secret in other letters, which the service no longer strikes out of its log. */
const unmasked = (script: string): boolean =>
  script.split('\n').some(line => {
    // Into a file it goes on its way somewhere, and what is encoded may be meant to.
    if (!isSecret(line) || (line.includes('>') && !/\|\s*(?:rev|xxd|tr|fold)\b/.test(line))) return false
    const [first = '', ...rest] = (line.split('>', 1)[0] as string).split('|')
    if (inOrder(line, /^\s*(?:base64|basenc|rev|xxd|hexdump|od)\b/, isSecret(first) ? /\S/ : secret)) return !restores.test(line)
    if (inOrder(line, /\b(?:print|console\.log|puts|echo)\b/, respelled)) return true
    return (
      /\b(?:echo|printf)\b|<<</.test(first) &&
      isSecret(first) &&
      rest.length > 0 &&
      // What only takes the end of the line away shows it as it is, and that is struck out.
      rest.every(part => respells.test(part) && !restores.test(part)) &&
      rest.some(part => !/^\s*tr -d\b/.test(part))
    )
  })
const senders =
  /\b(?:curl|wget|nc|ncat|netcat|socat|https?|xh|Invoke-WebRequest|Invoke-RestMethod|iwr|irm|nslookup|dig|telnet|requests\.post|fetch)\b/i
const all =
  /toJSON\(\s*(?:secrets|env)\s*\)|\b(?:printenv|env)\b\s*(?:\||\))|\$\((?:printenv|env|export|set)\b|\bdeclare -x|\bset\s*\||<\(\s*(?:env|printenv)|\bexport -p|(?:Get-ChildItem|gci|dir|ls) env:|\/proc\/self\/environ/i
const one =
  /\$\{\{\s*secrets\s*[.[][^{}]+\}\}|\$\{?(?:CI_JOB_TOKEN|CI_REGISTRY_PASSWORD|CI_DEPLOY_PASSWORD|GITHUB_TOKEN|GH_TOKEN|NPM_TOKEN|AWS_SECRET_ACCESS_KEY|SYSTEM_ACCESSTOKEN)\b\}?/g
/** How one logs in: a header, a user. What it says there is meant for the host. */
const login = /(?:-H|--header|-u|--user|--oauth2-bearer|--password)[ =]?(?:"[^"\n]*"|'[^'\n]*'|\S+)/g

/**
 * What anybody may write who opens an issue or a request, set into the text of a script, where it is code (GitHub: Script injections, Untrusted
 * input). In the environment of the step it would be text.
 */
const input =
  /\bgithub\.(?:head_ref\b|event\.(?:workflow_run\.head_branch|(?:issue|pull_request|comment|review|review_comment|discussion|milestone|pages|commits|head_commit|workflow_run|label)\b[\w.*-]*\.(?:title|body|message|email|page_name|label|display_title|description|default_branch|ref|author\.name)\b))/
export const takesInput = (step: string): boolean =>
  step
    .split('${{')
    .slice(1)
    // `github.event['issue'].title`
    .some(part => input.test((part.split('}}', 1)[0] as string).replace(/\[\s*['"]?([\w*]+)['"]?\s*\]/g, '.$1')))

/** Jenkins' credentials as the expressions of a secret: what `withCredentials` and `credentials()` bind is a variable of the shell. */
export const withCredentials = (text: string, steps: readonly string[]): readonly string[] => {
  const bound = [...text.matchAll(/\b\w*[vV]ariable\s*:\s*["'](\w+)["']/g), ...text.matchAll(/\b(\w+)\s*=\s*credentials\(/g)].map(
    ([, name = '']) => name,
  )
  return bound.length === 0
    ? steps
    : steps.map(step =>
        step.replace(/\$\{?(\w+)\}?/g, (all, name: string) => (bound.includes(name) ? `\${{ secrets.${name} }}` : all)),
      )
}

/** Who everybody takes actions from; others are known by what they are pinned to. */
const owners = /^(?:actions|github|sonarsource|snyk|aquasecurity|codecov|jetbrains|microsoft|googleapis|pypa)\//i

/** Steps that hand a secret to the code of somebody unknown, at a branch that its owner moves as they like. */
export const handsSecrets = (text: string): boolean =>
  /^[^\S\n]*\w+\s*:\s*["']?\$\{\{\s*toJSON\(\s*secrets\s*\)/im.test(text) ||
  text.split(/^[^\S\n]*-\s/m).some(step => {
    const [, action = ''] =
      /\buses\s*:\s*["']?([\w.-]+\/[\w./-]+@(?:main|master|head|latest|develop|dev|trunk))\b/i.exec(step) ?? []
    return action !== '' && !owners.test(action) && /\$\{\{[^}$]*\bsecrets\s*[.[]/.test(step)
  })

/** Whether a step prints all secrets, hands them, or one outside the place of a login, to a host that is no service everybody knows. */
export const sentSecrets = (steps: readonly string[]): boolean =>
  steps.some(step => {
    const script = step.replace(/\\\n\s*/g, ' ')
    if (/toJSON\(\s*secrets\s*\)/i.test(script) || unmasked(script)) return true
    if (script.split('\n').some(line => inOrder(line, /\b(?:printenv|env)\s*>/, /artifact/i))) return true
    if (!senders.test(script) || !reachesForeign(script)) return false
    if (all.test(script)) return true
    return script.split(/\n|;|&&/).some(line => {
      if (!senders.test(line) || !reachesForeign(line)) return false
      const rest = line.replace(login, '')
      return [...rest.matchAll(one)].some(match => !isAddress(rest.slice(0, match.index)))
    })
  })

/** `curl ${{ secrets.WEBHOOK }}`: the secret is itself the address. */
const isAddress = (before: string): boolean =>
  /(?:^|\s)["']?$/.test(before) && !/(?:(?<![\w-])(?:-d|--data[\w-]*|-F|--form|--json|-T|echo|printf)|<<<)\s*["']?$/.test(before)

/** How the machine of a service is called whose owner nobody knows. */
const serviceNames = /^(?:api|auth|login|oauth|sso|deploy|hooks|registry|vault|sonar|nexus|artifactory|argocd|jenkins)[\w-]*\./i

/** A plain name of a host behind a sender, and what only looks like one. */
const sending = /\b(?:curl|wget|nc|ncat|netcat|telnet|socat|https?)(?=\s)/i
const plain = /(?<=[\s:@])[\w-]+(?:\.[\w-]+)+(?=[\s/:)]|$)/g
/** `nslookup $(...).host`, `dig $DATA.host`. */
const askers = /\b(?:nslookup|dig|host|ping)\b/i
const below = /(?<=[.)])[\w-]+\.[a-z]{2,}(?=[\s"']|$)/gi

/** The last thing of a form that stands behind a program. */
const lastBehind = (program: RegExp, form: RegExp, command: string): string | undefined => {
  const at = program.exec(command)
  return at === null ? undefined : [...command.slice(at.index + at[0].length).matchAll(form)].at(-1)?.[0]
}
const fileLike = /\.(?:json|txt|ya?ml|xml|sh|tgz|gz|zip|log|md|[jt]sx?|py|env|tar|out|html?|lock|toml)$/i

const reachesForeign = (script: string): boolean => {
  const clean = filled(script)
  for (const [address] of clean.matchAll(/\b(?:https?|ftp|tcp|udp):\/\/[^\s"'`|;)]+/gi)) {
    const host = hostOf(address)
    if (host !== undefined && isForeign(host)) return true
  }
  return clean.split(/[\n|;]/).some(command => {
    const named = lastBehind(sending, plain, command)
    if (named !== undefined && !fileLike.test(named) && /\.[a-z]{2,}$|^\d+(?:\.\d+){3}$/i.test(named) && isForeign(named))
      return true
    const asked = lastBehind(askers, below, command)
    return asked !== undefined && isForeign(asked)
  })
}

/** A company's own, by its name: what a pipeline sends there says nothing else about it. */
const forge = /^(?:git|gitlab|gitea|github|ghe)\.[\w-]+\.[\w.-]+$/i
const isForeign = (host: string): boolean =>
  host !== 'x' &&
  host[0] !== '$' &&
  !isWellKnown(host) &&
  !forge.test(host) &&
  !isBelow(services, host) &&
  !serviceNames.test(host)

const head =
  /github\.event\.(?:pull_request\.(?:head\.(?:sha|ref|repo)|number)|workflow_run\.head_(?:sha|branch))|github\.head_ref|refs\/pull\/|gh pr checkout/
const checksOut = (text: string): boolean =>
  text
    .split(/^[^\S\n]*-\s/m)
    .some(step => inOrder(step, /actions\/checkout/, /\bref\s*:/) && head.test(step.slice(step.indexOf('actions/checkout')))) ||
  text.split('\n').some(line => /git (?:fetch|checkout|clone|pull)|gh pr checkout/.test(line) && head.test(line))

/** The trigger that has secrets, and the head of the request checked out, with rights to write, secrets, or no rights stated. */
export const checksOutStranger = (text: string): boolean =>
  /^[^#\n]*?\b(?:pull_request_target|workflow_run)\b/m.test(text) &&
  checksOut(text) &&
  (/permissions\s*:\s*write-all|:\s*write\b|\bsecrets\s*[.[]/.test(text) || !/^[^\S\n]*permissions\s*:/m.test(text))
