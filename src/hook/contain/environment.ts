/** Which variables reach a caged command. */

import type { Env } from '../../core/client.ts'
import { isSecretVariable } from '../../engine/analysis/places/secret-names.ts'
import { detect } from '../../engine/detect/detect.ts'
import { clearsOf } from '../programs/cleared-variables.ts'

/** Ways to somebody outside: agents of keys, buses, displays, containers, editors, terminals' own servers. */
const ways =
  /^(?:SSH_(?:AUTH_SOCK|AGENT_PID|ASKPASS|CONNECTION|CLIENT|TTY)|GPG_AGENT_INFO|GNOME_KEYRING_\w+|DBUS_\w+|DISPLAY|WAYLAND_\w+|XAUTHORITY|SESSION_MANAGER|XDG_RUNTIME_DIR|DOCKER_\w+|CONTAINER_HOST|PODMAN_\w+|KUBE\w*|VSCODE_\w+|CURSOR_TRACE_ID|(?:GIT|SUDO)_ASKPASS|TMUX\w*|STY|KITTY_LISTEN_ON|ITERM_SESSION_ID|PULSE_SERVER|PIPEWIRE_\w+|BUILDKIT_HOST|TESTCONTAINERS_\w+|NIX_REMOTE|SYSTEMD_\w+|NOTIFY_SOCKET|INVOCATION_ID)$/

/** A cage has a temporary folder of its own, and the one outside cannot be written. */
const temporary = /^(?:TMPDIR|TMP|TEMP|TEMPDIR)$/

export interface Caged {
  readonly env: Readonly<Record<string, string>>
  /** The names of those that stay outside. */
  readonly dropped: readonly string[]
}

const cleared = clearsOf(['', ''])

export const cagedEnvironment = (env: Env, hide: 'secrets' | 'guard'): Caged => {
  const kept: Record<string, string> = {}
  const dropped: string[] = []
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined) continue
    // What the command in front of the cage has cleared, it had not.
    if (cleared[name] === value) continue
    if (ways.test(name) || (hide === 'secrets' && isCredential(name, value))) dropped.push(name)
    else kept[name] = temporary.test(name) ? '/tmp' : value
  }
  return { env: kept, dropped: dropped.sort() }
}

const isCredential = (name: string, value: string): boolean =>
  (value !== '' && isSecretVariable(name)) || detect(value, 'secret').length > 0
