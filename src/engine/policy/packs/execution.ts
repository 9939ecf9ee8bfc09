import { once } from '../../analysis/values/once.ts'
import type { Pack } from '../rules/pack.ts'

const interpreters = ['bash', 'sh', 'node', 'python', 'python3', 'ruby', 'perl']

export default {
  id: 'execution',
  title: 'Running code nobody has read',
  recommended: 'on',
  strict: 'on',
  caged: true,
  answers: once(() => [
    {
      id: 'execution.download-execute',
      severity: 'critical',
      reason: 'This runs code straight from the network, before anyone has read it.',
      instead: 'Save it, read it, then ask: `curl -fsSL https://example.com/install.sh -o install.sh`.',
    },
    {
      id: 'execution.run-downloaded',
      severity: 'high',
      reason: 'This runs what an earlier call of this session downloaded from a host that is not well known.',
      instead: 'Read it with the person, who runs it.',
      recommended: 'ask',
      contained: 'build',
    },
    {
      id: 'execution.decoded-execute',
      severity: 'critical',
      reason: 'This runs code that was hidden by an encoding.',
      instead: 'Decode into a file and read it: `base64 -d payload.txt > payload.sh`.',
    },
    {
      id: 'execution.unknown-command',
      severity: 'high',
      reason: 'Part of this command cannot be known before it runs.',
      instead: 'Write the command out in full. Split one that is too long, and write a long file with the tool for files.',
    },
    {
      id: 'execution.preload',
      severity: 'high',
      reason: 'This smuggles code into a program, by an environment variable or an option.',
      instead: 'Run the program without it.',
    },
    {
      id: 'execution.guard-bypass',
      severity: 'high',
      reason: 'This starts an agent or tool with its safety checks switched off.',
      instead: 'Start it with its checks on.',
    },
    {
      id: 'execution.hidden-characters',
      severity: 'critical',
      reason: 'Invisible or look-alike characters hide the real command.',
      instead: 'Type the command in plain characters.',
    },
  ]),
  conditions: once(() => [
    {
      id: 'execution.leave-sandbox',
      severity: 'medium',
      reason: "The agent asks to run this outside the client's sandbox.",
      instead: 'Run it inside. Where the sandbox is in the way, ask the person to open it for what is needed.',
      on: ['shell'],
      when: { sandboxed: ['leaving'] },
      means: "The agent asks to run a command outside the client's own sandbox.",
    },
    {
      id: 'execution.repeated-refusal',
      severity: 'medium',
      reason: 'The same call has now been refused three times or more in this session.',
      instead: 'Stop. Do not try it again or in another way, and ask the person.',
      on: ['any'],
      when: { session: { denied: 3 } },
      means: 'A call that is refused was refused twice before in the session.',
      recommended: 'ask',
      strict: 'ask',
    },
    {
      id: 'execution.run-written',
      severity: 'low',
      reason: 'This session has written programs, and this may run one of them.',
      instead: 'Nothing: it runs in a cage. What it needs from outside, the person runs.',
      on: ['shell'],
      when: { session: { has: ['wrote-runnable'] }, program: { any: interpreters, not: false } },
      means: 'A session that has written a program starts an interpreter.',
      recommended: 'allow',
      strict: 'allow',
      contained: 'build',
    },
    {
      id: 'execution.run-cloned',
      severity: 'low',
      reason: 'This session has brought in code from elsewhere, and builds and tests run it.',
      instead: 'Nothing: it runs in a cage. What it needs from outside, the person runs.',
      on: ['shell'],
      when: {
        session: { has: ['downloaded'] },
        any: [
          { program: { any: [...interpreters, 'make', 'ninja', 'pytest', 'tox', 'vitest', 'jest', 'tsc'], not: false } },
          // Of any program, but those that only hand it to others.
          ...['test', 'build', 'run', 'start', 'check'].map(verb => ({
            args: [verb],
            program: { any: ['git', 'gh', 'docker', 'podman', 'kubectl'], not: true },
          })),
        ],
      },
      means: 'A session that has downloaded or cloned something builds or tests.',
      recommended: 'allow',
      strict: 'allow',
      contained: 'build',
    },
    {
      id: 'execution.could-not-tell',
      severity: 'medium',
      reason: 'What this command does cannot be known before it runs.',
      instead: 'Write the command out in full, without computed parts.',
      on: ['any'],
      when: { certainty: ['could-not-tell'] },
      means: 'A command could not be read to its end, and no other rule answers.',
    },
  ]),
} as const satisfies Pack
