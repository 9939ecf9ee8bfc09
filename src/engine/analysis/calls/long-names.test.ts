import { expect, it } from 'vitest'
import { judge } from '../../../../scripts/corpus/judge.ts'

const outcome = async (shell: string): Promise<string> => (await judge({ shell }, 'must-allow')).outcome
const detours = ['./'.repeat(2100), '/'.repeat(4200), 'a/../'.repeat(900)]

it('judges a name that programs shorten before they open it', async () => {
  for (const detour of detours) {
    expect(await outcome(`frobnicate /home/dev/.ssh/${detour}id_rsa`)).not.toBe('allow')
    expect(
      await outcome(`echo 'require("child_process").execSync("rm -rf ~")' > a.js; node -e "require('./${detour}a.js')"`),
    ).not.toBe('allow')
    expect(await outcome(`frobnicate /home/dev/notes/${detour}a.txt`)).not.toBe('deny')
  }
})

it('takes what no system opens for a text', async () => {
  expect(await outcome(`frobnicate "${'see /home/dev/notes, and so on. '.repeat(200)}"`)).toBe('allow')
  expect(await outcome(`frobnicate "${'~/notes and ./more words '.repeat(300)}"`)).toBe('allow')
})
