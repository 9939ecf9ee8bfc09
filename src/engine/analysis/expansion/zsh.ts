/** What zsh's modules add: programs of its own for files and connections. */

import { type Call, fork, type Handler } from '../values/analysis.ts'
import { literal, nothing } from '../values/value.ts'

/** `zf_rm` of the module for files is `rm`. */
const own =
  (program: string): Handler =>
  call =>
    call.analysis.words([literal(program), ...call.args], fork(call.env), call.stdin)

export const zsh: Readonly<Record<string, Handler>> = {
  zf_rm: own('rm'),
  zf_rmdir: own('rmdir'),
  zf_mv: own('mv'),
  zf_ln: own('ln'),
  zf_chmod: own('chmod'),
  zf_chown: own('chown'),
  zf_mkdir: own('mkdir'),
  ztcp: connection('tcp'),
  zsocket: connection('udp'),
}

/** The number of the connection stands in `REPLY`; as a path it means what bash writes as `/dev/tcp/host/port`. */
function connection(protocol: string): Handler {
  return (call: Call) => {
    const [host, port] = call.args.filter(word => word.text[0] !== '-')
    if (host !== undefined)
      call.env.variables.set('REPLY', {
        fields: [literal(`/dev/${protocol}/${host.text}/${port?.text ?? '23'}`)],
        array: false,
      })
    return nothing
  }
}
