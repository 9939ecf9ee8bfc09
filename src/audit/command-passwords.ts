/** Passwords that only the program in front tells to be some: `sshpass -p X`, `aws configure set aws_secret_access_key X`, `echo X | sudo -S`. */

/** Programs, or their commands, and the option behind which a password stands, with or without a space. */
const options: readonly (readonly [programs: string, option: string])[] = [
  [
    'sshpass|(?:docker|podman|nerdctl|registry|skopeo|oras|buildah|az|oc|cf|ibmcloud) login|mongo(?:sh|dump|restore|import|export)?|twine|cqlsh|rabbitmqadmin|rdesktop|poetry publish|ncftpget|psexec|unlock-keychain|usermod|useradd|nuget add',
    '-p[ =]?',
  ],
  ['7z[ar]?|rar|unrar', '-h?p'],
  ['sqlcmd|bcp|isql|osql|ipmitool|security import', '-P ?'],
  ['zip|unzip', '-P '],
  ['redis-cli', '-a ?'],
  ['ldap(?:search|add|modify|delete|passwd|whoami)', '-w ?'],
  ['add-(?:generic|internet)-password', '-w '],
  ['openssl enc|gem push|nuget push', '-k '],
  ['doctl|hcloud', '-t '],
  ['gh secret set', '(?:-b ?|--body[ =])'],
  ['snmp\\w+', '-[cAX] ?'],
  ['smbclient|rpcclient|rpc|net', '-U ?["\']?[^\\s%"\']+%'],
  ['lftp', '-u ?["\']?[^\\s,"\']+,'],
  ['https?|xhs?|curlie', '(?:-a ?|--auth[ =])["\']?[^\\s:"\']+:'],
  ['ab', '-[AP] ?["\']?[^\\s:"\']+:'],
  ['curl', '(?:-E ?|--cert[ =])["\']?[^\\s:"\']+:'],
  ['skopeo|oras|crane', '--(?:src-|dest-)?creds[ =]["\']?[^\\s:"\']+:'],
  ['xfreerdp\\d?|wfreerdp|cmdkey|winrs', '["\']?[/-](?:p|pass):'],
  ['signtool', '/p '],
  ['tailscale', '--auth-?key[ =]'],
  ['nmcli', 'password '],
  ['s3cmd', '--secret_key='],
  ['kubectl create secret', '--from-literal[ =][^\\s=]+='],
]

/** What stands directly in front of a password that is an operand. */
const operands =
  'aws configure set (?:\\S+ )??[\\w.]*(?:secret_access_key|session_token)|vault login|cargo login|ngrok (?:config add-)?authtoken|ngrok config add-authtoken|bw unlock|bw login \\S+|net user \\S+|net use (?:\\w: )?\\\\\\\\\\S+|rabbitmqctl (?:add_user|change_password) \\S+|htpasswd -\\w*b\\w* \\S+ \\S+|wpa_passphrase \\S+|npm config set (?:\\S+:)?_(?:authToken|password)|poetry config (?:http-basic\\.\\S+ \\S+|pypi-token\\.\\S+)|rclone config [^\\n]{0,100} pass|mc alias set \\S+ \\S+ \\S+|setx \\w*(?:TOKEN|SECRET|PASSWORD|KEY)|secrets set \\w+|(?:sqlplus|impdp|expdp|userid=)[ =]?[\\w]+/|ConvertTo-SecureString(?: -String)?|PSCredential\\(["\'][^"\']+["\'],|vault write [^\\n]{0,100} secret_id='

/** Programs that take a password from their input. */
const takers =
  '(?:\\S+ login [^\\n]{0,100}--password-stdin|sudo -\\w*S|chpasswd|passwd --stdin|kinit|cryptsetup|gh secret set|wrangler secret put|op signin|pass insert|keyring set|docker login)'

const value = `(?![-$/<]|\\[[a-z-]+ removed\\])[^\\s"'\`$<>|;&(){}]{3,}`
const open = '(?:\\s+|(?<=[/=,(])\\s*)["\']?'

let patterns: readonly RegExp[] | undefined

/** Most texts have none of the programs, and no pattern is made for them. */
const quick =
  /sshpass|login|mongo|twine|cqlsh|rabbitmq|rdesktop|poetry|ncftp|psexec|keychain|useradd|usermod|nuget|7z|rar|sqlcmd|bcp|isql|osql|ipmi|security|zip|redis|ldap|password|openssl|gem|doctl|hcloud|secret|snmp|smb|rpc|net |lftp|http|xh|ab |curl|skopeo|oras|crane|rdp|cmdkey|winrs|signtool|tailscale|nmcli|aws|vault|cargo|ngrok|bw |htpasswd|wpa|npm|rclone|mc |setx|sqlplus|impdp|expdp|userid|Secure|PSCred|sudo|passwd|kinit|crypt|wrangler|op |pass |keyring/i

export const maskCommandPasswords = (text: string): string => {
  if (!quick.test(text)) return text
  patterns ??= [
    ...options.map(
      ([programs, option]) =>
        new RegExp(`((?:^|[\\s;&|("'/\`])(?:${programs})(?:\\.exe)?\\s(?:[^\\n;|&]{0,200}?\\s)??${option}["']?)${value}`, 'g'),
    ),
    new RegExp(`((?:^|[\\s;&|("'\`])(?:${operands})${open})${value}`, 'g'),
    new RegExp(`(\\b(?:echo|printf)\\s+(?:-n\\s+|'%s\\\\?n?'\\s+)?["']?)${value}(?=["']?\\s*\\|\\s*(?:sudo )?${takers})`, 'g'),
    new RegExp(`(\\b${takers}\\b[^\\n;|&]{0,100}<<<\\s*["']?)${value}`, 'g'),
  ]
  let masked = text
  for (const pattern of patterns) masked = masked.replace(pattern, '$1[value removed]')
  return masked
}
