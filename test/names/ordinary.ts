/** Patterns as people write them in a project: every kind of file in every kind of folder, by every program. */

const folders = [
  'src',
  'dist',
  'config',
  'docs',
  'packages/*',
  'test/fixtures',
  'build',
  '.github/workflows',
  'src/**',
  '.vscode',
]
const names = ['*', '*.ts', '*.json', '*.log', 'index.?s', '[a-m]*.md', '*.{js,css}', '*-[0-9]*', '[!_]*']

const programs: readonly ((path: string) => string)[] = [
  path => `cat ${path}`,
  path => `ls -la ${path}`,
  path => `wc -l ${path}`,
  path => `grep -n TODO ${path}`,
  path => `cp ${path} build/`,
  path => `mv ${path} build/old/`,
  path => `rm -f dist/${path}`,
  path => `git add ${path}`,
  path => `tar czf a.tgz ${path}`,
  path => `npx prettier --write ${path}`,
  path => `for f in ${path}; do echo "$f"; done`,
  path => `for f in ${path}; do sed -i 's/a/b/' "$f"; done`,
  path => `touch ${path}`,
  path => `chmod 644 ${path}`,
]

const searches: readonly ((name: string) => string)[] = [
  name => `find . -name '${name}' -print`,
  name => `find src -name '${name}' -exec grep -l TODO {} +`,
  name => `find . -name '${name}' -newer x -exec wc -l {} \\;`,
  name => `find dist -name '${name}' -delete`,
  name => `fd '${name}' src`,
  name => `rg -g '${name}' TODO`,
]

export const ordinary: readonly string[] = [
  ...folders.flatMap(folder => names.flatMap(name => programs.map(program => program(`${folder}/${name}`)))),
  ...['*', '*.log', '*.json', 'index.?s'].flatMap(name => searches.map(search => search(name))),
]
