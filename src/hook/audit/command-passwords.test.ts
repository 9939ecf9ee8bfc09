import { beforeAll, describe, expect, it } from 'vitest'
import { cpuTime } from '../../../test/cpu-time.ts'
import { maskCommandPasswords } from './command-passwords.ts'

const secret = 'Tr0ub4dor99'

describe.each([
  ['in a call', 0],
  ['in a process that stays', 100],
])('passwords of command lines, %s', (_, before) => {
  beforeAll(() => {
    for (let i = 0; i < before; i++) maskCommandPasswords('ls -l')
  })
  it.each([
    'sshpass -p X ssh host',
    "sshpass -p'X' ssh host",
    'docker login -u ada -p X registry.example.com',
    'helm registry login -u ada -p X r.example.com',
    'mongosh -u ada -p X --host db',
    '7z x -pX backup.7z',
    'rar a -hpX b.rar dir',
    'unzip -P X a.zip',
    'sqlcmd -S db -U sa -PX',
    'redis-cli -h cache -a X ping',
    'ldapsearch -x -D cn=admin -w X -b dc=example',
    'openssl enc -aes-256-cbc -k X -in a',
    'gh secret set NAME --body X',
    'smbclient //host/share -U ada%X',
    'lftp -u ada,X host',
    'http -a ada:X https://example.com',
    'curl -E cert.pem:X https://example.com',
    'skopeo copy --src-creds ada:X a b',
    'xfreerdp /u:ada /p:X /v:host',
    'aws configure set aws_secret_access_key X',
    'aws configure set default.aws_secret_access_key X --profile dev',
    'aws configure set aws_session_token X',
    'cargo login X',
    'vault login X',
    'net user ada X /add',
    'rabbitmqctl change_password ada X',
    'htpasswd -bc .htpasswd ada X',
    'npm config set //registry.npmjs.org/:_authToken X',
    'kubectl create secret generic db --from-literal=k=X',
    'setx API_TOKEN X',
    'sqlplus ada/X@db',
    "ConvertTo-SecureString 'X' -AsPlainText -Force",
    "echo 'X' | docker login -u ada --password-stdin",
    'echo X | sudo -S ls',
    "echo 'ada:X' | chpasswd",
    'kinit ada <<< X',
  ])('%s', command => {
    const masked = maskCommandPasswords(command.replace('X', secret))
    expect(masked).not.toContain(secret)
    expect(masked).toContain('[value removed]')
    expect(maskCommandPasswords(masked)).toBe(masked)
  })

  it.each([
    'docker run -p 8080:80 nginx',
    'ssh -p 2222 host',
    'mkdir -p src/components',
    'git log -p main',
    'unzip -p a.zip file',
    'zip -r a.zip dir',
    'redis-cli -p 6379 get cart',
    'psql -p 5432 -U ada',
    'kubectl get secret token-abc',
    'aws configure set region eu-west-1',
    'net use z: \\\\host\\share',
    'sqlplus / as sysdba',
    'echo hello | docker build -',
    'useradd -m ada',
    'http GET https://example.com',
    'sshpass -e ssh host',
    'sshpass -p "$PASS" ssh host',
    'vault login -method=oidc',
    'gh secret list',
  ])('leaves `%s` alone', command => {
    expect(maskCommandPasswords(command)).toBe(command)
  })

  it('is quick on long text', () => {
    const spentMs = cpuTime()
    for (const part of [
      'sshpass ',
      'sshpass -p ',
      'echo a | ',
      'vault write ',
      'rclone config a b c ',
      'lftp -u a',
      'docker login <<< ',
    ])
      maskCommandPasswords(part.repeat(16_384 / part.length))
    expect(spentMs()).toBeLessThan(2_000)
  })
})
