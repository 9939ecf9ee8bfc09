/** Whether a variable of this name holds a credential. */
export function isSecretVariable(name: string): boolean {
  return /(?:SECRET|TOKEN|PASSWORD|PASSWD|API_?KEY|PRIVATE_?KEY|ACCESS_?KEY|CREDENTIAL|DATABASE_URL|_PAT$|_PWD$|_AUTH$|ENCRYPTION_KEY|SIGNING_KEY|WEBHOOK_URL|CONNECTION_STRING|_DSN$)/i.test(
    name,
  )
}
