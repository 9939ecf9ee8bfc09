/** Files that belong to the machine's services, and those that tell who may use it. */

const services =
  /^\/var\/lib\/(?:mysql|mariadb|percona|postgres\w*|pgsql|redis|valkey|mongo\w*|docker|containerd|containers|dpkg|rpm|pacman|apk|apt|etcd|kubelet|kubernetes|rancher|elasticsearch|opensearch|cassandra|scylla|influxdb|clickhouse|neo4j|rabbitmq|kafka|zookeeper|couchdb|cockroach|jenkins|gitlab|gitea|grafana|prometheus|consul|vault|nomad|libvirt|lxc|lxd|incus|systemd|private|NetworkManager|samba|ldap|minio|ceph|meilisearch|qdrant|snapd|flatpak)(?:\/|$)/

/** What is lost when a file below `/var/lib` is emptied: `data` of a service, a `log`, or a file of somebody unknown. */
export const stateAt = (path: string): 'data' | 'log' | 'unknown' | undefined => {
  if (!path.startsWith('/var/lib/') || path.startsWith('/var/lib/apt/lists/')) return undefined
  if (/\.log(?:\.\d+)?$/.test(path)) return 'log'
  return services.test(path) ? 'data' : 'unknown'
}

const accounts =
  /^\/etc\/(?:passwd|group|shadow|gshadow|master\.passwd|subuid|subgid|sudoers|login\.defs|crontab|fstab|exports|machine-id|krb5\.(?:conf|keytab)|ldap|pam\.d|sssd|ssh|security|openvpn|wireguard|ipsec\.\w+|NetworkManager\/system-connections|sudoers\.d)-?(?:\/|$)/

/** The same on every machine of its kind. */
const common =
  /^\/etc\/(?:os-release|lsb-release|debian_version|redhat-release|alpine-release|timezone|localtime|mime\.types|ssl|pki|ca-certificates)(?:\/|$)/

/** What an intruder wants to know of a machine and its people, though no credential. */
export const tellsOfMachine = (path: string): boolean =>
  accounts.test(path) ||
  (path.startsWith('/etc/') && !common.test(path)) ||
  /\/\.ssh\/(?:config|known_hosts\d?|authorized_keys\d?)$|\.tfstate(?:\.backup)?$/.test(path)
