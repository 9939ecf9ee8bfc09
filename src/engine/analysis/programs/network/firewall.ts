/** Firewalls, routes, and tools that scan or attack. */

import type { Programs } from '../../calls/form.ts'
import { options } from '../../calls/options.ts'
import { hostOf, isLocal } from '../../places/hosts.ts'
import { type Call, find } from '../../values/analysis.ts'
import { nothing, type Stream } from '../../values/value.ts'

const poisoners = 'arpspoof dnsspoof ettercap bettercap responder Responder.py mitm6 sslstrip macof yersinia evilginx'
const scanners =
  'nmap masscan zmap rustscan unicornscan naabu hydra medusa ncrack patator kerbrute sqlmap nikto gobuster dirb dirbuster feroxbuster ffuf wfuzz wpscan nuclei commix xsstrike msfconsole msfvenom hping3 slowloris enum4linux smbmap crackmapexec netexec nxc evil-winrm bloodhound-python aircrack-ng aireplay-ng airodump-ng wifite reaver mdk4'

export const firewalls: Programs = {
  [poisoners]: { rehearsal: '', rows: [['', 'network.hijack']] },
  [scanners]: scan,
  arp: { rows: [['-s|-d|-S|--set|--delete', 'network.hijack']] },
  'iptables ip6tables': {
    valued: 't j p s d i o m',
    rehearsal: '',
    rows: [
      ['-F|-X|-Z|--flush|--delete-chain|-D|--delete', 'network.firewall-off'],
      ['-P|--policy ... ACCEPT', 'network.firewall-off'],
    ],
  },
  nft: { valued: 'D I f i', rehearsal: 'c check', rows: [['... flush|delete|destroy', 'network.firewall-off']] },
  ufw: { rows: [['... disable|reset', 'network.firewall-off']] },
  pfctl: { rehearsal: '', valued: 'D F K L T a f i k o p s t x', rows: [['-d|-F', 'network.firewall-off']] },
  'ab hey wrk wrk2 siege h2load bombardier oha autocannon rewrk plow slowhttptest slowloris goldeneye hulk tsung weighttp httperf boom ali':
    load,
  vegeta: {
    rows: [
      ['... attack -rate=0', 'network.scan'],
      ['... attack =-rate=0', 'network.scan'],
    ],
  },
  ping: { rehearsal: '', valued: 'c i W w s t I', rows: [['-f', 'network.scan', 'perhaps']] },
  'firewall-cmd': call =>
    call.args.some(word => /^--(?:panic-on|remove-|set-default-zone=trusted)/.test(word.text))
      ? void find(call, 'network.firewall-off')
      : undefined,
  ip: { rehearsal: '', rows: [['link|route|addr|address ... del|delete|flush|down|replace', 'network.hijack']] },
  ifconfig: { rehearsal: '', rows: [['... down .', 'network.hijack']] },
  route: { rehearsal: '', rows: [['... del|delete|flush|add', 'network.hijack']] },
  networksetup: call => (call.args.some(word => /^-set/.test(word.text)) ? void find(call, 'network.hijack') : undefined),
}

/** Requests without number at a machine of somebody else; one's own may bear them. */
function load(call: Call): undefined {
  if (call.args.some(word => /^(?:--help|-h|-V|--version)$/.test(word.text))) return
  const away = call.args.flatMap(({ text }) => (/^(?:https?|wss?|grpc|tcp):\/\//.test(text) ? (hostOf(text) ?? []) : []))
  if (away.some(host => !isLocal(host))) find(call, 'network.scan')
}

/** A port of one's own service is a check; a network, or any way to be unseen or to break in, is an attack. */
function scan(call: Call): Stream {
  if (call.args.some(word => /^(?:--help|-V|--version|--list)$/.test(word.text))) return nothing
  const targets = options(call.args, 'p oN oX oG oA iL e D S').positional
  const away = targets.filter(word => !isLocal(hostOf(word.text) ?? word.text) && /[./]/.test(word.text))
  if (targets.length > 0 && away.length === 0 && !call.program.startsWith('msf')) return nothing
  const checks =
    call.program === 'nmap' &&
    !away.some(word => /\/\d{1,2}$|\*|\d-\d/.test(word.text)) &&
    !call.args.some(word => /^-(?:s[SUANFXMWI]|A|O|p-|iL|iR|D|S|f|-script)/.test(word.text))
  find(call, 'network.scan', checks ? { certainty: 'proved-ordinary' } : {})
  return nothing
}
