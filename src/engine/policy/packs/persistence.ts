import { once } from '../../analysis/values/once.ts'
import type { Pack } from '../rules/pack.ts'

export default {
  id: 'persistence',
  title: 'Things that run again by themselves',
  recommended: 'on',
  strict: 'on',
  caged: true,
  answers: once(() => [
    {
      id: 'persistence.shell-profile',
      severity: 'medium',
      reason: 'This changes a file that every new shell runs.',
      instead: 'Set the variable for one command, or ask the person to add the line.',
    },
    {
      id: 'persistence.cron',
      severity: 'medium',
      reason: 'This changes scheduled jobs.',
      instead: 'Look at them with `crontab -l` and ask the person.',
    },
    {
      id: 'persistence.service',
      severity: 'medium',
      reason: 'This installs, changes or removes a service or start-up item.',
      instead: 'Look at it with `systemctl status nginx` and ask the person.',
    },
    {
      id: 'persistence.service-stop',
      severity: 'medium',
      reason: 'This stops or disables a system service.',
      instead: 'Look at it: `systemctl status nginx`.',
    },
    {
      id: 'persistence.authorized-keys',
      severity: 'critical',
      reason: 'This changes who may log in by ssh.',
      instead: 'Ask the person to add the key.',
    },
    {
      id: 'persistence.git-hook',
      severity: 'medium',
      reason: 'This installs a program that git will run by itself.',
      instead: 'Describe the hook and ask the person to install it.',
    },
    {
      id: 'persistence.editor-task',
      severity: 'medium',
      reason: 'This changes a file whose commands an editor or build tool runs by itself.',
      instead: 'Show the change and ask the person to make it.',
    },
    {
      id: 'persistence.download-settings',
      severity: 'medium',
      reason: 'This changes where every later download of this person comes from.',
      instead: 'Give the setting to one command: `npm install --registry=https://registry.npmjs.org left-pad`.',
    },
    {
      id: 'persistence.program-shadow',
      severity: 'medium',
      reason: 'This puts a program in front of one that is used every day.',
      instead: 'Give it a name of its own: `cp build/tool ~/.local/bin/shop-tool`.',
    },
    {
      id: 'persistence.history-erase',
      severity: 'high',
      reason: 'This erases shell history or system logs.',
      instead: 'Leave logs alone; read them with `tail -n 100 app.log`.',
    },
    {
      id: 'persistence.project-downloads',
      severity: 'medium',
      reason: "This sends the project's downloads to an unusual place, or runs a program with them.",
      instead: 'Show the change and ask the person to make it.',
    },
    {
      id: 'persistence.folder-open-task',
      severity: 'high',
      reason: 'This task would run by itself as soon as the folder is opened.',
      instead: 'Write the task without the folderOpen trigger and let the person start it.',
    },
  ]),
} as const satisfies Pack
