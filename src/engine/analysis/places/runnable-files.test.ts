/** Every file of the table is looked at: the short look of the hot path must not leave one out. */

import { expect, it } from 'vitest'
import { mayRunLater } from './read-later.ts'
import { runnableAt } from './runnable-files.ts'

const home =
  `package.json Makefile GNUmakefile rules.mk justfile .justfile deploy.just .git/hooks/pre-commit .githooks/pre-push .husky/pre-commit
  .config/git/hooks/pre-push .envrc .config/direnv/direnvrc .bash_aliases .bashrc.d/x .config/fish/functions/x.fish .bashrc .profile .zshenv
  .xinitrc run.sh .config/nvim/init.lua init.lua .nvim.lua .wezterm.lua .vimrc .gvimrc .exrc .lvimrc .vim/plugin/x.vim init.vim .emacs
  .emacs.d/init.el .config/emacs/init.el .doom.d/config.el .dir-locals.el .tmux.conf .config/tmux/tmux.conf .screenrc .gdbinit .lldbinit
  .psqlrc .sqliterc .muttrc .config/i3/config .config/sway/config .config/hypr/hyprland.conf .config/sxhkd/sxhkdrc .config/kitty/kitty.conf
  .inputrc .ghci .forward .procmailrc .mozilla/firefox/x.default/user.js .ipython/profile_default/startup/x.py .jupyter/jupyter_server_config.py
  sitecustomize.py usercustomize.py .pythonrc .pythonstartup conftest.py setup.py noxfile.py .pdbrc lib/site-packages/x.pth tasks.py fabfile.py
  dodo.py SConstruct SConscript wscript .gradle/init.d/x.gradle init.gradle.kts build.gradle settings.gradle.kts build.sbt build.sc build.rs
  build.zig mix.exs .prettierrc.js .eslintrc.cjs .babelrc.js .mocharc.js .lintstagedrc.mjs vite.config.ts jest.setup.js gulpfile.js Gruntfile.js
  .pnpmfile.cjs .pnp.cjs Rakefile Gemfile Guardfile Podfile Fastfile Dangerfile Brewfile x.gemspec tasks/x.rake .irbrc .pryrc Vagrantfile
  .Rprofile .perldb .julia/config/startup.jl .octaverc lefthook.yml .lefthook-local.yaml .pre-commit-config.yaml .overcommit.yml Taskfile.yml
  mise.toml .mise.local.toml .config/mise/config.toml devbox.json flake.nix shell.nix Procfile CMakeLists.txt .lintstagedrc .devcontainer.json
  .devcontainer/devcontainer.json .vscode/tasks.json .vscode/launch.json .vscode/settings.json .config/Code/User/settings.json .zed/tasks.json
  .config/zed/settings.json .fleet/run.json shop.code-workspace .idea/workspace.xml .run/x.run.xml .kube/config kubeconfig .gitmodules .lfsconfig
  .git/info/attributes .tigrc .mailcap .subversion/config .config/alacritty/alacritty.toml x.desktop .config/awesome/rc.lua .docker/cli-plugins/x .oh-my-zsh/custom/x.zsh tox.ini pyproject.toml meson.build configure.ac build.xml pom.xml composer.json deno.json binding.gyp .hgrc .hg/hgrc .cargo/config.toml .cargo/config gradle.properties .mvn/jvm.config .mavenrc .bazelrc Jenkinsfile main.tf
  .github/workflows/ci.yml Dockerfile Dockerfile.dev api.Dockerfile Containerfile .claude/commands/review.md
  .gitlab-ci.yml .circleci/config.yml azure-pipelines.yml action.yml
  .zsh_aliases .bash_functions .fzf.zsh .cargo/env .nvm/nvm.sh .mkshrc .duckdbrc .Renviron .lein/profiles.clj .gnupg/gpg-agent.conf .irbrc .pryrc .xonshrc
  .config/ghostty/config .config/zellij/config.kdl .config/lazygit/config.yml .config/gh/config.yml .config/karabiner/karabiner.json .sbt/1.0/plugins/x.sbt
  .config/mise/config.toml .config/Cursor/User/settings.json .vscode/extensions/x/main.js .config/git/attributes`.split(/\s+/)

it.each(home)('%s', path => {
  for (const at of [`/home/dev/${path}`, `C:\\Users\\dev\\${path.replaceAll('/', '\\')}`]) {
    expect(runnableAt(at)).toBeDefined()
    expect(mayRunLater(at)).toBe(true)
  }
})

it.each(['src/main.rs', 'src/index.ts', 'README.md', 'docs/Makefile.md', '.git/hooks/pre-commit.sample', 'notes.txt'])(
  'not %s',
  path => expect(runnableAt(`/home/dev/shop/${path}`)).toBeUndefined(),
)
