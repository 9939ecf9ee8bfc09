/** What the well-known calls of scripting languages do. */

import { HOLE } from '../text.ts'
import type { Language } from './lexer.ts'
import type { Value } from './values.ts'

export type Action =
  | 'delete'
  | 'delete-tree'
  | 'delete-receiver'
  | 'delete-tree-receiver'
  | 'write'
  | 'write-receiver'
  | 'copy'
  | 'move'
  | 'link'
  | 'link-receiver'
  | 'chmod'
  | 'open'
  | 'read'
  | 'read-receiver'
  | 'shell'
  | 'evaluate'
  | 'send'
  | 'print'
  | 'kill'

/** Names that mean one thing wherever they occur. */
const anywhere: Readonly<Record<string, Action>> = {
  rmtree: 'delete-tree',
  rm_rf: 'delete-tree',
  rm_r: 'delete-tree',
  rmrf: 'delete-tree',
  remove_dir: 'delete-tree',
  remove_entry: 'delete-tree',
  remove_entry_secure: 'delete-tree',
  remove_tree: 'delete-tree',
  rimraf: 'delete-tree',
  rimrafSync: 'delete-tree',
  removeSync: 'delete-tree',
  emptyDirSync: 'delete-tree',
  emptyDir: 'delete-tree',
  deltree: 'delete-tree',
  deleteSync: 'delete-tree',
  secure_delete: 'delete-tree',
  rmSync: 'delete',
  rmdirSync: 'delete',
  unlinkSync: 'delete',
  removedirs: 'delete',
  rm_f: 'delete',
  safe_unlink: 'delete',
  writeFile: 'write',
  writeFileSync: 'write',
  appendFile: 'write',
  appendFileSync: 'write',
  file_put_contents: 'write',
  outputFileSync: 'write',
  outputFile: 'write',
  createWriteStream: 'write',
  writeTextFile: 'write',
  writeTextFileSync: 'write',
  truncateSync: 'write',
  write_text: 'write-receiver',
  write_bytes: 'write-receiver',
  copyfile: 'copy',
  copy2: 'copy',
  copytree: 'copy',
  copyFileSync: 'copy',
  copyFile: 'copy',
  cpSync: 'copy',
  cp_r: 'copy',
  symlinkSync: 'link',
  linkSync: 'link',
  ln_s: 'link',
  ln_sf: 'link',
  make_symlink: 'link',
  ensureSymlinkSync: 'link',
  symlink_to: 'link-receiver',
  hardlink_to: 'link-receiver',
  renameSync: 'move',
  chmodSync: 'chmod',
  lchmod: 'chmod',
  readFileSync: 'read',
  readFile: 'read',
  file_get_contents: 'read',
  readTextFile: 'read',
  readTextFileSync: 'read',
  readfile: 'read',
  show_source: 'read',
  highlight_file: 'read',
  createReadStream: 'read',
  slurp: 'read',
  readJsonSync: 'read',
  read_text: 'read-receiver',
  read_bytes: 'read-receiver',
  execSync: 'shell',
  spawnSync: 'shell',
  execFile: 'shell',
  execFileSync: 'shell',
  execaCommand: 'shell',
  execaCommandSync: 'shell',
  execaSync: 'shell',
  execa: 'shell',
  shell_exec: 'shell',
  passthru: 'shell',
  proc_open: 'shell',
  Popen: 'shell',
  check_call: 'shell',
  check_output: 'shell',
  getoutput: 'shell',
  getstatusoutput: 'shell',
  create_subprocess_shell: 'shell',
  create_subprocess_exec: 'shell',
  capture2: 'shell',
  capture2e: 'shell',
  capture3: 'shell',
  popen2: 'shell',
  popen2e: 'shell',
  popen3: 'shell',
  popen: 'shell',
  pcntl_exec: 'shell',
  execvp: 'shell',
  execv: 'shell',
  execl: 'shell',
  execlp: 'shell',
  execve: 'shell',
  execvpe: 'shell',
  spawnl: 'shell',
  spawnlp: 'shell',
  spawnv: 'shell',
  spawnvp: 'shell',
  posix_spawn: 'shell',
  posix_spawnp: 'shell',
  spawnve: 'shell',
  spawnvpe: 'shell',
  spawnle: 'shell',
  spawnlpe: 'shell',
  runInNewContext: 'evaluate',
  runInThisContext: 'evaluate',
  instance_eval: 'evaluate',
  class_eval: 'evaluate',
  loadstring: 'evaluate',
  create_function: 'evaluate',
  urlopen: 'send',
  fetch: 'send',
  sendall: 'send',
  sendto: 'send',
  sendmail: 'send',
  upload_file: 'send',
  put_object: 'send',
  curl_exec: 'send',
  post_form: 'send',
  curl_setopt: 'send',
  create_connection: 'send',
  createConnection: 'send',
  fsockopen: 'send',
  sendBeacon: 'send',
  print: 'print',
  puts: 'print',
  print_r: 'print',
  var_dump: 'print',
  pprint: 'print',
  say: 'print',
  echo: 'print',
  pp: 'print',
  printf: 'print',
  dir: 'print',
  table: 'print',
  killpg: 'kill',
  gethostbyname: 'send',
  gethostbyname_ex: 'send',
  getaddrinfo: 'send',
  checkdnsrr: 'send',
  dns_get_record: 'send',
  resolve4: 'send',
  resolveTxt: 'send',
  phpinfo: 'print',
  RemoveAll: 'delete-tree',
  remove_dir_all: 'delete-tree',
  removeDir: 'delete-tree',
  removeDirectoryRecursive: 'delete-tree',
  removePathForcibly: 'delete-tree',
  del_dir_r: 'delete-tree',
  rmdirRecurse: 'delete-tree',
  removeItem: 'delete-tree',
  deleteDirectory: 'delete-tree',
  deleteRecursively: 'delete-tree-receiver',
  deleteDir: 'delete-tree-receiver',
}

/** Common names: what they are called on decides. */
const owned: Readonly<Record<string, readonly [owner: RegExp, action: Action]>> = {
  rm: [/(?:^|\.|:)(?:fs|fsp|promises|FileUtils|shelljs?|fs-extra|sh)$|^fs\/promises|^node:fs/, 'delete'],
  rmdir: [/(?:^|\.|:)(?:fs|fsp|os|promises|Dir|FileUtils)$|^os\.|^fs|^node:fs/, 'delete'],
  remove: [/(?:^|\.|:)(?:os|fs|fse|fsp|promises|Deno|FileUtils|File|fs-extra|lfs)$|^os\.|^os$|^fs-extra/, 'delete'],
  delete: [/^(?:File|FileUtils|Dir|Files|send2trash)$/, 'delete'],
  unlink: [/(?:^|\.|:)(?:os|fs|fsp|promises|File|FileUtils|Dir)$|^os\.|^fs|^node:fs/, 'delete'],
  del: [/^(?:del)?(?:\.|$)/, 'delete'],
  removeRecursive: [/./, 'delete-tree'],
  write: [/^(?:File|IO|Bun|Pathname)$/, 'write'],
  binwrite: [/^(?:File|IO)$/, 'write'],
  truncate: [/^(?:os|fs|File|fsp)$|^os\./, 'write'],
  copy: [/^(?:shutil|FileUtils|fs|fse|fs-extra)$|^shutil\./, 'copy'],
  cp: [/^(?:FileUtils|fs|fsp|fs\/promises)$/, 'copy'],
  move: [/^(?:shutil|FileUtils|fs|fse|fs-extra)$|^shutil\./, 'move'],
  mv: [/^FileUtils$/, 'move'],
  rename: [/^(?:os|fs|File|fsp|fs\/promises)$|^os\./, 'move'],
  replace: [/^os$|^os\./, 'move'],
  symlink: [/^(?:os|fs|File|fsp|fs\/promises|FileUtils|Deno|)$|^os\.|promises$/, 'link'],
  link: [/^(?:os|fs|File|fsp|fs\/promises|FileUtils|Deno)$|^os\.|promises$/, 'link'],
  chmod: [/^(?:os|fs|File|FileUtils|fsp|)$|^os\./, 'chmod'],
  open: [/^(?:io|codecs|File|IO|gzip|builtins|aiofiles|)$|^io\./, 'open'],
  fopen: [/./, 'open'],
  read: [/^(?:File|IO)$/, 'read'],
  readlines: [/^(?:File|IO)$/, 'read'],
  foreach: [/^(?:File|IO)$/, 'read'],
  binread: [/^(?:File|IO)$/, 'read'],
  file: [/^(?:Bun)$/, 'read'],
  run: [/^(?:subprocess|sp|Bun|Deno|invoke|sh|shell|process|zx)(?:\.|$)/, 'shell'],
  call: [/^(?:subprocess|sp)(?:\.|$)/, 'shell'],
  exec: [/^(?:child_process|cp|node:child_process|shell|shelljs|shell\.js|Kernel|Process|syscall)(?:\.|$)/, 'shell'],
  spawn: [
    /^(?:process\.binding|child_process|cp|node:child_process|Bun|pty|Process|Kernel|cross-spawn|pexpect)(?:\.|$)/,
    'shell',
  ],
  fork: [/^(?:child_process|cp|node:child_process)(?:\.|$)/, 'shell'],
  execute: [/^os$/, 'shell'],
  Command: [/^Deno$/, 'shell'],
  eval: [/^(?:globalThis|window|global|builtins|Kernel|vm|)$/, 'evaluate'],
  post: [/./, 'send'],
  put: [/^(?:requests|axios|http|httpx|session|client|got)/, 'send'],
  patch: [/^(?:requests|axios|http|httpx|session|client|got)/, 'send'],
  get: [/^(?:requests|axios|https?|httpx|Net::HTTP|Net\.HTTP|session|client|got|node:https?|URI|LWP)/, 'send'],
  request: [/^(?:requests|axios|https?|httpx|urllib\.request|node:https?|http\.client|undici)/, 'send'],
  send: [/^(?:s|sock|socket|conn|client|ws|smtp|server|dgram|udp)/, 'send'],
  Request: [/urllib/, 'send'],
  log: [/^console/, 'print'],
  error: [/^console/, 'print'],
  info: [/^console/, 'print'],
  p: [/^$/, 'print'],
  kill: [/^(?:os|process|Process|)$/, 'kill'],
  cmd: [/System|os/, 'shell'],
  rm_rf_: [/./, 'delete-tree'],
  system: [/^(?!platform$)/, 'shell'],
  doShellScript: [/./, 'shell'],
  startfile: [/^os$/, 'shell'],
  setcontent: [/./, 'write'],
}

/** The action of `path.name(...)`, or undefined when it is none of ours. */
export function actionOf(name: string, path: string, receiver: Value | undefined, language: Language): Action | undefined {
  if (path !== '' && receiver === undefined && path.includes('.')) {
    // An imported or renamed function: judge it by its real name.
    const dot = path.lastIndexOf('.')
    return known(path.slice(dot + 1), path.slice(0, dot), language)
  }
  if (
    receiver !== undefined &&
    receiver.text !== HOLE &&
    (name === 'unlink' || name === 'rmdir') &&
    /[/~]|^\0/.test(receiver.text)
  )
    return 'delete-receiver'
  return known(name, path, language)
}

function known(name: string, path: string, language: Language): Action | undefined {
  if (
    /^(?:write|puts|print|syswrite|end|printf|send)$/.test(name) &&
    /(?:^|\.)(?:TCPSocket|UDPSocket|socket|sock|conn)(?:\.|$)/i.test(path)
  )
    return 'send'
  if (/^(?:lookup|resolve\w{0,4}|getaddress)$/.test(name) && /dns|Resolv/.test(path)) return 'send'
  if (name === 'lines' && path === 'io') return 'read'
  if (language === 'other') {
    if (name === 'rm' && path === '') return 'delete-tree'
    if (name === 'all' && /(?:^|\.)remove$/.test(path)) return 'delete-tree'
    if (name === 'Delete' && /(?:^|\.)Directory$/.test(path)) return 'delete-tree'
    if (/^(?:file\.remove|remove)$/.test(`${path}.${name}`)) return 'delete'
  }
  if (path === '' && language !== 'javascript') {
    if (name === 'exec') return language === 'python' ? 'evaluate' : 'shell'
    if (name === 'spawn' || name === 'system') return language === 'python' && name === 'spawn' ? undefined : 'shell'
    if (name === 'unlink' || name === 'rmdir') return 'delete'
    if (name === 'link') return language === 'php' || language === 'perl' ? 'link' : undefined
    if (name === 'assert' && language === 'php') return 'evaluate'
    if (name === 'load' && language === 'lua') return 'evaluate'
    if (name === 'rename' || name === 'copy') return language === 'php' || language === 'perl' ? 'move' : undefined
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
