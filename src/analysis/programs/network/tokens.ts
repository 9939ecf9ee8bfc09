/** Tokens that belong to one service, on their way to another. */

import { isLocal } from '../../places/hosts.ts'
import { type Call, find } from '../../values/analysis.ts'

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

/** A token in a header or as a password, that its own service did not ask for. */
export function strayToken(call: Call, contacted: readonly string[]): void {
  for (const { written } of call.args) {
    if (!written.includes('$')) continue
    for (const [, name = ''] of written.matchAll(
      /\$\{?([A-Z][A-Z0-9]*_[A-Z0-9_]*(?:TOKEN|SECRET|PASSWORD|PASS|PAT|KEY|AUTH)[A-Z0-9_]*)\b/g,
    )) {
      const owner = owners[name.slice(0, name.indexOf('_'))]
      if (owner === undefined || !Object.hasOwn(owners, name.slice(0, name.indexOf('_')))) continue
      const own = new RegExp(`(?:^|[.-])(?:${owner})(?:[.-]|$)`, 'i')
      if (contacted.some(host => !isLocal(host) && host.includes('.') && !own.test(host)))
        find(call, 'exfiltration.secret-to-network', { hosts: contacted })
    }
  }
}
