/** Who knows what a program does. An unknown program costs one look-up. */

import type { Handler } from '../session.ts'
import { decoders } from './decoders.ts'
import { disk } from './disk.ts'
import { filesystem } from './filesystem.ts'
import { git } from './git.ts'
import { network } from './network.ts'
import { permissions } from './permissions.ts'
import { processes } from './process.ts'
import { readers } from './readers.ts'
import { shells } from './shells.ts'

export const programs: Readonly<Record<string, Handler>> = {
  ...readers,
  ...decoders,
  ...filesystem,
  ...disk,
  ...permissions,
  ...processes,
  ...network,
  ...shells,
  git,
}
