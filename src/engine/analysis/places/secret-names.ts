/** Whether these files hold `NAME=value` lines: what a program shows of the names alone is no secret. */
export function areVariables(files: readonly { readonly text: string }[]): boolean {
  return files.length > 0 && files.every(({ text }) => /(?:^|\/)\.env(?:\.[\w.-]+)?$/.test(text))
}

/** Whether a pattern that picks variables may show one that holds a credential. A service alone names all of its variables. */
export function showsSecrets(pattern: string): boolean {
  return (
    /key|token|secret|pass|cred|auth|api|aws|pwd|^\.?\*?$|^\W*(?:gh|github|gitlab|openai|anthropic|hf|stripe|sentry|slack|vault|twilio|heroku|vercel|cloudflare|digitalocean)_?\W*$/i.test(
      pattern,
    ) || isSecretVariable(pattern)
  )
}

/** Whether a variable of this name holds a credential. */
export function isSecretVariable(name: string): boolean {
  return /(?:SECRET|TOKEN|PASSWORD|PASSWD|API_?KEY|PRIVATE_?KEY|ACCESS_?KEY|CREDENTIAL|DATABASE_URL|(?:STRIPE|OPENAI|ANTHROPIC|GEMINI|SENDGRID|TWILIO|MAILGUN|DEPLOY|MASTER|ADMIN|SERVICE|SERVICE_ROLE|SSH|AUTH|LICENSE|JWT|SESSION|HMAC|AZURE|AWS|GCP|GITHUB|NPM|ACCOUNT|COSMOS|SIGNING)_KEY$|PASSPHRASE|_PASS$|_PAT$|_PWD$|_AUTH$|ENCRYPTION_KEY|SIGNING_KEY|WEBHOOK_URL|CONNECTION_STRING|_DSN$)/i.test(
    name,
  )
}
