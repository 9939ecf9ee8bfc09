/** Infrastructure described in files, machines managed in bulk: rows of data. */

import type { Program } from '../../calls/form.ts'
import { handlersOf, settingOf } from '../../calls/interpret.ts'
import type { Options } from '../../calls/options.ts'
import { isSecretVariable } from '../../places/secret-names.ts'
import { type Call, find, type Handler } from '../../values/analysis.ts'
import { literal, nothing, type Stream, taint } from '../../values/value.ts'
import { endsResources } from './unknown-resources.ts'

const valued = 'chdir var var-file target backend-config state out lock-timeout parallelism'

const tables: Readonly<Record<string, Handler | Program>> = {
  // `java -jar some-cli.jar delete-job`: an unknown tool in another's clothes.
  java: call => void endsResources(call),
  'terraform tofu terragrunt opentofu': {
    valued,
    also: planned,
    rows: [
      ['destroy', 'infrastructure.destroy'],
      ['apply -destroy|--destroy', 'infrastructure.destroy'],
      ['run-all|run destroy', 'infrastructure.destroy'],
      ['destroy-all', 'infrastructure.destroy'],
      ['apply -auto-approve|--auto-approve', 'infrastructure.apply-unattended'],
      ['run-all|apply-all apply', 'infrastructure.apply-unattended'],
      ['state rm|mv|push|replace-provider', 'infrastructure.state-change'],
      ['force-unlock', 'infrastructure.state-change'],
      ['state pull', 'secrets.print-token'],
      ['init @', 'packages.install-from-url'],
      ['init -force-copy|--force-copy', 'infrastructure.state-change'],
      ['workspace delete', 'infrastructure.state-change'],
      ['taint|untaint', 'infrastructure.state-change'],
    ],
  },
  pulumi: {
    valued: 's stack C cwd',
    rows: [
      ['destroy|down', 'infrastructure.destroy'],
      ['stack rm', 'infrastructure.destroy'],
      ['up|update --yes|-y', 'infrastructure.apply-unattended'],
      ['state delete|unprotect|move', 'infrastructure.state-change'],
      ['cancel', 'infrastructure.state-change'],
      ['config get', 'secrets.print-token', 'ordinary'],
      ['... --show-secrets', 'secrets.print-token'],
    ],
  },
  'cdk cdktf': {
    valued: 'app a c context profile',
    rows: [
      ['destroy', 'infrastructure.destroy'],
      ['deploy --require-approval=never|--auto-approve', 'infrastructure.apply-unattended', 'ordinary'],
    ],
  },
  'serverless sls sst': {
    valued: 's stage r region',
    rows: [
      ['remove', 'infrastructure.destroy'],
      ['secret list', 'secrets.print-token'],
      ['rollback', 'infrastructure.destroy', 'ordinary'],
    ],
  },
  'ansible ansible-playbook': {
    valued: 'i m e l u t module-name inventory extra-vars limit tags',
    runs: 'a args',
    remote: true,
    rows: [
      ['=state=absent|"state":"absent"|"state":+"absent"|state=stopped|state=poweroff', 'infrastructure.destroy'],
      ['=rm+-rf|shutdown|reboot', 'infrastructure.destroy'],
    ],
  },
  'vagrant multipass colima limactl': {
    rows: [
      ['destroy|delete|purge|prune|factory-reset', 'infrastructure.destroy'],
      ['ssh', { operands: 'elsewhere' }],
      ['shell', { operands: 'valued elsewhere' }],
    ],
  },
  'virsh qm pct xl': { rows: [['destroy|undefine|vol-delete|pool-delete|snapshot-delete', 'infrastructure.destroy']] },
  'VBoxManage vboxmanage': {
    rows: [
      ['unregistervm --delete', 'infrastructure.destroy'],
      ['closemedium --delete', 'infrastructure.destroy'],
    ],
  },
  packer: { rows: [['build -force', 'infrastructure.apply-unattended', 'ordinary']] },
  azd: {
    valued: 'e C cwd',
    rows: [
      ['down', 'infrastructure.destroy'],
      ['env delete|remove', 'infrastructure.destroy'],
    ],
  },
  'nixops nixops4 ecs-cli waypoint garden skaffold devspace werf zarf talosctl k0s rke rancher juju bosh docker-machine linode tkn stern acorn spacectl tfcloud arkade kapp ytt porter':
    {
      rows: [
        [
          '... destroy|delete|purge|dismiss|kill-controller|remove|rm|reset|teardown|destroy-*|delete-*|remove-*|rmk',
          'infrastructure.destroy',
        ],
      ],
    },
  crossplane: { rows: [['... delete|uninstall', 'infrastructure.destroy']] },
}

export const infrastructure: Readonly<Record<string, Handler>> = handlersOf(tables)

/** An output whose name tells that it is a secret, `TF_CLI_ARGS_apply=-destroy`, and a saved plan that destroys. */
function planned(call: Call, { values, positional }: Options): Stream | undefined {
  const [verb, name] = positional.map(word => word.text)
  if (verb === 'output' && name !== undefined && (isSecretVariable(name) || /passw|secret|token|private/i.test(name)))
    find(call, 'secrets.print-token')
  const hidden = `${settingOf(call, 'TF_CLI_ARGS') ?? ''} ${settingOf(call, `TF_CLI_ARGS_${verb}`) ?? ''}`
  const destroys = call.args.some(word => /^--?destroy$/.test(word.text)) || /(?:^|\s)--?destroy(?:\s|$)/.test(hidden)
  if (verb === 'apply' && destroys) find(call, 'infrastructure.destroy')
  if (verb === 'apply' && /--?auto-approve/.test(hidden)) find(call, 'infrastructure.apply-unattended')
  const { files } = call.analysis
  const out = values.get('out')?.text
  if (verb === 'plan' && destroys && out !== undefined) files.set(`\0plan:${out}`, nothing)
  if (verb === 'apply' && name !== undefined && files.has(`\0plan:${name}`)) find(call, 'infrastructure.destroy')
  // The whole state, of which whoever reads on may ask for a password. It may be seen here, not elsewhere.
  return /^(?:show|output)$/.test(verb ?? '') && name === undefined && call.args.some(word => /^--?json$/.test(word.text))
    ? { text: undefined, taint: taint.system, from: [literal('terraform.tfstate')] }
    : undefined
}
