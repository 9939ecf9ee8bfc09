/** Other names that programs have for their own commands, so that a rule about one holds for each. What a person's configuration adds is no such name. */

/** Of each program, groups of names for one command. From the help of npm 11, pnpm 10, yarn 1 and 4, bun 1, cargo 1.9, helm 3, uv 0.9 and gem 3 (2026-11). */
const groups: Readonly<Record<string, readonly string[]>> = {
  npm: [
    'install i in ins inst insta instal isnt isnta isntal isntall add',
    'ci clean-install ic install-clean isntall-clean',
    'uninstall un unlink remove rm r',
    'update u up upgrade udpate',
    'run run-script rum urn',
    'exec x',
    'test t tst',
    'install-test it',
    'install-ci-test cit clean-install-test sit',
    'init create innit',
    'ls list',
    'll la',
    'link ln',
    'dedupe ddp',
    'rebuild rb',
    'view v info show',
    'search s se find',
    'config c',
    'explain why',
    'docs home',
    'bugs issues',
    'owner author',
    'org ogr',
    'help hlep',
    'version verison',
    'adduser add-user',
    'dist-tag dist-tags',
    ...'access approve-scripts audit cache completion deny-scripts deprecate diff doctor edit explore find-dupes fund get help-search'.split(
      ' ',
    ),
    ...'install-scripts login logout outdated pack ping pkg prefix profile prune publish query repo restart root sbom set shrinkwrap'.split(
      ' ',
    ),
    ...'stage star stars start stop team token trust undeprecate unpublish unstar whoami'.split(' '),
  ],
  pnpm: ['install i', 'remove rm uninstall un', 'update up upgrade', 'link ln', 'run run-script', 'list ls'],
  yarn: ['upgrade up', 'install'],
  bun: ['install i', 'add a', 'remove rm', 'link'],
  cargo: ['build b', 'run r', 'test t', 'check c', 'doc d', 'remove rm'],
  helm: ['uninstall un del delete', 'list ls', 'dependency dep dependencies'],
  gem: ['install i', 'uninstall'],
  brew: ['uninstall remove rm', 'install', 'upgrade'],
  gh: ['checkout co'],
}

/** All names of the command that this word is, itself among them. Of npm also what is short for one name alone: `publ`. */
export const namesOf = (program: string | undefined, word: string): readonly string[] => {
  const known = groups[program ?? '']?.map(names => names.split(' ')) ?? []
  const kebab = program === 'npm' ? word.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`) : word
  const group = known.find(names => names.includes(kebab))
  if (group !== undefined || program !== 'npm' || kebab === '') return group ?? [word]
  const [short, ...more] = known.filter(names => names.some(name => name.startsWith(kebab)))
  const meant = short?.filter(name => name.startsWith(kebab))
  return more.length === 0 && meant?.length === 1 && short !== undefined ? [...short, word] : [word]
}

/** Programs that do this without being told. */
export const impliedBy = (program: string | undefined): string | undefined => (program === 'yarn' ? 'install' : undefined)
