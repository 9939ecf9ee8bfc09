import { once } from '../../analysis/values/once.ts'
import type { Pack } from '../rules/pack.ts'

export default {
  id: 'secrets',
  title: 'Credentials',
  recommended: 'on',
  strict: 'on',
  caged: true,
  answers: once(() => [
    {
      id: 'secrets.read-credentials',
      severity: 'high',
      reason: "This reads a file that holds credentials; they would enter the model's context.",
      instead: 'Ask the person for what you need from it. In place of `.env`, read its example: `cat .env.example`.',
    },
    {
      id: 'secrets.dump-environment',
      severity: 'medium',
      reason: 'This prints environment variables, which may hold credentials.',
      instead: 'Print the one variable that is needed, for example `echo "$NODE_ENV"`.',
    },
    {
      id: 'secrets.read-keychain',
      severity: 'high',
      reason: 'This reads a password store or keychain.',
      instead: 'Let the person provide the value outside the conversation.',
    },
    {
      id: 'secrets.print-token',
      severity: 'high',
      reason: 'This makes a tool print its live token or secret.',
      instead: 'Ask for the state of the login instead, for example `gh auth status`.',
    },
    {
      id: 'secrets.process-memory',
      severity: 'high',
      reason: 'This reads the memory or environment of another process.',
      instead: 'Look at the process list: `ps aux`.',
    },
    {
      id: 'secrets.search',
      severity: 'high',
      reason: 'This searches the disk for credentials.',
      instead: 'Search the workspace for the name of the setting: `grep -rn API_URL src`.',
    },
    {
      id: 'secrets.in-write',
      severity: 'medium',
      reason: 'The text to be written contains a live credential.',
      instead: 'Read the credential from the environment or a secret store at run time.',
    },
  ]),
  conditions: once(() => [
    {
      id: 'secrets.in-prompt',
      severity: 'high',
      reason: 'The prompt contains a live credential.',
      instead: 'Remove the credential from the prompt and name the variable that holds it.',
      on: ['prompt'],
      when: { detects: { any: ['secret.*'], not: false } },
      means: 'A live credential stands in a prompt.',
    },
    {
      id: 'secrets.in-output',
      severity: 'high',
      reason: "A tool's result contains a live credential.",
      instead: 'Work with the masked text.',
      on: ['output'],
      when: { detects: { any: ['secret.*'], not: false } },
      means: 'A live credential stands in the result of a tool.',
      recommended: 'redact',
      strict: 'redact',
    },
    {
      id: 'secrets.in-arguments',
      severity: 'high',
      reason: 'The arguments of this tool call contain a live credential.',
      instead: 'Leave the credential out; the server has its own.',
      on: ['mcp', 'tool', 'web'],
      when: { detects: { any: ['secret.*'], not: false } },
      means: 'A live credential is passed to an MCP server, a web address or a tool that nobody knows.',
    },
  ]),
} as const satisfies Pack
