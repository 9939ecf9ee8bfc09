/** Clusters: rows of data, and what the commands run in them print. */

import { inOrder } from '../../../matching/in-order.ts'
import type { Program, Programs } from '../../calls/form.ts'
import { interpret, mildly, readBy } from '../../calls/interpret.ts'
import { type Options, options } from '../../calls/options.ts'
import { isRehearsal } from '../../calls/rehearsal.ts'
import { isChartHost, isStranger } from '../../places/origins.ts'
import { boundedPath, place } from '../../places/paths.ts'
import { isSecretPath } from '../../places/secret-places.ts'
import { type Call, find, type Handler } from '../../values/analysis.ts'
import { taint } from '../../values/value.ts'
import { records } from './clusters.gen.ts'
import { printedBy } from './containers.ts'
import { kube } from './kubectl.gen.ts'
import { logsIn } from './logins.ts'

/** The objects that it is given, as far as their text is known. */
const manifests = (call: Call, given: Options): readonly string[] =>
  given.every.flatMap(([name, file]) => {
    if (name !== 'f' && name !== 'filename') return []
    const text = file.text === '-' ? call.stdin.text : call.analysis.files.get(boundedPath(file, call.env, call.analysis))?.text
    return text ?? []
  })
const takesNode = (text: string): boolean =>
  /(?:privileged|host(?:PID|IPC|Network))["']?\s*:\s*true|\bhostPath["']?\s*:/.test(text)

/** `create secret … --dry-run=client -o yaml` prints what it is given, as base64 at most. */
const showsSecret = ({ args, env, analysis }: Call): boolean => {
  const { every, values } = options(args, `${kube.valued} from-file from-env-file`)
  const format = values.get('o')?.text ?? values.get('output')?.text ?? 'name'
  if (format === 'name') return false
  return (
    args.some(word => (word.taint & (taint.environment | taint.secret)) !== 0) ||
    every.some(([name, file]) => {
      if (!/^from-(?:env-)?file$/.test(name)) return false
      const { absolute } = place({ ...file, text: file.text.replace(/^[\w.-]+=/, '') }, env, analysis)
      return isSecretPath(absolute, file.glob, analysis.host)
    })
  )
}

/** What tools that make a cluster on one's own machine call its context. */
const ownCluster = /^(?:(?:kind|k3d)-[\w-]+|minikube|docker-desktop|rancher-desktop|orbstack|colima[\w-]*)$/

const tables: Readonly<Record<string, Handler | Program>> = {
  ...records,
  'kubectl oc k microk8s.kubectl': call => {
    const given = readBy(call, kube)
    const isOwn =
      ownCluster.test(given.values.get('context')?.text ?? '') && !given.values.has('kubeconfig') && !given.values.has('server')
    const out = interpret(call, isOwn ? mildly(kube, ['kubernetes.delete', 'kubernetes.drain']) : kube)
    const verb = given.positional[0]?.text ?? ''
    if (/^(?:apply|create|replace)$/.test(verb) && !isRehearsal(call)) {
      const texts = manifests(call, given)
      if (texts.some(takesNode)) find(call, 'containers.privileged')
      if (texts.some(text => inOrder(text, /\bClusterRoleBinding\b/, /\bcluster-admin\b/))) find(call, 'cloud.access-change')
    }
    if (verb === 'create' && isRehearsal(call) && showsSecret(call)) return { text: undefined, taint: taint.environment }
    return printedBy(verb === 'exec' ? out : undefined, call)
  },
  helm: {
    valued: 'n namespace kube-context kubeconfig version f values set',
    also: (call, { positional: [group, verb, , address] }) => {
      if (group?.text === 'registry' && verb?.text === 'login') logsIn(call)
      // Charts of many projects are at hosts of their own.
      const added = group?.text === 'repo' && verb?.text === 'add' ? address?.text : undefined
      if (added !== undefined && isStranger(added, call.analysis) && !isChartHost(added)) find(call, 'packages.registry-override')
      return undefined
    },
    environment: { HELM_KUBECONTEXT: 'kube-context', HELM_NAMESPACE: 'namespace', KUBECONFIG: 'kubeconfig' },
    rows: [
      ['uninstall|delete|un|del', 'kubernetes.delete'],
      ['rollback', 'kubernetes.delete', 'ordinary'],
      ['push', 'packages.publish'],
      ['plugin install|update @', 'packages.install-from-url'],
      ['get values', 'secrets.print-token', 'ordinary'],
    ],
  },
}

export const clusters: Programs = tables
