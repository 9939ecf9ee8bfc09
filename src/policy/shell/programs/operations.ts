/** Clusters, containers, infrastructure tools, services, packages: rows of data. */

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
      ['cordon|taint', 'kubernetes.drain', 'ordinary'],
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
  'terraform tofu terragrunt opentofu': {
    valued: 'chdir var var-file target backend-config state out lock-timeout parallelism',
    rows: [
      ['destroy', 'infrastructure.destroy'],
      ['apply -destroy|--destroy', 'infrastructure.destroy'],
      ['run-all|run destroy', 'infrastructure.destroy'],
      ['destroy-all', 'infrastructure.destroy'],
      ['apply -auto-approve|--auto-approve', 'infrastructure.apply-unattended'],
      ['run-all|apply-all apply', 'infrastructure.apply-unattended'],
      ['state rm|mv|push|replace-provider', 'infrastructure.state-change'],
      ['force-unlock', 'infrastructure.state-change'],
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
      ['rollback', 'infrastructure.destroy', 'ordinary'],
    ],
  },
  'ansible ansible-playbook': {
    valued: 'i m a e l u t inventory extra-vars limit tags',
    rows: [
      ['... =state=absent', 'infrastructure.destroy', 'ordinary'],
      ['... =rm+-rf|shutdown|reboot', 'infrastructure.destroy'],
    ],
  },
  'vagrant multipass': {
    rows: [
      ['destroy', 'infrastructure.destroy'],
      ['delete|purge', 'infrastructure.destroy'],
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
  crossplane: { rows: [['... delete|uninstall', 'infrastructure.destroy']] },

  'npm pnpm yarn bun': {
    valued: 'prefix C dir cwd filter w workspace registry tag otp F',
    rows: [
      ['publish', 'packages.publish'],
      ['npm publish', 'packages.publish'],
      ['unpublish|deprecate|dist-tag|undeprecate', 'packages.unpublish'],
      ['owner|access|team|hook add|rm|remove|grant|revoke|set|public|restricted', 'packages.unpublish'],
      ['token', 'secrets.print-token'],
      ['config get *_authToken|*:_auth*', 'secrets.print-token'],
      ['config set registry', 'packages.registry-override'],
      ['config set script-shell|shell|node-options|git', 'execution.preload'],
      ['config set strict-ssl false', 'packages.registry-override'],
      ['install|i|add ... git+*|http://*|https://*|git://*|ssh://*|git@*', 'packages.install-from-url'],
    ],
  },
  'pip pip3 pipx uv': {
    valued:
      'r c e i t requirement constraint target index-url extra-index-url prefix root cache-dir python p trusted-host find-links',
    rows: [
      ['... install|add|tool ... http://*|git+*|https://*|svn+*|hg+*|ftp://*|*@*git+*', 'packages.install-from-url'],
      ['... install --index-url|-i', 'packages.registry-override'],
      ['... install --extra-index-url', 'packages.registry-override'],
      ['... install --trusted-host', 'packages.registry-override'],
      ['config set global.index-url|global.extra-index-url|global.trusted-host', 'packages.registry-override'],
      ['publish', 'packages.publish'],
    ],
  },
  'twine poetry flit hatch pdm maturin': {
    valued: 'r repository u username p password',
    rows: [
      ['upload', 'packages.publish'],
      ['publish', 'packages.publish'],
    ],
  },
  cargo: {
    valued: 'Z manifest-path token registry config',
    rows: [
      ['publish', 'packages.publish'],
      ['yank|owner', 'packages.unpublish'],
      ['install --git', 'packages.install-from-url'],
      ['... --config', 'execution.preload', 'ordinary'],
    ],
  },
  gem: {
    valued: 's source v version k key',
    rows: [
      ['push', 'packages.publish'],
      ['yank|owner', 'packages.unpublish'],
      ['install --source|-s', 'packages.registry-override'],
      ['sources --add|-a', 'packages.registry-override'],
    ],
  },
  'mvn mvnw gradle gradlew sbt lein': {
    valued: 'f P D p b',
    rows: [
      ['... deploy|release:perform|publish|publishToMavenCentral|publishAllPublicationsTo*', 'packages.publish'],
      ['... =:publish', 'packages.publish', 'ordinary'],
    ],
  },
  'dotnet nuget': {
    rows: [
      ['nuget push', 'packages.publish'],
      ['push', 'packages.publish'],
      ['nuget delete', 'packages.unpublish'],
      ['delete', 'packages.unpublish'],
      ['nuget add source', 'packages.registry-override'],
      ['ef database drop', 'database.migrate-reset'],
    ],
  },
  go: { rows: [['env -w =goproxy|goflags|gonosumdb|gonosumcheck|goinsecure', 'packages.registry-override']] },
  goreleaser: { rows: [['release !--snapshot', 'packages.publish']] },
  'semantic-release release-it standard-version-publish': { rows: [['!--dry-run', 'packages.publish']] },
  'lerna changeset nx': {
    rows: [
      ['publish', 'packages.publish'],
      ['release publish', 'packages.publish'],
    ],
  },
  'vsce ovsx': {
    valued: 'p pat',
    rows: [
      ['publish', 'packages.publish'],
      ['unpublish', 'packages.unpublish'],
    ],
  },
  'jsr deno': { rows: [['publish', 'packages.publish']] },
  'wasm-pack clasp expo eas fastlane pod snapcraft': { rows: [['publish|push|submit|trunk|upload|release', 'packages.publish']] },
  'skopeo crane oras regctl': {
    rows: [
      ['delete', 'packages.unpublish'],
      ['copy|cp|push', 'packages.publish', 'ordinary'],
    ],
  },
  'apt apt-get aptitude': {
    valued: 'o t c',
    rows: [
      ['remove|purge|autoremove|autopurge|dist-upgrade --allow-remove-essential', 'packages.remove-system'],
      ['purge', 'packages.remove-system'],
      ['remove', 'packages.remove-system'],
      ['autoremove', 'packages.remove-system', 'ordinary'],
      ['install --allow-unauthenticated|--force-yes', 'packages.registry-override'],
      ['install ... http*://*', 'packages.install-from-url'],
    ],
  },
  dpkg: {
    rows: [
      ['... -r|-P|--remove|--purge', 'packages.remove-system'],
      ['... --force-all', 'packages.remove-system'],
    ],
  },
  'yum dnf zypper microdnf': {
    rows: [
      ['remove|erase|autoremove|rm|groupremove', 'packages.remove-system'],
      ['install|localinstall ... http*://*', 'packages.install-from-url'],
      ['... --nogpgcheck', 'packages.registry-override'],
    ],
  },
  rpm: {
    rows: [
      ['... -e|--erase', 'packages.remove-system'],
      ['... http*://*', 'packages.install-from-url'],
    ],
  },
  'pacman yay paru': {
    rows: [
      ['... -R|-Rs|-Rns|-Rdd|--remove', 'packages.remove-system'],
      ['... -U ... http*://*', 'packages.install-from-url'],
    ],
  },
  apk: {
    rows: [
      ['del', 'packages.remove-system', 'ordinary'],
      ['add --allow-untrusted', 'packages.registry-override'],
    ],
  },
  brew: {
    rows: [
      ['uninstall|remove|rm --force|--zap|--ignore-dependencies', 'packages.remove-system'],
      ['install ... http*://*', 'packages.install-from-url'],
    ],
  },
  'snap flatpak': {
    rows: [
      ['remove|uninstall', 'packages.remove-system'],
      ['install --dangerous|--devmode', 'packages.registry-override'],
    ],
  },
  'choco winget scoop': { rows: [['uninstall', 'packages.remove-system']] },
  'apt-key add-apt-repository': { rows: [['...', 'packages.registry-override']] },
  conda: {
    valued: 'n name p prefix c',
    rows: [
      ['env remove', 'packages.remove-system', 'ordinary'],
      ['remove --all', 'packages.remove-system'],
    ],
  },

  systemctl: {
    valued: 'H M t p',
    rows: [
      ['stop|disable|mask|kill', 'persistence.service-stop'],
      ['enable|link|edit|set-default|preset|reenable|add-wants|revert|import-environment', 'persistence.service'],
      ['poweroff|reboot|halt|emergency|rescue|kexec|suspend|hibernate|isolate|soft-reboot|default', 'process.shutdown'],
      ['set-property', 'persistence.service'],
    ],
  },
  service: { rows: [['* stop', 'persistence.service-stop']] },
  'rc-service rc-update update-rc.d chkconfig initctl sv runit': {
    rows: [
      ['... stop|del|remove|disable|down|off', 'persistence.service-stop'],
      ['... add|enable|on|defaults', 'persistence.service'],
    ],
  },
  launchctl: {
    rows: [
      ['load|bootstrap|enable|submit|setenv', 'persistence.service'],
      ['unload|bootout|disable|remove|stop|kill', 'persistence.service-stop'],
      ['reboot', 'process.shutdown'],
    ],
  },
  loginctl: {
    rows: [
      ['terminate-session|terminate-user|kill-session|kill-user', 'process.kill-all'],
      ['poweroff|reboot|halt', 'process.shutdown'],
      ['enable-linger', 'persistence.service'],
    ],
  },
  journalctl: { rows: [['... --vacuum-time|--vacuum-size|--vacuum-files|--rotate', 'persistence.history-erase']] },
  defaults: {
    rows: [
      ['write com.apple.loginwindow|com.apple.LSSharedFileList*|*LoginHook*', 'persistence.service'],
      ['delete', 'persistence.service', 'ordinary'],
    ],
  },
  'update-alternatives': { rows: [['... --install|--set', 'persistence.service', 'ordinary']] },
  pm2: {
    rows: [
      ['startup', 'persistence.service'],
      ['kill', 'process.kill-all', 'ordinary'],
      ['delete all', 'process.kill-all', 'ordinary'],
    ],
  },
  'claude codex gemini qwen cursor-agent opencode copilot droid amp aider goose crush': {
    rows: [
      ['config set =hook', 'self.tamper'],
      ['... --dangerously-skip-permissions', 'execution.guard-bypass'],
      ['... --permission-mode=bypassPermissions', 'execution.guard-bypass'],
      ['... --permission-mode =bypasspermissions', 'execution.guard-bypass'],
      ['... --dangerously-bypass-approvals-and-sandbox', 'execution.guard-bypass'],
      ['... --yolo', 'execution.guard-bypass'],
      ['... --full-auto', 'execution.guard-bypass', 'ordinary'],
      ['... --allow-all-tools', 'execution.guard-bypass'],
      ['... --skip-permissions-unsafe', 'execution.guard-bypass'],
      ['... --approval-mode =yolo', 'execution.guard-bypass'],
      ['... --sandbox =danger-full-access', 'execution.guard-bypass'],
      ['... -a =never', 'execution.guard-bypass', 'ordinary'],
    ],
  },
  prisma: {
    rows: [
      ['migrate reset', 'database.migrate-reset'],
      ['db push --force-reset|--accept-data-loss', 'database.migrate-reset'],
      ['db execute =drop+|truncate|delete+from', 'database.destroy'],
    ],
  },
  'rails rake artisan mix console': {
    rows: [
      ['doctrine:database:drop|doctrine:schema:drop', 'database.migrate-reset'],
      ['db:drop|db:reset|db:drop:all|db:purge|db:migrate:reset|db:schema:load|db:truncate_all', 'database.migrate-reset'],
      ['... db:drop|db:reset|db:drop:all|db:purge|db:migrate:reset', 'database.migrate-reset'],
      ['migrate:fresh|migrate:reset|migrate:refresh|db:wipe', 'database.migrate-reset'],
      ['ecto.drop|ecto.reset', 'database.migrate-reset'],
    ],
  },
  'sequelize sequelize-cli knex typeorm drizzle-kit flyway liquibase alembic goose atlas dbmate migrate diesel sqlx sea-orm-cli':
    {
      valued: 'c config url u e env path database d dir source',
      rows: [
        ['db:drop|db:migrate:undo:all', 'database.migrate-reset'],
        ['migrate:rollback --all', 'database.migrate-reset'],
        ['schema:drop', 'database.migrate-reset'],
        ['drop', 'database.migrate-reset'],
        ['clean', 'database.migrate-reset'],
        ['drop-all|dropAll|drop-all-sql', 'database.migrate-reset'],
        ['downgrade base', 'database.migrate-reset'],
        ['reset|down-to', 'database.migrate-reset'],
        ['schema clean', 'database.migrate-reset'],
        ['database drop|reset', 'database.migrate-reset'],
        ['migrate fresh|reset|refresh', 'database.migrate-reset'],
        ['push --force', 'database.migrate-reset'],
      ],
    },
  'django-admin manage.py': { rows: [['flush|reset_db|sqlflush', 'database.migrate-reset']] },
  'dropdb dropuser': { valued: 'h p U host port username', rows: [['*', 'database.destroy']] },
  mysqladmin: {
    valued: 'u h P p user host port',
    rows: [
      ['... drop', 'database.destroy'],
      ['... shutdown', 'database.destroy'],
    ],
  },
}

export const operations: Readonly<Record<string, Handler>> = handlersOf(tables)
