/** Tokens that belong to one service, on their way to another. */

import { findSecrets } from '../../detect/secrets.ts'
import { isLocal } from '../places/hosts.ts'
import { type Call, find } from '../values/analysis.ts'

/** The first word of a variable's name, and what the hosts that may see it are called. */
const owners: Readonly<Record<string, string>> = {
  GITHUB: 'github|ghe|ghcr|githubcopilot',
  GH: 'github|ghe|ghcr',
  GITLAB: 'gitlab',
  CI: 'gitlab',
  BITBUCKET: 'bitbucket|atlassian',
  NPM: 'npmjs|npm|github',
  NODE: 'npmjs|npm|github',
  PYPI: 'pypi',
  TWINE: 'pypi',
  CARGO: 'crates',
  RUBYGEMS: 'rubygems',
  GEM: 'rubygems',
  NUGET: 'nuget',
  AWS: 'amazonaws|aws|r2\\.cloudflarestorage|digitaloceanspaces|backblazeb2|wasabisys|minio|s3',
  AZURE: 'azure|windows|microsoft|visualstudio',
  GOOGLE: 'google|googleapis|gcr|goog',
  GCP: 'google|googleapis|gcr',
  DOCKER: 'docker',
  DOCKERHUB: 'docker',
  SLACK: 'slack',
  STRIPE: 'stripe',
  TWILIO: 'twilio',
  SENDGRID: 'sendgrid',
  OPENAI: 'openai|azure',
  ANTHROPIC: 'anthropic',
  HF: 'huggingface|hf',
  HUGGINGFACE: 'huggingface|hf',
  HUGGING: 'huggingface|hf',
  TRUEFOUNDRY: 'truefoundry|tfy',
  CLOUDFLARE: 'cloudflare',
  CF: 'cloudflare',
  VERCEL: 'vercel',
  NETLIFY: 'netlify',
  HEROKU: 'heroku',
  FLY: 'fly',
  DIGITALOCEAN: 'digitalocean',
  HCLOUD: 'hetzner',
  LINODE: 'linode',
  SENTRY: 'sentry',
  DATADOG: 'datadoghq|ddog-gov',
  DD: 'datadoghq|ddog-gov',
  JIRA: 'atlassian|jira',
  ATLASSIAN: 'atlassian',
  TELEGRAM: 'telegram',
  DISCORD: 'discord|discordapp',
  SUPABASE: 'supabase',
  SNYK: 'snyk',
  CODECOV: 'codecov',
  SONAR: 'sonarcloud|sonarqube|sonar',
  CIRCLE: 'circleci',
  LINEAR: 'linear',
  NOTION: 'notion',
  MAILGUN: 'mailgun',
}

/** Whether a token whose name begins so may be shown to all of these hosts; undefined where nobody is known to have issued it. */
function mayBeShown(name: string, contacted: readonly string[]): boolean | undefined {
  if (!Object.hasOwn(owners, name)) return undefined
  const own = new RegExp(`(?:^|[.-])(?:${owners[name]})(?:[.-]|$)`, 'i')
  return contacted.every(host => isLocal(host) || !host.includes('.') || own.test(host))
}

/** A token in a header or as a password, that its own service did not ask for. */
export function strayToken(call: Call, contacted: readonly string[]): void {
  for (const { written, text } of call.args) {
    if (holdsStray(text, contacted)) find(call, 'exfiltration.secret-to-network', { hosts: contacted })
    if (!written.includes('$')) continue
    for (const [, name = ''] of written.matchAll(
      /\$\{?([A-Z][A-Z0-9]*_[A-Z0-9_]*(?:TOKEN|SECRET|PASSWORD|PASS|PAT|KEY|AUTH)[A-Z0-9_]*)\b/g,
    ))
      if (mayBeShown(name.slice(0, name.indexOf('_')), contacted) === false)
        find(call, 'exfiltration.secret-to-network', { hosts: contacted })
  }
}

/** Shorter than any token that is known by its form. */
const shortest = 20

/**
 * A live credential, spelled out, on its way to a host that is not its issuer's. With no host it is on its way to readers. Passwords and tokens of
 * nobody known are what people log in with.
 */
export const holdsStray = (text: string | undefined, contacted: readonly string[]): boolean =>
  text !== undefined &&
  text.length >= shortest &&
  findSecrets(text).some(({ kind }) => {
    if (kind === 'secret.private-key') return contacted.length === 0 || !contacted.every(isLocal)
    const issuer = (kind.slice('secret.'.length).split('-', 1)[0] as string).toUpperCase()
    // Gateways and other makers of models give out keys of this form as well.
    if (issuer === 'OPENAI' && contacted.length > 0) return false
    return Object.hasOwn(owners, issuer) && (contacted.length === 0 || mayBeShown(issuer, contacted) === false)
  })
