/** Something a person can put right: shown as one line, without a stack. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}
