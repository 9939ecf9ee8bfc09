/** What the well-known calls of scripting languages do. */

import { inOrder } from '../../matching/in-order.ts'
import { HOLE } from '../values/value.ts'
import { anywhere, owned } from './action-names.gen.ts'
import type { CodeValue } from './model/code.ts'
import type { Language } from './tokens/lexer.ts'

export type Action =
  | 'delete'
  | 'delete-tree'
  | 'delete-receiver'
  | 'delete-tree-receiver'
  | 'write'
  | 'write-receiver'
  | 'empty'
  | 'download'
  | 'copy'
  | 'move'
  | 'move-receiver'
  | 'link'
  | 'link-receiver'
  | 'chmod'
  | 'chmod-receiver'
  | 'open'
  | 'read'
  | 'read-receiver'
  | 'shell'
  | 'evaluate'
  | 'send'
  | 'print'
  | 'kill'

/** The action of `path.name(...)`, or undefined when it is none of ours. */
export function actionOf(name: string, path: string, receiver: CodeValue | undefined, language: Language): Action | undefined {
  // A module by its name is no path, and no text.
  if (receiver !== undefined && /^(?:node:)?fs\/promises$/.test(receiver.text)) return known(name, 'fs', language)
  if (path !== '' && receiver === undefined && path.includes('.')) {
    // An imported or renamed function: judge it by its real name.
    const dot = path.lastIndexOf('.')
    return known(path.slice(dot + 1), path.slice(0, dot), language)
  }
  if (
    receiver !== undefined &&
    receiver.text !== HOLE &&
    (name === 'unlink' || name === 'rmdir') &&
    /[/~]|^\0|^\.{1,2}$/.test(receiver.text)
  )
    return 'delete-receiver'
  // `new File(a).delete()`
  if (language === 'other' && /^[dD]elete$/.test(name) && /^[~/]/.test(receiver?.text ?? '')) return 'delete-receiver'
  if (name === 'truncate' && receiver?.content !== undefined) return 'empty'
  // `Path(a).rename(b)`; a text's own `replace` takes two.
  if (
    receiver !== undefined &&
    receiver.text !== HOLE &&
    (name === 'rename' || (name === 'move' && language === 'python')) &&
    /[/~.]|^\0/.test(receiver.text)
  )
    return 'move-receiver'
  // `Path(a).chmod(0o755)`
  if (name === 'chmod' && receiver !== undefined && /[/~.]/.test(receiver.text)) return 'chmod-receiver'
  return known(name, path, language)
}

function known(name: string, path: string, language: Language): Action | undefined {
  if (
    /^(?:write|puts|print|syswrite|end|printf|send)$/.test(name) &&
    /(?:^|\.)(?:TCPSocket|UDPSocket|socket|sock|conn|request)(?:\.|$)/i.test(path)
  )
    return 'send'
  if (/^(?:lookup|resolve\w*|getaddress)$/.test(name) && /dns|Resolv/.test(path)) return 'send'
  if (name === 'put' && /(?:^|\.)(?:s?ftp|scp)\w*$/i.test(path)) return 'send'
  if (name === 'open' && path === 'webbrowser') return 'send'
  if (name === 'run' && /^(?:c?[pP]rofile|pdb)$/.test(path)) return 'evaluate'
  if (name === 'lines' && path === 'io') return 'read'
  if (name === 'delete' && (language === 'vim' ? path === '' : /(?:^|\.)vim\.fn$/.test(path))) return 'delete'
  if (language === 'vim' && path === '') {
    if (/^(?:systemlist|job_start|jobstart|term_start|termopen)$/.test(name)) return 'shell'
    if (name === 'rename') return 'move'
  }
  if (language === 'other') {
    if (name === 'removeItem' || (name === 'rm' && path === '')) return 'delete-tree'
    if ((name === 'shell' || name === 'Cmd') && path === '') return 'shell'
    if (name === 'all' && /(?:^|\.)remove$/.test(path)) return 'delete-tree'
    if (name === 'Delete' && /(?:^|\.)Directory$/.test(path)) return 'delete-tree'
    if (name === 'create' && /(?:^|\.)File$/.test(path)) return 'write'
    if (name === 'open' && inOrder(path, /\bOpenOptions\b/, /\.(?:write|append|truncate|create)\b/)) return 'write'
    if (/^(?:file\.remove|remove)$/.test(`${path}.${name}`)) return 'delete'
    if (/^(?:download\.file|(?:Downloads\.)?download)$/.test(path === '' ? name : `${path}.${name}`)) return 'download'
    if (/^(?:evaluate|eval_string|me|eval_file)$/.test(name)) return 'evaluate'
    if (path === '' && /^(?:open|file)$/.test(name)) return 'open'
    if (/^read(?:\.(?:csv|table|delim|lines))?$/.test(path === '' ? name : `${path}.${name}`)) return 'read'
  }
  if (path === '' && language !== 'javascript') {
    if (name === 'exec') return language === 'python' ? 'evaluate' : 'shell'
    if (name === 'spawn' || name === 'system') return language === 'python' && name === 'spawn' ? undefined : 'shell'
    if (name === 'unlink' || name === 'rmdir') return 'delete'
    if (name === 'link') return language === 'php' || language === 'perl' ? 'link' : undefined
    if (name === 'assert' && language === 'php') return 'evaluate'
    if (name === 'load' && language === 'lua') return 'evaluate'
    if (name === 'copy') return language === 'php' || language === 'perl' ? 'copy' : undefined
    if (language === 'perl' && name === 'shell') return 'shell'
    if (name === 'rename') return language === 'php' || language === 'perl' ? 'move' : undefined
    if (name === 'move' && language === 'perl') return 'move'
    if (name === 'require' || name === 'compile') return undefined
  }
  if (path === '' && language === 'javascript') {
    if (name === 'Function' || name === 'setTimeout') return 'evaluate'
    if (name === 'exec' || name === 'spawn' || name === 'execFile') return 'shell'
    if (name === 'open' || name === 'print') return undefined
    if (name === 'axios' || name === 'got') return 'send'
  }
  const rule = Object.hasOwn(owned, name) ? owned[name] : undefined
  if (rule?.[0].test(path) === true) return rule[1]
  return Object.hasOwn(anywhere, name) ? anywhere[name] : undefined
}
