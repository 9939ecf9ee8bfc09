/** Every finding the analyser can make. Ids are permanent: policies refer to them. */

import type { EffectKind } from './facts.ts'
import { once } from './once.ts'

export interface FindingMeaning {
  readonly kind: EffectKind
  /** One sentence: what the command does. */
  readonly means: string
}

export const findings = once(
  () =>
    ({
      'filesystem.delete-root': { kind: 'delete', means: 'Deletes the file system root or a system directory.' },
      'filesystem.delete-home': { kind: 'delete', means: 'Deletes the home directory or one of its main folders.' },
      'filesystem.delete-workspace': {
        kind: 'delete',
        means: 'Deletes or moves away the workspace, everything in it, the folder the session runs in, or the .git folder.',
      },
      'filesystem.delete-outside': { kind: 'delete', means: 'Deletes something outside the workspace and the temporary folder.' },
      'filesystem.delete-source': {
        kind: 'delete',
        means: 'Recursively deletes a folder of the workspace that is not known build output (opinion).',
      },
      'filesystem.delete-unknown': { kind: 'delete', means: 'Deletes recursively, but the target cannot be known.' },
      'filesystem.overwrite-system': { kind: 'overwrite', means: 'Writes to a system file or directory.' },
      'filesystem.truncate-outside': {
        kind: 'overwrite',
        means: 'Empties or overwrites a file outside the workspace, or one that holds credentials.',
      },
      'filesystem.move-outside': { kind: 'move', means: 'Moves away the workspace, home, or something of the system.' },
      'filesystem.shred': { kind: 'delete', means: 'Overwrites file contents beyond recovery.' },
      'filesystem.sync-delete': { kind: 'delete', means: 'Mirrors a folder and deletes whatever the source lacks.' },
      'filesystem.symlink-system': { kind: 'overwrite', means: 'Replaces a system path by a link.' },

      'git.push-force': { kind: 'history-rewrite', means: 'Overwrites the history of a remote branch.' },
      'git.push-delete': { kind: 'history-rewrite', means: 'Deletes a branch or tag on the remote.' },
      'git.push-mirror': { kind: 'history-rewrite', means: 'Makes the remote an exact mirror, deleting what is not local.' },
      'git.reset-hard': { kind: 'discard-changes', means: 'Throws away uncommitted changes.' },
      'git.clean-force': { kind: 'discard-changes', means: 'Deletes untracked files.' },
      'git.checkout-discard': { kind: 'discard-changes', means: 'Throws away uncommitted changes of files.' },
      'git.stash-drop': { kind: 'discard-changes', means: 'Deletes stashed changes.' },
      'git.branch-delete-force': { kind: 'history-rewrite', means: 'Deletes a branch even when it is not merged.' },
      'git.history-rewrite': { kind: 'history-rewrite', means: 'Rewrites commits throughout the history.' },
      'git.reflog-expire': { kind: 'history-rewrite', means: 'Removes the safety net by which lost commits are found again.' },
      'git.ref-delete': { kind: 'history-rewrite', means: 'Deletes or moves a reference directly.' },
      'git.worktree-remove-force': {
        kind: 'discard-changes',
        means: 'Removes a worktree together with its uncommitted changes.',
      },
      'git.hook-bypass': { kind: 'disable-guard', means: "Skips the repository's own hooks." },
      'git.config-exec': { kind: 'persist', means: 'Makes git run a program through its configuration or environment.' },

      'secrets.read-credentials': { kind: 'read-secret', means: 'Reads a file that holds credentials.' },
      'secrets.dump-environment': { kind: 'read-secret', means: 'Prints environment variables that may hold credentials.' },
      'secrets.read-keychain': { kind: 'read-secret', means: 'Reads a password store or keychain.' },
      'secrets.print-token': { kind: 'read-secret', means: 'Makes a tool print its live token or secret.' },
      'secrets.process-memory': { kind: 'read-secret', means: 'Reads the memory or environment of another process.' },
      'secrets.in-write': { kind: 'overwrite', means: 'A live credential is written into a file.' },
      'secrets.search': { kind: 'read-secret', means: 'Searches the disk for credentials.' },

      'network.reverse-shell': { kind: 'send', means: 'Opens a shell to another machine.' },
      'network.listener-shell': { kind: 'send', means: 'Listens on a port and gives a shell to whoever connects.' },
      'network.metadata-service': { kind: 'read-secret', means: 'Asks the cloud metadata service, which hands out credentials.' },
      'network.tunnel': { kind: 'send', means: 'Exposes this machine to the internet by a tunnel.' },
      'network.firewall-off': { kind: 'disable-guard', means: 'Switches off or flushes the firewall.' },
      'network.hijack': { kind: 'overwrite', means: 'Changes name resolution, routes or proxies of the machine.' },
      'network.scan': { kind: 'send', means: 'Scans or attacks other machines.' },

      'exfiltration.secret-to-network': { kind: 'send', means: 'Sends credentials to the network.' },
      'exfiltration.file-to-network': { kind: 'send', means: 'Uploads local files or other data to a host.' },
      'exfiltration.dns': { kind: 'send', means: 'Sends local data hidden in a name lookup or an address.' },

      'execution.download-execute': { kind: 'download-execute', means: 'Runs code straight from the network.' },
      'execution.run-downloaded': {
        kind: 'download-execute',
        means: 'Runs what an earlier call of the session downloaded from a host that is not well known.',
      },
      'execution.decoded-execute': { kind: 'execute-decoded', means: 'Runs code that was hidden by an encoding.' },
      'execution.unknown-command': { kind: 'execute-decoded', means: 'Runs something that cannot be known before it runs.' },
      'execution.preload': {
        kind: 'execute-decoded',
        means: 'Smuggles code into a program, by an environment variable or an option.',
      },
      'execution.guard-bypass': { kind: 'disable-guard', means: 'Starts an agent or tool with its safety checks switched off.' },
      'execution.hidden-characters': {
        kind: 'execute-decoded',
        means: 'Hides the real command by invisible or look-alike characters.',
      },

      'permissions.world-writable': { kind: 'permissions', means: 'Lets every user write to a file or folder.' },
      'permissions.secret-readable': { kind: 'permissions', means: 'Lets other users read files that hold credentials.' },
      'permissions.setuid': { kind: 'permissions', means: 'Makes a program run with the rights of its owner.' },
      'permissions.system-ownership': {
        kind: 'permissions',
        means: 'Changes owner or rights of system files or the home directory.',
      },
      'permissions.sudoers': { kind: 'privilege', means: 'Changes who may become root.' },
      'permissions.account': { kind: 'privilege', means: 'Creates, changes or deletes user accounts or passwords.' },
      'permissions.privileged-shell': { kind: 'privilege', means: 'Opens a shell as root.' },
      'permissions.security-off': { kind: 'disable-guard', means: "Switches off the system's own protection." },

      'disk.format': { kind: 'disk', means: 'Creates a new file system, which erases a device.' },
      'disk.raw-write': { kind: 'disk', means: 'Writes to a disk device directly.' },
      'disk.partition': { kind: 'disk', means: 'Changes partitions or volumes.' },
      'disk.wipe': { kind: 'disk', means: 'Erases signatures, blocks, snapshots or backups of a device.' },
      'disk.fill': { kind: 'disk', means: 'Fills the disk.' },

      'process.kill-all': { kind: 'process-kill', means: 'Ends all processes, or one the system depends on.' },
      'process.fork-bomb': { kind: 'process-kill', means: 'Starts processes without end.' },
      'process.shutdown': { kind: 'process-kill', means: 'Switches off or restarts the machine.' },
      'process.kernel': { kind: 'process-kill', means: 'Changes the running kernel.' },

      'persistence.shell-profile': { kind: 'persist', means: 'Changes a file that every new shell runs.' },
      'persistence.cron': { kind: 'persist', means: 'Changes scheduled jobs.' },
      'persistence.service': { kind: 'persist', means: 'Installs, changes or removes a service or start-up item.' },
      'persistence.service-stop': { kind: 'process-kill', means: 'Stops or disables a system service.' },
      'persistence.authorized-keys': { kind: 'persist', means: 'Changes who may log in by ssh.' },
      'persistence.git-hook': { kind: 'persist', means: 'Installs a program that git will run.' },
      'persistence.editor-task': {
        kind: 'persist',
        means: 'Changes a file whose commands an editor or build tool runs by itself.',
      },
      'persistence.download-settings': {
        kind: 'persist',
        means: "Changes a person's own settings of where downloads come from.",
      },
      'persistence.project-downloads': {
        kind: 'persist',
        means: 'A file of the project says that its packages come from an unusual place, or runs a program with them.',
      },
      'persistence.folder-open-task': {
        kind: 'persist',
        means: 'An editor task is written that runs when the folder is opened.',
      },
      'persistence.program-shadow': { kind: 'persist', means: 'Puts a program in front of one that is used every day.' },
      'persistence.history-erase': { kind: 'disable-guard', means: 'Erases shell history or system logs.' },

      'packages.publish': { kind: 'publish', means: 'Publishes a package, image or release.' },
      'packages.unpublish': { kind: 'publish', means: 'Withdraws or changes something already published.' },
      'packages.install-from-url': {
        kind: 'download-execute',
        means: 'Installs a package from an address instead of the registry.',
      },
      'packages.lookalike': {
        kind: 'download-execute',
        means: 'Installs or runs a package whose name is one slip away from a popular one, or a popular one from a stranger.',
      },
      'packages.registry-override': {
        kind: 'download-execute',
        means: 'Takes packages from another registry or without verification.',
      },
      'packages.remove-system': { kind: 'delete', means: 'Removes packages of the operating system.' },

      'cloud.destroy': { kind: 'infra-destroy', means: 'Deletes cloud resources.' },
      'cloud.storage-destroy': { kind: 'infra-destroy', means: 'Deletes stored objects, buckets or their contents.' },
      'cloud.access-change': { kind: 'privilege', means: 'Changes who may access cloud resources, or creates keys.' },
      'cloud.irreversible': {
        kind: 'infra-destroy',
        means: 'Does something with a service that cannot be taken back: a merge, a payment, the end of an account.',
      },
      'cloud.repository-destroy': { kind: 'infra-destroy', means: 'Deletes a hosted repository, release, secret or similar.' },
      'kubernetes.delete': { kind: 'infra-destroy', means: 'Deletes objects of a cluster.' },
      'kubernetes.drain': { kind: 'infra-destroy', means: 'Empties or disables cluster nodes, or scales work to zero.' },
      'containers.prune': { kind: 'infra-destroy', means: 'Deletes unused images, containers or volumes in bulk.' },
      'containers.remove': { kind: 'infra-destroy', means: 'Deletes containers, volumes or images by force.' },
      'containers.privileged': { kind: 'privilege', means: 'Starts a container that controls the host.' },
      'database.destroy': { kind: 'infra-destroy', means: 'Drops or empties tables or databases.' },
      'database.mass-change': { kind: 'infra-destroy', means: 'Changes or deletes all rows of a table.' },
      'database.migrate-reset': { kind: 'infra-destroy', means: 'Resets a database by its migration tool.' },
      'infrastructure.destroy': { kind: 'infra-destroy', means: 'Destroys infrastructure that a tool manages.' },
      'infrastructure.apply-unattended': { kind: 'infra-destroy', means: 'Changes infrastructure without showing the plan.' },
      'infrastructure.state-change': { kind: 'infra-destroy', means: 'Edits the state by which infrastructure is managed.' },

      'ci.secrets-sent': { kind: 'send', means: 'A step of a build service sends its secrets to a foreign host.' },
      'ci.untrusted-checkout': {
        kind: 'privilege',
        means: 'A workflow runs the code of any pull request with the rights or secrets of the repository.',
      },
      'ci.dangerous-step': {
        kind: 'persist',
        means:
          'A file that runs later gets a command that destroys, runs what it fetches, opens a shell to another machine or sends credentials.',
      },

      'content.agent-orders': {
        kind: 'persist',
        means: 'A file that agents take instructions from, or a text that others read, gets phrases known from prompt injection.',
      },

      'self.hook-run': {
        kind: 'disable-guard',
        means: 'Runs this guard as a hook by hand, which counts as a call of the client.',
      },
      'self.tamper': { kind: 'disable-guard', means: 'Changes, removes or stops this guard or the registration of its hooks.' },
    }) as const satisfies Record<string, FindingMeaning>,
)

export type FindingId = keyof ReturnType<typeof findings>

/** What an analysis says that one of its bounds has ended. */
export const tooLarge = 'a command this large or this deeply nested'
