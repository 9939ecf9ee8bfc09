/** Programs that give the files of a folder to whoever asks on a port. */

import type { Programs } from '../../calls/form.ts'
import { options } from '../../calls/options.ts'
import { serves } from '../../effects/sockets.ts'
import type { Call } from '../../values/analysis.ts'

/** Program: the options that take a value, and which of them name the folder. Where none does, the first word is the folder. */
const tables: Readonly<Record<string, readonly [valued: string, folder?: string]>> = {
  serve: ['l listen p c config ssl-cert ssl-key ssl-pass'],
  'http-server': ['p a d c e t P proxy ext port'],
  'live-server': ['port host open ignore watch entry-file mount proxy'],
  darkhttpd: ['port addr maxconn log chroot index mimetypes default-mimetype uid gid'],
  miniserve: ['p port i interfaces a auth t title index route-prefix'],
  dufs: ['b bind p port a auth path-prefix hidden'],
  webfsd: ['r p f l L u g c x b', 'r'],
  thttpd: ['C p d u c h l i T M V', 'd'],
  'simple-http-server': ['p port i ip'],
  'static-web-server': ['p port a host d root g log-level', 'd root'],
  'static-server': ['p port h host'],
}

export const servers: Programs = { [Object.keys(tables).join(' ')]: served, httpd, caddy }

function served(call: Call): undefined {
  const [valued, folder] = tables[call.program] as readonly [string, string?]
  const given = options(call.args, valued)
  if (given.flags.has('help') || given.flags.has('version')) return undefined
  const named = folder
    ?.split(' ')
    .map(key => given.values.get(key))
    .find(word => word !== undefined)
  serves(folder === undefined ? given.positional[0] : named, call)
  return undefined
}

/** The applet of busybox; Apache's own program takes its folder from a file. */
function httpd(call: Call): undefined {
  const folder = options(call.args, 'p u r c h').values.get('h')
  if (folder !== undefined || call.env.wrappers.at(-1) === 'busybox') serves(folder, call)
  return undefined
}

function caddy(call: Call): undefined {
  const given = options(call.args, 'root r listen l domain d')
  if (given.positional[0]?.text === 'file-server') serves(given.values.get('root') ?? given.values.get('r'), call)
  return undefined
}
