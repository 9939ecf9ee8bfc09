/** Services, start-up items and their logs: rows of data. */

import type { Program } from '../../calls/form.ts'
import { handlersOf } from '../../calls/interpret.ts'
import type { Handler } from '../../values/analysis.ts'

const tables: Readonly<Record<string, Program>> = {
  // It takes --dry-run for switching off alone.
  systemctl: {
    rehearsal: '',
    valued: 'H M t p',
    rows: [
      ['stop|disable|mask|kill', 'persistence.service-stop'],
      ['enable|link|edit|set-default|preset|reenable|add-wants|revert|import-environment', 'persistence.service'],
      ['poweroff|reboot|halt|emergency|rescue|kexec|suspend|hibernate|isolate|soft-reboot|default', 'process.shutdown'],
      ['set-property', 'persistence.service'],
    ],
  },
  service: { rehearsal: '', rows: [['* stop', 'persistence.service-stop']] },
  'rc-service rc-update update-rc.d chkconfig initctl sv runit': {
    rows: [
      ['... stop|del|remove|disable|down|off', 'persistence.service-stop'],
      ['... add|enable|on|defaults', 'persistence.service'],
    ],
  },
  launchctl: {
    rows: [
      ['load|bootstrap|enable|submit|setenv', 'persistence.service'],
      ['unload|bootout|disable|remove|stop|kill', 'persistence.service-stop'],
      ['reboot', 'process.shutdown'],
    ],
  },
  loginctl: {
    rows: [
      ['terminate-session|terminate-user|kill-session|kill-user', 'process.kill-all'],
      ['poweroff|reboot|halt', 'process.shutdown'],
      ['enable-linger', 'persistence.service'],
    ],
  },
  journalctl: { rows: [['... --vacuum-time|--vacuum-size|--vacuum-files|--rotate', 'persistence.history-erase']] },
  defaults: {
    rows: [
      ['write com.apple.loginwindow|com.apple.LSSharedFileList*|*LoginHook*', 'persistence.service'],
      ['write|delete|import|rename *com.anthropic.claudecode*', 'self.tamper'],
      ['delete', 'persistence.service', 'ordinary'],
    ],
  },
  'update-alternatives': { rows: [['... --install|--set', 'persistence.service', 'ordinary']] },
  pm2: {
    rows: [
      ['startup', 'persistence.service'],
      ['kill', 'process.kill-all', 'ordinary'],
      ['delete all', 'process.kill-all', 'ordinary'],
    ],
  },
}

export const services: Readonly<Record<string, Handler>> = handlersOf(tables)
