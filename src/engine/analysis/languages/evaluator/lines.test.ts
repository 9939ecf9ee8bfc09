/** A call is the same call on one line and on several: no language ends a statement inside brackets. */

import { describe, expect, it } from 'vitest'
import { findingsOf } from '../../testing.ts'

/** `~` stands where a line may end: behind an opening bracket or a comma, before a closing one, and before the dot of a method. */
const rows: readonly (readonly [program: string, code: string])[] = [
  ['python3 -c', 'import os\nd = os.path.join(~os.getenv(~"HOME"~),~ "x"~)\nos.remove(~d~)'],
  ['python3 -c', 'import os\nd = {~"a": os.getenv(~"HOME"~) + "/x",~ "b": 1~}\nos.remove(d["a"])'],
  ['node -e', 'const d = require("path").join(~require("os").homedir(),~ "x"~)\nrequire("fs").unlinkSync(~d~)'],
  ['node -e', 'const [d] = [~process.env.HOME + "/x",~ 1~]\nfs.unlinkSync(~d~)'],
  ['node -e', 'const o = {~d: process.env.HOME + "/x",~ e: 1~}\nfs.unlinkSync(~o.d~)'],
  ['ruby -e', 'o = {~"d" => Dir.home + "/x",~ "e" => 1~}\nFile.delete(~o["d"]~)'],
  ['node -e', 'const o = [{~d: {~f: process.env.HOME + "/x",~ e: 1~}~}]\nfs.unlinkSync(~o[0].d.f~)'],
  ['node -e', 'const {~env,~ argv~} = process\nconst {~unlinkSync: u~} = require(~"fs"~)\nu(~env.HOME + "/x"~)'],
  ['node -e', 'const d = [process.env.HOME, "x"]~.join("/")\nfs~.unlinkSync(d)'],
  ['ruby -e', 'd = [Dir.home, "x"]~.join("/")\nFile~.delete(d)'],
  ['php -r', '$d = implode(~"/",~ [~getenv(~"HOME"~),~ "x"~]~);\nunlink(~$d~);'],
  ['ruby -e', 'd = File.join(~Dir.home,~ "x"~)\nFile.delete(~d~)'],
  ['perl -e', 'my $d = join(~"/",~ $ENV{HOME},~ "x"~);\nunlink(~$d~);'],
  ['lua -e', 'local d = table.concat(~{os.getenv(~"HOME"~),~ "x"}, "/"~)\nos.remove(~d~)'],
]

describe.each(rows)('%s %s', (program, code) => {
  const said = (text: string): readonly string[] => findingsOf(`${program} '${text}'`)
  const parts = code.split('~')

  it('does harm on one line', () => {
    expect(said(parts.join(''))).toContain('filesystem.delete-outside')
  })

  it.each(parts.slice(1).map((_, at) => at + 1))('and with a line that ends at place %i', at => {
    expect(said(`${parts.slice(0, at).join('')}\n${parts.slice(at).join('')}`)).toEqual(said(parts.join('')))
  })

  it('and with all of them', () => {
    expect(said(parts.join('\n'))).toEqual(said(parts.join('')))
  })
})
