import { once } from '../../analysis/values/once.ts'
import type { Pack } from '../rules/pack.ts'

export default {
  id: 'disk',
  title: 'Disks and volumes',
  recommended: 'on',
  strict: 'on',
  caged: true,
  answers: once(() => [
    {
      id: 'disk.format',
      severity: 'critical',
      reason: 'This creates a new file system, which erases the device.',
      instead: 'Look at the devices: `lsblk`.',
    },
    {
      id: 'disk.raw-write',
      severity: 'critical',
      reason: 'This writes to a disk device directly.',
      instead: 'Write to an image file: `dd if=/dev/zero of=disk.img bs=1M count=10`.',
    },
    {
      id: 'disk.partition',
      severity: 'critical',
      reason: 'This changes partitions or volumes.',
      instead: 'Look at them: `lsblk`.',
    },
    {
      id: 'disk.wipe',
      severity: 'critical',
      reason: 'This erases signatures, blocks, snapshots or backups.',
      instead: 'Look at the devices: `lsblk`.',
    },
    {
      id: 'disk.fill',
      severity: 'high',
      reason: 'This fills the disk.',
      instead: 'Write a bounded amount: `head -c 1M /dev/zero > sample.bin`.',
    },
  ]),
} as const satisfies Pack
