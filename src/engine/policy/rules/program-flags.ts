/**
 * Flags of programs that policies name: `n|namespace=` is a letter and its long name, `=` says that it takes a value. From their manuals,
 * checked 2026-11. What is missing here is neither denied nor excused by a guess: where it matters, a rule asks.
 */

export interface ProgramFlags {
  /** Names without dashes: whether one takes a value. */
  readonly takes: ReadonlyMap<string, boolean>
  /** The other names of a flag. */
  readonly others: ReadonlyMap<string, readonly string[]>
  /** A single dash is as good as two, as Go's own parser reads it. */
  readonly single: boolean
  /** Long names may be shortened. */
  readonly shortens: boolean
  /** The first word is letters of flags without a dash. */
  readonly undashed: boolean
}

const kubernetes =
  'A|all-namespaces all= n|namespace= context= cluster= kubeconfig= user= s|server= token= as= as-group= as-uid= request-timeout= cache-dir= certificate-authority= client-certificate= client-key= tls-server-name= profile= profile-output= password= username= v= vmodule= log-flush-frequency= insecure-skip-tls-verify match-server-version disable-compression warnings-as-errors h|help l|selector= o|output= c|container= f|filename= k|kustomize= R|recursive t|tty i|stdin w|watch watch-only L|label-columns= field-selector= grace-period= timeout= p|patch= type= replicas= force now all wait dry-run ignore-not-found no-headers show-labels show-kind sort-by= prune server-side force-conflicts overwrite local cascade raw chunk-size= template= field-manager= to= from= image= port= env= labels= overrides= restart= rm tail= since= since-time= limit-bytes= timestamps prefix previous all-containers max-log-requests= from-literal= from-file= from-env-file= ignore-daemonsets delete-emptydir-data disable-eviction'
const terraform =
  'chdir= auto-approve destroy target= replace= var= var-file= out= state= state-out= backup= lock lock-timeout= parallelism= refresh refresh-only input no-color compact-warnings json detailed-exitcode generate-config-out= backend backend-config= reconfigure migrate-state upgrade get force-copy plugin-dir= lockfile= raw allow-missing force help version'
const chmodLike =
  'R|recursive f|silent|quiet v|verbose c|changes reference= preserve-root no-preserve-root from= h|no-dereference dereference H L P'
const copyLike =
  'a|archive b|backup f|force i|interactive n|no-clobber r|R|recursive t|target-directory= T|no-target-directory u|update v|verbose p|preserve s|symbolic-link|symbolic l|link d L P H S|suffix= Z x|one-file-system strip-trailing-slashes reflink sparse='

const table: Readonly<Record<string, string>> = {
  rm: 'r|R|recursive f|force i|interactive I d|dir v|verbose one-file-system preserve-root no-preserve-root',
  'cp,mv,ln,install': copyLike,
  'chmod,chown,chgrp': chmodLike,
  mkdir: 'p|parents m|mode= v|verbose Z',
  grep: 'r|recursive R|dereference-recursive i|ignore-case v|invert-match e|regexp= f|file= n|line-number l|files-with-matches c|count E|extended-regexp F|fixed-strings w|word-regexp q|quiet|silent o|only-matching A|after-context= B|before-context= C|context= include= exclude= exclude-dir= P|perl-regexp h|no-filename H|with-filename s|no-messages m|max-count= color',
  git: 'C= c= git-dir= work-tree= namespace= exec-path= config-env= p|paginate P|no-pager no-pager bare no-replace-objects literal-pathspecs no-optional-locks q|quiet v|verbose f|force d|delete n|dry-run a|all m|message= u|set-upstream patch',
  'git push':
    'f|force force-with-lease force-if-includes d|delete n|dry-run u|set-upstream all branches mirror tags follow-tags no-verify verify q|quiet v|verbose o|push-option= receive-pack= exec= repo= prune atomic porcelain progress signed thin no-force no-thin no-tags no-follow-tags recurse-submodules= 4|ipv4 6|ipv6',
  'git commit':
    'a|all m|message= F|file= C|reuse-message= c|reedit-message= n|no-verify no-verify amend s|signoff S|gpg-sign p|patch v|verbose q|quiet e|edit no-edit fixup= squash= author= date= allow-empty allow-empty-message no-gpg-sign i|include o|only dry-run t|template= cleanup= trailer= reset-author',
  'git branch':
    'd|delete D f|force m|move M c|copy C a|all r|remotes u|set-upstream-to= unset-upstream v|verbose l|list merged no-merged contains= show-current t|track sort= format= q|quiet',
  'git reset': 'hard soft mixed merge keep q|quiet p|patch N|intent-to-add no-refresh refresh pathspec-from-file=',
  'git clean': 'f|force d n|dry-run x X q|quiet e|exclude= i|interactive',
  'git checkout':
    'b= B= f|force q|quiet t|track d|detach orphan= p|patch m|merge ours theirs l conflict= no-track guess no-guess',
  'git rebase':
    'i|interactive onto= continue abort skip f|force-rebase x|exec= autosquash no-verify q|quiet v|verbose m|merge s|strategy= X|strategy-option= root autostash',
  docker:
    'H|host= c|context= l|log-level= config= D|debug tls tlsverify tlscacert= tlscert= tlskey= f|force a|all d|detach i|interactive t|tty rm e|env= env-file= v|volume= mount= p|publish= P|publish-all name= network|net= u|user= w|workdir= privileged cap-add= cap-drop= security-opt= pid= ipc= uts= userns= device= gpus= m|memory= cpus= entrypoint= h|hostname= restart= platform= pull= q|quiet read-only init add-host= dns= label|l= no-cache build-arg= target= progress= push load tag= filter= format= since= until= tail= follow no-trunc timeout= signal= volumes-from= tmpfs= shm-size= ulimit= group-add= link= log-driver= log-opt= expose= stop-signal= stop-timeout= annotation= cgroupns= runtime= isolation= sysctl= link-local-ip= ip= ip6= mac-address= oom-kill-disable health-cmd=',
  'docker build': 'f|file= t|tag= q|quiet o|output= secret= ssh= cache-from= cache-to= iidfile= label=',
  'docker compose,docker-compose':
    'f|file= p|project-name= profile= project-directory= env-file= ansi= progress= parallel= d|detach v|volumes rmi= remove-orphans t|timeout= force-recreate build no-deps scale= a|all q|quiet',
  'docker logs': 'f|follow details n|tail= t|timestamps since= until=',
  'docker exec': 'd|detach e|env= i|interactive t|tty u|user= w|workdir= privileged detach-keys= env-file=',
  'docker system,docker volume,docker image,docker container,docker network,docker builder':
    'a|all f|force volumes filter= v|verbose',
  'kubectl,oc': kubernetes,
  'kubectl logs,oc logs': 'f|follow p|previous',
  helm: 'n|namespace= kube-context= kubeconfig= kube-apiserver= kube-as-user= kube-as-group= kube-ca-file= kube-token= kube-tls-server-name= kube-insecure-skip-tls-verify burst-limit= qps= debug registry-config= repository-cache= repository-config= f|values= set= set-string= set-file= set-json= version= i|install atomic wait wait-for-jobs timeout= create-namespace dry-run force reuse-values reset-values no-hooks cleanup-on-fail devel repo= username= password= o|output= A|all-namespaces a|all keep-history q|short max= filter= l|selector= d|date r|reverse cascade= description= verify skip-crds g|generate-name h|help',
  'terraform,tofu': terraform,
  aws: 'profile= region= output= endpoint-url= query= cli-read-timeout= cli-connect-timeout= ca-bundle= color= debug no-verify-ssl no-paginate no-sign-request no-cli-pager cli-auto-prompt no-cli-auto-prompt dryrun recursive quiet delete force exclude= include= acl= sse storage-class= human-readable summarize dry-run no-dry-run',
  gcloud:
    'project= account= configuration= region= zone= format= filter= verbosity= impersonate-service-account= billing-project= access-token-file= flags-file= flatten= trace-token= q|quiet user-output-enabled log-http async',
  az: 'subscription= g|resource-group= n|name= o|output= query= l|location= y|yes debug verbose only-show-errors no-wait ids=',
  gh: 'R|repo= hostname= t|title= b|body= F|body-file= B|base= H|head= d|delete-branch admin auto m|merge r|rebase s|squash X|method= f|raw-field= field= json= q|jq= w|web y|yes l|label= a|assignee=',
  npm: 'g|global f|force D|save-dev S|save E|save-exact O|save-optional P|save-prod no-save registry= w|workspace= workspaces prefix= C= location= tag= access= otp= loglevel= s|silent q|quiet ignore-scripts dry-run y|yes legacy-peer-deps no-audit no-fund userconfig= cache= include= omit= package-lock-only json production',
  'pip,pip3':
    'U|upgrade r|requirement= e|editable= c|constraint= i|index-url= extra-index-url= f|find-links= t|target= user no-deps pre q|quiet v|verbose y|yes no-cache-dir break-system-packages trusted-host= force-reinstall root= prefix= d|dest= proxy= timeout= python=',
  'tar,gtar,bsdtar':
    'x|extract|get c|create f|file= z|gzip j|bzip2 J|xz v|verbose C|directory= t|list r|append u|update strip-components= exclude= O|to-stdout p|preserve-permissions h|dereference k|keep-old-files T|files-from= X|exclude-from= I|use-compress-program= to-command= checkpoint-action= zstd overwrite',
  rsync:
    'a|archive r|recursive n|dry-run v|verbose z|compress delete e|rsh= exclude= include= P progress partial h|human-readable u|update l|links L|copy-links p|perms t|times g|group o|owner D x|one-file-system q|quiet c|checksum i|itemize-changes backup-dir= suffix= files-from= rsync-path= bwlimit= port= T|temp-dir= W|whole-file delete-after delete-before delete-excluded force ignore-errors remove-source-files',
  sed: 'i|in-place n|quiet|silent e|expression= f|file= E|r|regexp-extended s|separate u|unbuffered z|null-data l|line-length= sandbox posix debug',
  curl: 'k|insecure d|data= data-raw= data-binary= data-urlencode= json= T|upload-file= F|form= o|output= O|remote-name X|request= L|location H|header= u|user= A|user-agent= e|referer= b|cookie= c|cookie-jar= x|proxy= s|silent S|show-error f|fail v|verbose I|head i|include G|get m|max-time= connect-timeout= retry= K|config= E|cert= key= cacert= r|range= w|write-out= z|time-cond= resolve= connect-to= interface= compressed url= N|no-buffer 4|ipv4 6|ipv6 C|continue-at= create-dirs g|globoff j|junk-session-cookies q|disable Z|parallel fail-with-body unix-socket= oauth2-bearer= proto= max-redirs= a|append n|netrc netrc-file= p|proxytunnel U|proxy-user= t|telnet-option= y|speed-time= Y|speed-limit= Q|quote= P|ftp-port= D|dump-header= J|remote-header-name R|remote-time 0|http1.0 1|tlsv1 2|sslv2 3|sslv3 l|list-only M|manual B|use-ascii h|help',
  psql: 'c|command= f|file= d|dbname= h|host= p|port= U|username= v|set|variable= P|pset= o|output= L|log-file= F|field-separator= R|record-separator= T|table-attr= w|no-password W|password A|no-align t|tuples-only q|quiet X|no-psqlrc 1|single-transaction e|echo-queries a|echo-all b|echo-errors E|echo-hidden l|list s|single-step S|single-line x|expanded H|html n|no-readline V|version csv z|field-separator-zero 0|record-separator-zero',
  'mysql,mariadb':
    'e|execute= h|host= P|port= D|database= S|socket= u|user= p|password default-character-set= defaults-file= defaults-extra-file= defaults-group-suffix= N|skip-column-names B|batch s|silent v|verbose f|force t|table E|vertical r|raw q|quick ssl-mode= ssl-ca= protocol= init-command= C|compress',
  'redis-cli,valkey-cli':
    'h= p= s= a= user= pass= u= n= r= i= d= D= x X= c e raw no-raw csv json stat latency bigkeys memkeys hotkeys scan pattern= eval= ldb tls sni= cacert= cert= key= askpass verbose rdb= pipe cluster= 2 3',
}

/** Which programs read a single dash in front of a long name, and which want long names in full. */
const singles = new Set([
  ...['terraform', 'tofu', 'packer', 'consul', 'nomad', 'vault', 'go', 'java', 'find', 'ffmpeg', 'openssl', 'npm'],
])
const exact = new Set([
  ...['kubectl', 'oc', 'helm', 'docker', 'docker-compose', 'terraform', 'tofu', 'gh', 'redis-cli', 'valkey-cli'],
])

const found = new Map<string, ProgramFlags | undefined>()

/** What is known of a program called with these operands; undefined when nothing is. */
export const flagsOf = (program: string, operands: readonly (string | undefined)[] = []): ProgramFlags | undefined => {
  const own = entries.get(program) ?? (singles.has(program) ? '' : undefined)
  if (own === undefined) return undefined
  const verb = operands.find(word => word !== undefined && entries.has(`${program} ${word}`))
  const key = verb === undefined ? program : `${program} ${verb}`
  if (!found.has(key)) found.set(key, read(program, verb === undefined ? own : `${own} ${entries.get(key)}`))
  return found.get(key)
}

const entries: ReadonlyMap<string, string> = new Map(
  Object.entries(table).flatMap(([names, flags]) => names.split(',').map(name => [name, flags] as const)),
)

/** A later entry, of the command, takes the place of the program's own. */
const read = (program: string, flags: string): ProgramFlags => {
  const takes = new Map<string, boolean>()
  const others = new Map<string, readonly string[]>()
  for (const entry of flags === '' ? [] : flags.split(' ')) {
    const names = entry.replace('=', '').split('|')
    for (const name of names) {
      takes.set(name, entry.endsWith('='))
      others.set(name, names)
    }
  }
  return { takes, others, single: singles.has(program), shortens: !exact.has(program), undashed: program.endsWith('tar') }
}
