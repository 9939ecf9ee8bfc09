import { once } from '../../analysis/values/once.ts'
import type { Pack } from '../rules/pack.ts'

export default {
  id: 'permissions',
  title: 'Rights and accounts',
  recommended: 'on',
  strict: 'on',
  answers: once(() => [
    {
      id: 'permissions.world-writable',
      severity: 'medium',
      reason: 'This lets every user write to a file or folder.',
      instead: 'Give the rights that are needed: `chmod u+rwx script.sh`.',
    },
    {
      id: 'permissions.secret-readable',
      severity: 'high',
      reason: 'This lets other users read files that hold credentials.',
      instead: 'Keep them to their owner: `chmod 600 .env`.',
    },
    {
      id: 'permissions.setuid',
      severity: 'high',
      reason: 'This makes a program run with the rights of its owner.',
      instead: 'Make it executable only: `chmod +x script.sh`.',
    },
    {
      id: 'permissions.system-ownership',
      severity: 'high',
      reason: 'This changes owner or rights of system files or the home directory.',
      instead: 'Change only files of the workspace.',
    },
    {
      id: 'permissions.sudoers',
      severity: 'critical',
      reason: 'This changes who may become root.',
      instead: 'Ask the person to change it.',
    },
    {
      id: 'permissions.account',
      severity: 'high',
      reason: 'This creates, changes or deletes user accounts or passwords.',
      instead: 'Ask the person to do it.',
    },
    {
      id: 'permissions.privileged-shell',
      severity: 'high',
      reason: 'This opens a shell as root.',
      instead: 'Name the one command that needs root and ask the person to run it.',
    },
    {
      id: 'permissions.security-off',
      severity: 'critical',
      reason: "This switches off the system's own protection.",
      instead: 'Leave it on and report what it blocks.',
    },
  ]),
} as const satisfies Pack
