/** What is found, or stays ordinary, however long the text around it is; what the time bounds is in bounds.test.ts. */

import { expect, test } from 'vitest'
import { analyse } from './analyse.ts'
import { linux, workspace } from './testing.ts'

const context = { cwd: workspace, workspaceRoots: [workspace], host: linux }
const danger = 'rm -rf /'
const filler = 'x'.repeat(2_000)
const many = (count: number, word: string): string => Array.from({ length: count }, () => word).join(' ')

const padded = `${'true;'.repeat(1_800)}${danger}`
const name = 'n'.repeat(300)

// No length decides whether a command is found in what carries it.
test.each([
  `awk 'BEGIN{system("${padded}")}'`,
  `awk 'BEGIN{"${padded}" | getline}'`,
  `awk 'BEGIN{print "x" | "${padded}"}'`,
  `vim -c '!${padded}' -c q`,
  `vim '+!${padded}'`,
  `gdb -batch -ex 'shell ${padded}'`,
  `sed '1e ${padded}' f`,
  `echo x | sed 's/x/${padded.replaceAll('/', '\\/')}/e'`,
  `echo x | sed -n '1s|x|${padded}|pe;s|y|z|'`,
  `sqlite3 db '.shell ${padded}'`,
  `psql -c '\\! ${padded}'`,
  `mysql -e '\\! ${padded}'`,
  `psql -c "COPY t TO PROGRAM '${padded}'"`,
  `psql -c '${'-- x\n'.repeat(8_000)} DROP TABLE users'`,
  `ssh -o 'ProxyCommand=${padded}' h`,
  `osascript -e 'do shell script "${padded}"'`,
  `tclsh <<'E'\nexec ${'true '.repeat(500)}; exec ${' '.repeat(3_000)} rm -rf /\nE`,
  `expect -c 'spawn ${'true '.repeat(1_000)}; exec rm -rf /'`,
  `apt-get -o 'APT::Update::Pre-Invoke::=${padded}' update`,
  `--${name}=x git -c alias.x='!${padded}' x`,
  `gdb --eval-command='shell ${padded}'`,
  `rm -rf {0000000000000000000000001..2}x /`,
  `curl 'http://{${many(70, 'x').replaceAll(' ', ',')},169.254.169.254}/'`,
  `curl 'http://[1-99].[1-99].169.254/'`,
  `cmd.exe /c 'for %a in (${'x '.repeat(3_000)}) do rd /s /q C:\\'`,
  `powershell -Command '[IO.File]::Delete(${`"" + `.repeat(60)}"C:/Windows/system.ini")'`,
  `cat <<'${name}' | sh\n${danger}\n${name}`,
])('of any length, found: %#', command => {
  expect(analyse(command, context).certainty, command.slice(0, 80)).not.toBe('proved-ordinary')
})

test.each([
  ['a long list of files', `wc -l ${many(400, 'src/a.ts')}`],
  ['a long array', `a=(${many(900, 'x')}); echo "\${a[@]}"`],
  ['a long text', `echo ${'x'.repeat(60_000)} | wc -c`],
  ['a long here-document', `cat > notes.md <<'E'\n${`${filler}\n`.repeat(25)}E`],
  ['a here-document longer than any other text', `cat > notes.md <<'E'\n${`${filler}\n`.repeat(100)}E`],
  ['one that drops tabs', `cat > notes.md <<-"E"\n${`\t${filler}\n`.repeat(100)}\tE`],
  ['one without quotes', `mkdir -p docs && cat > docs/notes.md <<E\n${`${filler}\n`.repeat(100)}E\nwc -l docs/notes.md`],
  ['one for tee', `tee notes.md <<'E' > /dev/null\n${`${filler}\n`.repeat(100)}E`],
  ['two of them', `cat > a.md <<'E'\n${`${filler}\n`.repeat(40)}E\ncat > b.md <<'E'\n${`${filler}\n`.repeat(40)}E\nls`],
  ['many inputs', `printf '%s\\n' ${many(400, 'x')} | xargs wc -l`],
  ['a long program', `python3 -c '${'a=1+2\n'.repeat(1_000)}print(a)'`],
])('within the bounds it stays ordinary: %s', (_name, command) => {
  expect(analyse(command, context).certainty).toBe('proved-ordinary')
})
