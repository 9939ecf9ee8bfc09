import { expect, test } from 'vitest'
import { cpuTime } from '../../../test/cpu-time.ts'
import { analyse } from './analyse.ts'
import { findingsOf, linux, workspace, wrong } from './testing.ts'

/** Other spellings of `rm -rf /`. */
const respelled = String.raw`
r\m -rf /
'rm' -rf /
r""m -rf /
"r"'m' -rf "/"
$'\x72m' -rf /
$'\162\155' -rf $'\x2f'
/bin/rm -rf /
/bin/../bin/rm -rf /
/b?n/rm -rf /
/bin/r? -rf /
\rm -rf /
rm$IFS-rf$IFS/
rm${'$'}{IFS}-rf${'$'}{IFS}/
{rm,-rf,/}
X=rm; $X -rf /
a=r; b=m; $a$b -rf /
X='rm -rf /'; $X
X='rm -rf /'; eval "$X"
X=/; rm -rf $X
X=/; Y=$X; rm -rf "${'$'}{Y}"
rm -rf ${'$'}{UNSET:-/}
a=(rm -rf /); "${'$'}{a[@]}"
set -- rm -rf /; "$@"
printf -v c 'rm -rf /'; eval "$c"
read -r c <<< 'rm -rf /'; eval "$c"
f() { rm -rf "$1"; }; f /
alias x='rm -rf'; x /
$(echo rm) -rf /
$(printf 'r%s' m) -rf /
rm -rf $(echo /)
eval rm -rf /
eval 'r''m -rf /'
echo 'rm -rf /' | sh
echo 'rm -rf /' | sudo bash -s
printf 'rm -rf /\n' | bash
bash <<< 'rm -rf /'
cat <<< 'rm -rf /' | bash
bash -c 'rm -rf /'
bash -lc "rm -rf /"
sh -ec 'rm -rf /'
bash -c 'bash -c "rm -rf /"'
sudo rm -rf /
sudo -u root -- rm -rf /
sudo -n env X=1 rm -rf /
doas rm -rf /
env rm -rf /
env -i PATH=/bin rm -rf /
env -S 'rm -rf /'
nice -n 10 rm -rf /
nohup rm -rf / &
timeout 5 rm -rf /
timeout -k 1 --signal=KILL 5s rm -rf /
time rm -rf /
setsid rm -rf /
stdbuf -oL rm -rf /
ionice -c3 rm -rf /
chrt -r 5 rm -rf /
taskset -c 0 rm -rf /
taskset 0x1 rm -rf /
flock /tmp/l rm -rf /
flock /tmp/l -c 'rm -rf /'
watch -n 1 rm -rf /
script -c 'rm -rf /' /dev/null
script -q /dev/null rm -rf /
systemd-run --user rm -rf /
exec rm -rf /
command rm -rf /
builtin command rm -rf /
busybox rm -rf /
toybox rm -rf /
xargs rm -rf <<< /
echo / | xargs rm -rf
echo / | xargs -I{} rm -rf {}
echo 'rm -rf /' | xargs -I{} sh -c '{}'
echo / | parallel rm -rf
parallel rm -rf ::: /
find / -maxdepth 0 -exec rm -rf {} +
find . -exec rm -rf / \;
find . -exec sh -c 'rm -rf /' \;
ssh host rm -rf /
ssh -o A=b user@host 'rm -rf /'
docker exec c rm -rf /
docker run --rm -it alpine sh -c 'rm -rf /'
kubectl exec p -- rm -rf /
su -c 'rm -rf /'
su root -c 'rm -rf /'
npx -c 'rm -rf /'
poetry run rm -rf /
tmux new-session -d 'rm -rf /'
trap 'rm -rf /' EXIT
(rm -rf /)
{ rm -rf /; }
if true; then rm -rf /; fi
for x in /; do rm -rf $x; done
while true; do rm -rf /; done
case x in x) rm -rf /;; esac
true && rm -rf /
false || rm -rf /
! rm -rf /
rm -rf / &
echo $(rm -rf /)
echo "$(rm -rf /)"
echo ${'`'}rm -rf /${'`'}
cat <(rm -rf /)
[[ -n $(rm -rf /) ]]
x=$(rm -rf /)
echo hi; rm -rf /
echo hi | rm -rf /
git bisect run rm -rf /
git rebase --exec 'rm -rf /' main
git -c alias.x='!rm -rf /' x
vim -c ':!rm -rf /' -c q
awk 'BEGIN{system("rm -rf /")}'
sed '1e rm -rf /' x
tar cf x.tar --checkpoint=1 --checkpoint-action=exec='rm -rf /' .
python3 -c 'import os; os.system("rm -rf /")'
python3 -c 'import subprocess as s; s.run("rm -rf /", shell=True)'
python3 -c '__import__("shutil").rmtree("/")'
python -c "import os;getattr(os,'sys'+'tem')('rm -rf /')"
echo 'import os; os.system("rm -rf /")' | python3
node -e 'require("child_process").execSync("rm -rf /")'
node -e 'const {execSync:e}=require("child_process");e("rm -rf /")'
node -e 'require("fs").rmSync("/",{recursive:true})'
node --eval='require("fs").rmSync("/",{recursive:true})'
ruby -e 'system("rm -rf /")'
ruby -e 'exec "rm", "-rf", "/"'
ruby -e '%x(rm -rf /)'
perl -e 'system "rm -rf /"'
perl -e 'exec("rm -rf /")'
php -r 'system("rm -rf /");'
lua -e 'os.execute("rm -rf /")'
osascript -e 'do shell script "rm -rf /"'
cd /tmp && cd / && rm -rf *
pushd / && rm -rf *
`

test('respelling does not hide what a command does', () => {
  const rows = respelled.split('\n').filter(line => line !== '')
  expect(rows.map(command => wrong([command, 'filesystem.delete-root'])).filter(message => message !== undefined)).toEqual([])
  expect(rows.length).toBeGreaterThan(110)
})

test('here-documents run what reads them', () => {
  for (const command of [
    'bash <<EOT\nrm -rf /\nEOT',
    'cat <<EOT | sh\nrm -rf /\nEOT',
    "python3 <<'EOT'\nimport shutil\nshutil.rmtree('/')\nEOT",
    'ssh host <<EOT\nrm -rf /\nEOT',
  ]) {
    expect(findingsOf(command), command).toContain('filesystem.delete-root')
  }
})

test('data stays data under every wrapper', () => {
  for (const wrapper of ['', 'sudo ', 'env X=1 ', 'timeout 5 ', 'nohup ', 'command ', 'nice ']) {
    for (const data of ["echo 'rm -rf /'", "grep -r 'rm -rf /' .", "printf '%s' 'rm -rf /'", "git commit -m 'rm -rf /'"]) {
      expect(findingsOf(wrapper + data), wrapper + data).toEqual([])
    }
  }
})

test('bounds are never ordinary', () => {
  const deep = `${'bash -c "'.repeat(20)}ls`
  const nested = Array.from({ length: 20 }).reduce<string>(inner => `bash -c ${JSON.stringify(inner)}`, 'ls')
  const long = `echo ${'x'.repeat(70_000)}`
  const many = 'ls; '.repeat(3_000)
  for (const command of [nested, long, many, `echo {1..9}{1..9}{1..9}{1..9}`]) {
    expect(findingsOf(command), command.slice(0, 40)).toContain('execution.unknown-command?')
  }
  expect(() => findingsOf(deep)).not.toThrow()
})

test('nothing throws, and nothing takes long', () => {
  const pieces = [
    '$(',
    ')',
    '`',
    '"',
    "'",
    '{',
    '}',
    '<<EOT',
    '\n',
    'rm',
    ' -rf ',
    '/',
    '|',
    '&',
    ';',
    '$X',
    '${',
    '\\',
    '*',
    '((',
    '[[',
    'if',
    'then',
    'eval ',
    'bash -c ',
    '\0',
    '\u202e',
    '=',
    '<(',
    'python3 -c ',
    'sed ',
    'awk ',
  ]
  let seed = 7
  const next = (): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed
  }
  for (let round = 0; round < 1_500; round++) {
    const command = Array.from({ length: (next() % 40) + 1 }, () => pieces[next() % pieces.length]).join('')
    for (const dialect of ['posix', 'powershell', 'cmd'] as const) {
      const spentMs = cpuTime()
      analyse(command, { cwd: workspace, workspaceRoots: [workspace], host: linux, dialect })
      expect(spentMs(), command).toBeLessThan(500)
    }
  }
})
