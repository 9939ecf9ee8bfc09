/** The tasks of a playbook of Ansible as the commands that do the same (Ansible: ansible.builtin, ansible.posix). */

/** What the play looks up, where a shell has it as well; anything else is not known. */
const filled = (text: string): string =>
  text.replace(/\{\{[^{}]*\}\}/g, part => (/\bHOME\b|ansible_user_dir/.test(part) ? '$HOME' : '$UNKNOWN_PART'))

export const tasksOf = (playbook: string): readonly string[] =>
  filled(playbook)
    .split(/^[ \t]*-[ \t]/m)
    .flatMap(task => {
      const value = (...keys: readonly string[]): string | undefined =>
        keys.map(key => new RegExp(`(?:^|[\\s{,])${key}[:=]\\s?["']?([^"'\\n,}]+)`, 'm').exec(task)?.[1]?.trim()).find(Boolean)
      const is = (names: string): boolean => new RegExp(`(?:^|[\\s.])(?:${names}):`, 'm').test(task)
      const [, run, block] =
        /^[ \t]*(?:[\w.]+\.)?(?:shell|command|raw|cmd):[ \t]*(?:["']?([^"'|>\s].*?)["']?$|[|>][+-]?\n((?:[ \t]+.*\n?)+))/m.exec(
          task,
        ) ?? []
      const place = value('path', 'dest')
      if (run !== undefined || block !== undefined) return [(run ?? block) as string]
      if (is('file') && value('state') === 'absent' && place !== undefined) return [`rm -rf "${place}"`]
      if (is('authorized_key')) return ['echo key >> ~/.ssh/authorized_keys']
      if (is('copy|template|lineinfile|blockinfile') && place !== undefined) return [`echo content > "${place}"`]
      return []
    })
