/** The programs of nearly every command; the only part that every call loads. */

import { escapes } from '../code/command-options.ts'
import { packages } from '../code/packages.ts'
import { shells } from '../code/shells.ts'
import { targets } from '../code/targets.ts'
import { decoders } from '../files/decoders.ts'
import { editors } from '../files/editors.ts'
import { filesystem } from '../files/filesystem.ts'
import { filters } from '../files/filters.ts'
import { patching } from '../files/patching.ts'
import { readers } from '../files/readers.ts'
import { git } from '../git/git.ts'

export const families = {
  packages,
  readers,
  filters,
  decoders,
  filesystem,
  editors,
  patching,
  targets,
  shells,
  git: { git },
  escapes,
}
