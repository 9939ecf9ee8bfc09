/** Clusters and containers: rows of data. */

import type { Handler } from '../session.ts'
import { handlersOf, type Table } from './rows.ts'

const kubeValued =
  'n namespace context cluster kubeconfig c container s server f filename user token as l selector o output field-selector grace-period timeout k kustomize p patch type replicas'

const tables: Readonly<Record<string, Table>> = {
  'kubectl oc k microk8s.kubectl': {
    valued: kubeValued,
    rows: [
      ['delete', 'kubernetes.delete'],
      ['drain', 'kubernetes.drain'],
      ['cordon', 'kubernetes.drain'],
      ['taint', 'kubernetes.drain', 'ordinary'],
      ['patch ="replicas":0|"replicas":+0|replicas:+0|/replicas","value":0', 'kubernetes.drain'],
      ['view-secret|modify-secret', 'secrets.read-credentials'],
      ['scale --replicas=0', 'kubernetes.drain'],
      ['replace --force', 'kubernetes.delete'],
      ['apply --prune', 'kubernetes.delete'],
      ['get secret|secrets|secret/* =yaml|json|template|custom-columns', 'secrets.read-credentials'],
      ['get secret|secrets =-oyaml|-ojson|-ojsonpath', 'secrets.read-credentials'],
      ['config view --raw', 'secrets.read-credentials'],
      ['create token', 'secrets.print-token'],
      ['create clusterrolebinding =cluster-admin', 'cloud.access-change'],
      ['adm|admin ... cluster-role-to-user|add-cluster-role-to-user', 'cloud.access-change'],
    ],
  },
  helm: {
    valued: 'n namespace kube-context kubeconfig version f values set',
    rows: [
      ['uninstall|delete|un|del', 'kubernetes.delete'],
      ['rollback', 'kubernetes.delete', 'ordinary'],
      ['get values', 'secrets.print-token', 'ordinary'],
    ],
  },
  helmfile: { valued: 'e f n l', rows: [['destroy|delete', 'kubernetes.delete']] },
  'kind k3d minikube': {
    valued: 'name p profile',
    rows: [
      ['delete', 'kubernetes.delete', 'ordinary'],
      ['cluster delete', 'kubernetes.delete', 'ordinary'],
    ],
  },
  kubeadm: { rows: [['reset', 'kubernetes.delete']] },
  'argocd flux istioctl velero': {
    valued: 'n namespace',
    rows: [
      ['app|appset|proj|cluster|repo|backup|schedule delete|delete-resource|rm', 'kubernetes.delete'],
      ['delete|uninstall', 'kubernetes.delete'],
    ],
  },
  'docker podman nerdctl': {
    valued: 'context c config H host l log-level f file p project-name',
    rows: [
      ['system prune', 'containers.prune'],
      ['volume|image|container|network|builder|buildx prune -a|--all|-f|--force', 'containers.prune'],
      ['volume prune', 'containers.prune'],
      ['volume rm|remove', 'containers.remove'],
      ['rm -f|--force -v|--volumes', 'containers.remove'],
      ['rm -f|--force', 'containers.remove', 'ordinary'],
      ['compose ... down -v|--volumes', 'containers.remove'],
      ['compose ... down --rmi', 'containers.remove', 'ordinary'],
      ['compose ... rm -v', 'containers.remove'],
      ['swarm leave -f|--force', 'containers.remove'],
      ['stack|service|secret|node rm|remove', 'containers.remove'],
      ['push|image ... push', 'packages.publish', 'ordinary'],
      ['push', 'packages.publish', 'ordinary'],
      ['system reset', 'containers.prune'],
      ['run|create --privileged', 'containers.privileged'],
      ['container run --privileged', 'containers.privileged'],
      ['exec --privileged', 'containers.privileged'],
      ['plugin install --grant-all-permissions', 'containers.privileged'],
    ],
  },
  'docker-compose podman-compose': {
    valued: 'f file p project-name profile',
    rows: [
      ['down -v|--volumes', 'containers.remove'],
      ['rm -v', 'containers.remove'],
    ],
  },
  'crictl ctr': {
    rows: [
      ['rmi --prune|-a|--all', 'containers.prune'],
      ['rm|rmp -a|--all|-f', 'containers.remove'],
    ],
  },
}

export const clusters: Readonly<Record<string, Handler>> = handlersOf(tables)
