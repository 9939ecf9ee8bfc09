/** The programs of nearly every command; the only part that every call loads. */

import { decoders } from '../programs/decoders.ts'
import { editors } from '../programs/editors.ts'
import { escapes } from '../programs/escapes.ts'
import { filesystem } from '../programs/filesystem.ts'
import { git } from '../programs/git.ts'
import { packages } from '../programs/packages.ts'
import { patching } from '../programs/patching.ts'
import { readers } from '../programs/readers.ts'
import { shells } from '../programs/shells.ts'
import { targets } from '../programs/targets.ts'

export const families = { decoders, editors, escapes, filesystem, git: { git }, packages, patching, readers, shells, targets }
