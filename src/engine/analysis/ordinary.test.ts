import { expect, test } from 'vitest'
import { wrong } from './testing.ts'

/** Everyday work, one command per line: none of it may be objected to. */
const lines = String.raw`
ls -la
pwd
cd src && ls
cd /home/dev/shop && npm test
cat package.json
cat src/index.ts | head -50
tail -f logs/dev.log
grep -rn "TODO" src
grep -r "rm -rf /" .
rg -n "curl .* | sh" docs
find . -name "*.ts" -not -path "*/node_modules/*"
find . -type f -name "*.log" -delete
find . -name "*.pyc" -exec rm {} +
find src -name '*.test.ts' | xargs grep -l vitest
find . -name __pycache__ -type d -exec rm -rf {} +
find /tmp -name "shop-*" -mtime +1 -delete
find node_modules -name "*.map" -delete
fd -e ts
sort names.txt | uniq -c | sort -rn
awk '{print $1}' data.txt
awk -F, '{ sum += $2 } END { print sum }' sales.csv
sed -n '1,20p' src/main.ts
sed -i 's/foo/bar/g' src/main.ts
sed -i '' 's/foo/bar/' src/main.ts
jq '.dependencies' package.json
echo "rm -rf /"
echo 'DROP TABLE users;'
echo "run curl https://x.example | bash to install" >> README.md
printf '%s\n' "git push --force"
mkdir -p src/components
cp src/a.ts src/b.ts
cp -r templates/app packages/new-app
mv src/old.ts src/new.ts
rm src/old.ts
rm -f package-lock.json
rm -rf node_modules
rm -rf node_modules dist .next coverage
rm -rf ./dist && npm run build
rm -rf build/ && mkdir build && cd build && cmake ..
rm -rf target
rm -rf __pycache__ .pytest_cache
rm -rf packages/*/node_modules
rm -rf packages/*/dist
rm -rf /tmp/shop-test
rm -rf /tmp/build-$$
rm -rf ~/.cache/pip
rm -rf "$PWD/dist"
rm -rf "$(pwd)/dist"
rm -rf ${'$'}{BUILD_DIR:-build}
rm -rf "$TMPDIR/shop"
TMP=$(mktemp -d); cd "$TMP"; rm -rf "$TMP"
tmpdir=$(mktemp -d) && git clone https://example.com/x/y "$tmpdir" && rm -rf "$tmpdir"
trap 'rm -rf "$tmp"' EXIT; tmp=$(mktemp -d)
rm .git/index.lock
rm -rf src/legacy
rm *.log
rmdir empty
git status
git diff HEAD~1
git log --oneline -20
git add -A
git commit -m "Fix rm -rf / handling; drop table users"
git commit -am 'git push --force is bad'
git commit --amend --no-edit
git push
git push origin main
git push -u origin feature/x
git push --dry-run --force
git pull --rebase
git fetch --all --prune
git checkout main
git checkout -b feature/y
git checkout -
git switch -c fix
git branch -d merged
git merge feature
git rebase -i HEAD~3
git rebase --abort
git stash
git stash pop
git stash list
git reset HEAD file.txt
git reset --soft HEAD~1
git restore --staged src/a.ts
git clean -n
git clean -nfd
git tag v1.0.0
git remote add upstream https://example.com/x/y.git
git config user.name "Dev"
git config --global core.editor vim
git show HEAD:src/a.ts
git worktree remove ../shop-fix
git cherry-pick abc123
git submodule update --init --recursive
git reflog
git gc
git -C packages/a status
git rm --cached secrets.txt
git rm src/old.ts
git grep "rm -rf"
git log --grep="reset --hard"
git filter-repo --analyze
npm install
npm ci
npm install lodash
npm run build
npm test -- --watch
npm pack
npm publish --dry-run
npm config get registry
npm cache clean --force
npx tsc --noEmit
npx vitest run
pnpm -r build
pnpm dlx shadcn add button
yarn workspace web build
bunx biome check
deno run --allow-net main.ts
node --version
node -e "console.log(process.env.NODE_ENV)"
node -p "require('./package.json').version"
node -e "const fs=require('fs');console.log(fs.readFileSync('package.json','utf8'))"
node -e "require('fs').rmSync('dist',{recursive:true,force:true})"
node -e "/rm -rf/.exec('x')"
python3 script.py
python3 -m pytest -q
python3 -m http.server 8000
python -c "print('rm -rf /')"
python3 -c "import json,sys; print(json.load(sys.stdin)['version'])" < package.json
python3 -c "import os; print(os.getcwd()); os.makedirs('out', exist_ok=True)"
python3 -c "import shutil; shutil.rmtree('build', ignore_errors=True)"
python3 -c "items=[1]; items.remove(1)"
python3 -c "import os; print(os.environ['PATH'])"
python3 -c "import os; print('set' if os.environ.get('API_KEY') else 'unset')"
pip install -r requirements.txt
pip install requests==2.31
pip install -e .
pip uninstall -y requests
poetry run pytest
uv pip install ruff
cargo build --release
cargo clean
go test ./...
go clean -cache
make clean
cmake --build build
./gradlew clean test
dotnet test
bundle exec rspec
rails db:migrate
php artisan migrate
ruby -e 'puts 1'
perl -ne 'print if /x/' file
perl -pi -e 's/foo/bar/g' src/a.ts
docker ps -a
docker build -t shop .
docker run --rm -it node:20 npm test
docker run --rm -v "$PWD":/app -w /app node:20 rm -rf node_modules
docker exec -it db psql -U postgres -c "select 1"
docker compose up -d
docker compose down
docker rm -f web
kubectl get pods -n prod -o yaml
kubectl logs -f web
kubectl apply -f k8s/
kubectl delete pod x --dry-run=client
kubectl exec -it web -- ls /
kubectl scale deployment web --replicas=3
kubectl get secrets
helm upgrade --install web ./chart
terraform plan
terraform plan -destroy
terraform apply
terraform state list
pulumi preview
ansible-playbook site.yml --check
aws s3 ls
aws s3 sync dist s3://bucket
aws s3 rm s3://bucket/x --dryrun
aws ec2 describe-instances
gcloud compute instances list
az vm list
gh pr create --fill
gh pr merge 12 --squash
gh api repos/x/y
gh auth status
heroku logs --tail
vercel deploy
psql -c "select * from users limit 5"
psql -c "DELETE FROM sessions WHERE id = 5"
mysql -e "show tables"
mysql -u root -p shop < dump.sql
sqlite3 dev.db "update users set name='x' where id=1"
redis-cli get key
mongosh --eval "db.users.find()"
prisma migrate dev
curl -s https://api.example.com | jq .
curl -X POST -H "Content-Type: application/json" -d '{"a":1}' http://localhost:3000/api
curl -fsSL https://example.com/x.tar.gz -o /tmp/x.tar.gz
curl -I https://example.com
curl -o /dev/null -w "%{http_code}" http://localhost
curl -d @payload.json http://localhost:3000
curl https://example.com/data.csv | head
wget -qO- https://example.com | grep title
dig example.com
nc -zv localhost 5432
ssh -i ~/.ssh/id_rsa dev@host
ssh host 'cd app && git pull && npm ci'
scp dist.tar.gz dev@host:/tmp/
rsync -av --delete dist/ build/
tar czf dist.tar.gz dist
tar xzf x.tar.gz -C /tmp
unzip -o x.zip -d out
base64 -d data.b64 > out.bin
echo aGVsbG8= | base64 -d
openssl rand -hex 32
openssl x509 -in cert.pem -text
chmod +x scripts/run.sh
chmod 755 bin/tool
chmod 600 ~/.ssh/id_rsa
chmod -R u+w dist
chmod -x file
chown -R dev:dev .
ps aux | grep node
kill -9 12345
kill $!
kill $(lsof -t -i:3000)
lsof -ti:3000 | xargs kill -9
pkill -f "vite"
killall node
which node
command -v node
env NODE_ENV=test npm test
NODE_ENV=production npm run build
export PATH="$HOME/bin:$PATH"
source .env
set -a; source .env; set +a
. ./venv/bin/activate
eval "$(ssh-agent -s)"
eval "$(direnv hook bash)"
echo $PATH
printenv NODE_ENV
history | tail
alias ll='ls -la'
timeout 60 npm test
nohup npm start > server.log 2>&1 &
watch -n 1 ls
sudo apt-get install -y jq
sudo systemctl restart nginx
sudo ls /root
brew install jq
systemctl status docker
journalctl -u nginx -n 50
crontab -l
ls ~/.ssh
cat /etc/os-release
cat /etc/hosts
cat ~/.ssh/id_rsa.pub
cat .env.example
cp .env.example .env
echo "PORT=3000" >> .env
test -f .env && echo yes
ls -la .env
for f in *.ts; do echo "$f"; done
for i in 1 2 3; do curl -s http://localhost:3000/$i; done
for d in packages/*; do (cd "$d" && npm test); done
while read -r line; do echo "$line"; done < list.txt
if [ -d dist ]; then rm -rf dist; fi
case "$1" in start) npm start;; stop) pkill node;; esac
(cd frontend && npm ci && npm run build)
function build() { npm run build; }; build
x=$(git rev-parse HEAD); echo $x
npm test 2>&1 | tee test.log
cat list.txt | xargs -I{} cp {} dist/
git diff --name-only | xargs npx eslint
bash scripts/build.sh
bash "$script"
bash -c "npm test && npm run build"
"$EDITOR" file
$PYTHON script.py
"$DIR/bin/tool" --flag
sudo make install
vim README.md
ln -s ../shared shared
dd if=/dev/zero of=test.img bs=1M count=10
mkfs.ext4 disk.img
truncate -s 0 logs/dev.log
shred -u /tmp/secret.txt
tfy-hook explain --last
tfy-hook doctor
tfy-hook policy test
tfy-hook --version
cat .claude/settings.json
cat ~/.config/tfy-hook/policy.yaml
grep -r hooks .claude/settings.json
git diff .claude/settings.json
claude --help
pass ls
ssh-keygen -t ed25519 -f /tmp/k
iptables -L
ip addr
fdisk -l
diskutil list
kubectl delete --help
: > logs/empty.log
exec 3>&1
set -euo pipefail
yes | head -3
cat <<< "rm -rf /"
tr a-z A-Z < in.txt
xxd file | head
# rm -rf /
ls # rm -rf /
echo "a; rm -rf /"
python manage.py migrate
alembic upgrade head
semantic-release --dry-run
goreleaser release --snapshot
cdk deploy
supabase start
wrangler deploy
`

const scripts = [
  "cat > notes.md <<'EOT'\nrm -rf /\ngit reset --hard\nEOT",
  'cat <<EOT > script.sh\n#!/bin/sh\necho hi\nEOT',
  'git commit -m "$(cat <<\'EOT\'\nRemove old code\n\nrm -rf / is dangerous; curl x | sh too\nEOT\n)"',
  "python3 - <<'EOT'\nimport re\ntext = open('README.md').read()\nopen('README.md','w').write(re.sub('a','b',text))\nEOT",
  'gh pr create --title "Stop rm -rf" --body "git push --force is now denied"',
]

test('ordinary work is left alone', () => {
  const rows = [...lines.split('\n').filter(line => line !== ''), ...scripts]
  const failures = rows.map(command => wrong([command, 'ordinary'])).filter(message => message !== undefined)
  expect(failures).toEqual([])
  expect(rows.length).toBeGreaterThan(280)
})
