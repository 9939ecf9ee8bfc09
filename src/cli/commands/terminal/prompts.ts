/** What commands ask on a terminal. A question that is broken off ends the command; nothing has been written by then. */

import { cancel, confirm, intro, isCancel, log, multiselect, password, select, text } from '@clack/prompts'
import type { SourceName } from '../../../core/verdict.ts'
import { Cancelled } from './errors.ts'

const given = <T>(answer: T): Exclude<T, symbol> => {
  if (!isCancel(answer)) return answer as Exclude<T, symbol>
  cancel('Nothing was written.')
  throw new Cancelled()
}

export const greet = (title: string): void => intro(title)
export const tell = (line: string): void => log.info(line)
export const warn = (line: string): void => log.warn(line)

export interface Found {
  readonly client: string
  readonly where: string
}

export const askClients = async (found: readonly Found[]): Promise<readonly string[]> =>
  given(
    await multiselect({
      message: 'Which of these shall ask tfy-hook before they act?',
      options: found.map(({ client, where }) => ({ value: client, label: client, hint: where })),
      initialValues: found.map(({ client }) => client),
      required: true,
    }),
  )

export const askSource = async (): Promise<SourceName> =>
  given(
    await select<SourceName>({
      message: 'Where do verdicts come from?',
      options: [
        { value: 'offline', label: 'This machine', hint: 'the built-in rules and your policy.yaml; nothing leaves it' },
        { value: 'gateway-then-offline', label: 'A gateway, and this machine when it does not answer' },
        { value: 'both', label: 'Both', hint: 'the stricter verdict counts' },
        { value: 'gateway', label: 'A gateway alone' },
      ],
    }),
  )

export const askUse = async (found: string): Promise<boolean> =>
  given(await confirm({ message: `Found a gateway: ${found}. Use it?` }))

export const askUrl = async (named?: string): Promise<string> =>
  given(
    await text({
      message: 'The gateway’s address',
      placeholder: 'https://gateway.example.com',
      ...(named !== undefined && { initialValue: named }),
      validate: said => (said !== undefined && /^https?:\/\/[^\s/]+\S*$/.test(said) ? undefined : 'It begins with https://'),
    }),
  )

export const askLogin = async (): Promise<boolean> =>
  given(await confirm({ message: 'Somebody has signed in to it with TrueFoundry’s tool. Use that login (~/.tf/access-token)?' }))

export const askKey = async (): Promise<string | undefined> =>
  given(await password({ message: 'Its API key (empty for none)' }))?.trim() || undefined

export const askPassword = async (): Promise<string> => given(await password({ message: 'The password of the key' })) ?? ''

export const askAgain = async (): Promise<boolean> =>
  given(await confirm({ message: 'Give address and key again? No: keep them, and fix it later.' }))

export const askWrite = async (message: string): Promise<void> => {
  if (!given(await confirm({ message }))) {
    cancel('Nothing was written.')
    throw new Cancelled()
  }
}
