/** The tasks of a playbook of Ansible as the commands that do the same (Ansible: ansible.builtin, ansible.posix). */

import { isDisposableName } from '../effects/disposable.ts'

/** What the play looks up, where a shell has it as well; anything else is not known. */
const filled = (text: string): string =>
  text.replace(/\{\{[^{}]*\}\}/g, part => (/\bHOME\b|ansible_user_dir/.test(part) ? '$HOME' : '$UNKNOWN_PART'))

/** Whether all machines that it is for are there to be made anew. */
const isOfLab = (playbook: string): boolean => {
  if (/\b(?:ansible_)?connection["']?\s*[:=]\s*["']?local\b|\bansible_host["']?\s*[:=]/.test(playbook)) return false
  const hosts = [...playbook.matchAll(/^[ \t-]*hosts:[ \t]*["']?([\w.-]+)["']?[ \t]*$/gm)].map(([, name = '']) => name)
  return hosts.length > 0 && hosts.every(name => isDisposableName(name) || /^(?:labs?|vagrant)$/.test(name))
}

/** It is carried out on another machine than those of the play. */
const isElsewhere = /\b(?:delegate_to|local_action)\b/

/** A task for each of the values that it is repeated for. */
const eachOf = (task: string): readonly string[] => {
  const [, inline, block = ''] =
    /^[ \t]*(?:loop|with_items):[ \t]*(?:\[([^\]\n]*)\]|\n((?:[ \t]*-[ \t]+[^\n]+\n?)+))/m.exec(task) ?? []
  const items =
    inline === undefined ? [...block.matchAll(/^[ \t]*-[ \t]+(.+)$/gm)].map(([, item = '']) => item) : inline.split(',')
  const values = items.map(item => item.trim().replace(/^["']|["']$/g, '')).filter(item => !item.includes(':'))
  return values.length === 0 ? [task] : values.map(value => task.replace(/\{\{\s*item\s*\}\}/g, () => value))
}

export const tasksOf = (playbook: string): readonly string[] =>
  playbook
    // What a loop lists belongs to its task.
    .split(/^[ \t]*-[ \t](?=[\w.]+:)/m)
    .flatMap(eachOf)
    .map(filled)
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
      if (is('file') && value('state') === 'absent' && place !== undefined && (isElsewhere.test(task) || !isOfLab(playbook)))
        return [`rm -rf "${place}"`]
      if (is('authorized_key')) return ['echo key >> ~/.ssh/authorized_keys']
      if (is('copy|template|lineinfile|blockinfile') && place !== undefined) return [`echo content > "${place}"`]
      return []
    })
