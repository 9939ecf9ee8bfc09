/** Files that a program runs or obeys without being asked for it, and how it reads them. */

import { textGlob } from '../matching/glob.ts'

/** `shell`: every line. `lines`: what stands behind a command of the program. `settings`: values. A command is given the text as code. */
export type Reader =
  | 'shell'
  | 'notebook'
  | 'make'
  | 'just'
  | 'steps'
  | 'lifecycle'
  | 'groovy'
  | 'image'
  | 'prompt'
  | 'orders'
  | 'lines'
  | 'settings'
  | `${string} -${string}`
  | 'cmd /c'
/** Whether a person starts it and sees what it does, and what is lost when it goes wrong. */
export type Runner = 'person' | 'build tool' | 'itself' | 'build service'

export interface Runnable {
  /** Ends of paths; `*` goes through folders. */
  readonly where: string
  readonly reads: Reader
  readonly by: Runner
  /** The page that says so. */
  readonly source: string
}

export const runnables: readonly Runnable[] = [
  {
    where:
      '.{github/workflows,github/actions,circleci,buildkite,woodpecker,gitlab}/*.{yml,yaml} {gitlab-ci,.gitlab-ci,azure-pipelines,.azure-pipelines,bitbucket-pipelines,drone,.drone,woodpecker,.woodpecker,travis,.travis,cirrus,.cirrus,buildspec,cloudbuild}*.{yml,yaml} action.{yml,yaml}',
    reads: 'steps',
    by: 'build service',
    source: 'the workflow syntax of each service',
  },
  { where: '*.{tf,tofu}', reads: 'lines', by: 'build tool', source: 'Terraform: external data source, local-exec provisioner' },
  { where: 'Jenkinsfile*', reads: 'groovy', by: 'build service', source: 'Jenkins: Using a Jenkinsfile' },
  { where: 'package.json', reads: 'lifecycle', by: 'itself', source: 'npm-scripts(7)' },
  { where: 'makefile gnumakefile *.mk', reads: 'make', by: 'build tool', source: 'make(1)' },
  { where: 'justfile .justfile *.just', reads: 'just', by: 'build tool', source: 'just manual' },
  {
    where:
      '.git/hooks/* .git/modules/*/hooks/* .githooks/* .husky/* .config/git/hooks/* git-template{,s}/hooks/* .docker/cli-plugins/* .oh-my-zsh/custom/*.zsh',
    reads: 'shell',
    by: 'itself',
    source: 'githooks(5), husky',
  },
  {
    where: '.envrc direnvrc .bash_aliases .aliases .{bash,zsh}rc{.,_}local .{bash,zsh}_local .{bash,zsh}rc.d/*',
    reads: 'shell',
    by: 'itself',
    source: 'direnv(1), direnv-stdlib(1), bash(1)',
  },
  {
    where: '.{bash,zsh,k,mk}rc .profile .zprofile .bash_{profile,login,logout} .z{shenv,login,logout} .xinitrc .xsession',
    reads: 'shell',
    by: 'itself',
    source: 'bash(1), zsh(1), ksh(1), startx(1)',
  },
  { where: '*.ipynb', reads: 'notebook', by: 'build tool', source: 'nbformat; IPython: system shell access' },
  { where: '*.fish', reads: 'lines', by: 'itself', source: 'fish(1)' },
  { where: '*.ps1 *.psm1', reads: 'pwsh -Command', by: 'person', source: 'about_Scripts' },
  { where: '*.bat *.cmd', reads: 'cmd /c', by: 'person', source: 'cmd /?' },
  { where: '*.sh *.bash *.zsh', reads: 'shell', by: 'person', source: 'sh(1)' },
  {
    where: '.config/nvim/*.lua init.lua .nvim.lua .wezterm.lua .hammerspoon/*.lua .config/{awesome,mpv,wezterm}/*.lua',
    reads: 'lua -e',
    by: 'itself',
    source: 'Neovim: initialization, exrc; WezTerm: Configuration; Hammerspoon',
  },
  {
    where: '.vimrc .gvimrc .nvimrc .exrc .nexrc .lvimrc .vim/*.vim .config/nvim/*.vim init.vim',
    reads: 'lines',
    by: 'itself',
    source: 'Vim: startup, :!',
  },
  {
    where: '.emacs .emacs.el .emacs.d/*.el .config/{emacs,doom}/*.el .doom.d/*.el .spacemacs .dir-locals{,-2}.el',
    reads: 'emacs --eval',
    by: 'itself',
    source: 'GNU Emacs: The Init File, Per-Directory Local Variables',
  },
  {
    where:
      '.tmux.conf .config/tmux/*.conf .screenrc .gdbinit .gdbearlyinit .config/gdb/gdb{,early}init .lldbinit .lldbinit-* .psqlrc .sqliterc .config/sqlite3/sqliterc .muttrc .config/mutt/muttrc .config/neomutt/neomuttrc .inputrc .ghci .tigrc .mailcap .subversion/config .ansible.cfg',
    reads: 'lines',
    by: 'itself',
    source:
      'tmux(1) run-shell, screen(1) exec, gdb: shell, LLDB: platform shell, psql(1) \\!, sqlite3(1) .shell, muttrc(5), tigrc(5), mailcap(5)',
  },
  {
    where:
      '.config/{i3,sway,i3status,bspwm,openbox,herbstluftwm,kitty,alacritty,ranger,lf,polybar,rofi}/* .alacritty.toml *.desktop .i3/config .config/hypr/*.conf .config/sxhkd/sxhkdrc .config/starship.toml .config/helix/*.toml',
    reads: 'lines',
    by: 'itself',
    source: 'i3 and sway(5) exec, Hyprland exec-once, sxhkd(1), starship: custom commands, Helix: language servers',
  },
  {
    where: '.forward .procmailrc .fetchmailrc .{mozilla,thunderbird}/*/user.js Firefox/*/user.js',
    reads: 'lines',
    by: 'itself',
    source: 'forward(5), procmailrc(5), user.js',
  },
  {
    where:
      '*.pth {site,user}customize.py .pythonrc{,.py} .pythonstartup .pdbrc{,.py} .ipython/profile_*.py .jupyter/*.py conftest.py setup.py noxfile.py',
    reads: 'python3 -c',
    by: 'itself',
    source: 'Python: site, pdb; IPython: startup files; Jupyter: config; pytest: conftest.py; setuptools: setup.py; nox',
  },
  {
    where: 'tasks.py fabfile.py dodo.py SConstruct SConscript wscript',
    reads: 'python3 -c',
    by: 'build tool',
    source: 'Invoke, Fabric, doit, SCons, waf',
  },
  {
    where: '.gradle/init.d/* init.gradle{,.kts}',
    reads: 'groovy -e',
    by: 'itself',
    source: 'Gradle: Initialization Scripts',
  },
  {
    where: '*.gradle{,.kts} *.sbt build.sc build.{rs,zig} mix.exs',
    reads: 'groovy -e',
    by: 'build tool',
    source: 'Gradle, sbt, Mill: build files; The Cargo Book: Build Scripts; Zig: Build System; Mix',
  },
  {
    where:
      '.{prettier,eslint,babel,mocha,stylelint,lintstaged,commitlint,postcss,nyc,husky}rc.{js,cjs,mjs,ts} .release-it.{js,cjs} *.{config,conf,setup}.{js,cjs,mjs,ts,mts,cts} {gulp,grunt,jake}file{,.babel}.{js,cjs,mjs,ts} .pnpmfile.cjs .pnp.{js,cjs}',
    reads: 'node -e',
    by: 'itself',
    source: 'the configuration pages of each tool: loaded as code',
  },
  {
    where: '{Rake,Gem,Guard,Pod,Fast,Danger,Brew,Cap,Thor,App}file *.gemspec *.rake .irbrc .pryrc',
    reads: 'ruby -e',
    by: 'build tool',
    source: 'Rake, Bundler, RubyGems, Guard, CocoaPods, fastlane, Danger, irb, Pry',
  },
  { where: 'Vagrantfile', reads: 'ruby -e', by: 'build service', source: 'Vagrant: provisioning runs in the machine it makes' },
  {
    where: '{docker,container}file* *.{docker,container}file',
    reads: 'image',
    by: 'build service',
    source: 'Dockerfile reference: RUN, ADD, ENTRYPOINT run in the image',
  },
  { where: '{docker-,}compose*.{yml,yaml}', reads: 'steps', by: 'build service', source: 'Compose file: command, entrypoint' },
  {
    where: '.claude/commands/*.md .claude/skills/*.md .claude/agents/*.md',
    reads: 'prompt',
    by: 'itself',
    source: 'Claude Code: slash commands, dynamic context',
  },
  {
    where:
      '{CLAUDE,CLAUDE.local,AGENTS,AGENT,GEMINI,QWEN,copilot-instructions}.md .{cursor,windsurf,cline}rules .{cursor,windsurf,clinerules}/*.{md,mdc} .github/{instructions,prompts}/*.md .codex/prompts/*.md',
    reads: 'orders',
    by: 'build tool',
    source: 'the instructions of each agent',
  },
  { where: '.Rprofile Rprofile.site', reads: 'Rscript -e', by: 'itself', source: 'R: Startup' },
  { where: '.perldb', reads: 'perl -e', by: 'itself', source: 'perldebug(1)' },
  { where: '.julia/config/startup.jl .octaverc', reads: 'julia -e', by: 'itself', source: 'Julia: startup file; Octave' },
  {
    where: '{,.}lefthook{,-local}.{yml,yaml} .aider.conf.{yml,yaml} .pre-commit-config.{yml,yaml} .overcommit.yml',
    reads: 'lines',
    by: 'itself',
    source: 'Lefthook, pre-commit, Overcommit: hooks',
  },
  {
    where:
      '{,.}Taskfile{,.dist}.{yml,yaml} {,.}mise.toml {,.}mise.*.toml .config/mise/*.toml devbox.json {flake,shell,default}.nix Procfile CMakeLists.txt .lintstagedrc{,.json} tox.ini pyproject.toml meson.build configure.ac build.xml pom.xml',
    reads: 'lines',
    by: 'build tool',
    source:
      'Task, mise, Devbox, Nix: shellHook; foreman, CMake: execute_process; lint-staged; tox, Poe, Meson: run_command; Autoconf, Ant, Maven: exec',
  },
  {
    where: '{,.}devcontainer.json .devcontainer/*.json composer.json deno.json{,c} binding.gyp',
    reads: 'settings',
    by: 'build tool',
    source: 'Dev Containers: lifecycle scripts; Composer: scripts; Deno: tasks; node-gyp: actions',
  },
  {
    where:
      '.vscode/{tasks,launch,settings}.json Code*/User/{tasks,settings}.json .{zed,fleet}/*.json .config/zed/*.json *.code-workspace .idea/*.xml .run/*.xml',
    reads: 'settings',
    by: 'itself',
    source: 'VS Code, Zed, Fleet, JetBrains: tasks, launch and run configurations, programs in settings',
  },
  {
    where: '.kube/config .kube/*.{yml,yaml} kubeconfig{,.yml,.yaml}',
    reads: 'lines',
    by: 'itself',
    source: 'kubectl: client-go credential plugins',
  },
  {
    where: '.gitmodules .lfsconfig .git/info/attributes .git/modules/*/info/attributes .hgrc .hg/hgrc',
    reads: 'lines',
    by: 'itself',
    source: 'gitmodules(5) update, gitattributes(5) filter, git-lfs-config(5), hgrc(5) hooks',
  },
  {
    where: '.cargo/config{,.toml} gradle.properties .mvn/* .mavenrc .bazelrc',
    reads: 'lines',
    by: 'itself',
    source: 'The Cargo Book: Configuration; Gradle: Build Environment; Maven: Configuring; Bazel',
  },
]

/** How the file at this path is read, if it is one of those that run. */
export const runnableAt = (path: string): Runnable | undefined => {
  const slashed = `/${path.replaceAll('\\', '/')}`
  if (/\.sample$/.test(slashed)) return undefined
  return runnables.find(({ where }) => where.split(' ').some(form => textGlob(`*/${form}`, slashed, true)))
}
