/** Managers of tools, environments and dotfiles: whom they trust, what they fetch, what they end. Rows of data. */

import type { Program } from '../../calls/form.ts'
import { handlersOf } from '../../calls/interpret.ts'
import { type Call, type Handler, wrapped } from '../../values/analysis.ts'
import { literal, type Stream } from '../../values/value.ts'

const unchecked = 'execution.guard-bypass'
const index = 'packages.registry-override'
const fromUrl = 'packages.install-from-url'
const gone = 'packages.remove-system'

const nix: Program = {
  valued:
    'option expr E f file I include o out-link profile p store eval-store log-format max-jobs j cores arg argstr system inputs-from override-input refresh',
  rows: [
    // What is not signed, or comes from a cache that nobody knows, runs as it came.
    ['... --no-require-sigs|--no-check-sigs', index],
    ['... =require-sigs+false|require-sigs=false', index],
    ['... --option=require-sigs', index],
    ['... @--substituters|--extra-substituters|--trusted-substituters', index],
    ['... --option=substituters|--option=extra-substituters|--option=trusted-substituters @', index],
  ],
}

const tables: Readonly<Record<string, Handler | Program>> = {
  mise: {
    valued: 'C cd E env P profile j jobs',
    environment: { MISE_TRUSTED_CONFIG_PATHS: 'trusted-paths' },
    rows: [
      ['... --trusted-paths=/|--trusted-paths=~', unchecked],
      ['settings ... trusted_config_paths*', unchecked],
      ['settings|config set|add yes|paranoid|trusted_config_paths', unchecked],
      ['trust --all|-a', unchecked],
      ['trust @', fromUrl],
      ['implode', gone],
      ['uninstall --all|-a', gone],
      ['plugin|plugins|p install|add|i|a|link @', fromUrl],
      ['use|install|exec|x|i|u ... @', fromUrl],
    ],
  },
  asdf: {
    rows: [
      ['plugin remove', gone],
      ['plugin-remove', gone],
      ['plugin|plugin-add @', fromUrl],
    ],
  },
  chezmoi: {
    valued: 'S source D destination c config W working-tree o output branch depth',
    rehearsal: 'n',
    rows: [
      ['purge', 'filesystem.delete-outside'],
      ['destroy', 'filesystem.delete-outside'],
      ['init|update ... @', 'execution.download-execute'],
      ['init --apply|-a *', 'persistence.shell-profile', 'perhaps'],
      ['init --one-shot *', 'persistence.shell-profile', 'perhaps'],
    ],
  },
  yadm: {
    valued: 'Y w f yadm-dir yadm-repo yadm-config yadm-data',
    also: dotfiles,
    rows: [
      ['clone @', 'execution.download-execute'],
      ['enter', { operands: 'command' }],
    ],
  },
  pixi: {
    valued: 'manifest-path m',
    rows: [
      ['... @--channel|-c', index],
      ['workspace|project channel add|set @', index],
      ['config set|append|prepend *channel*|*mirror*|*index* =://', index],
      ['config set tls-no-verify true', index],
      ['... --tls-no-verify', index],
    ],
  },
  nix: {
    ...nix,
    rows: [
      ...(nix.rows ?? []),
      ['store delete', gone],
      ['profile wipe-history', gone],
      ['profile remove --all', gone],
      ['profile remove .\\*|\\*', gone],
    ],
  },
  'nix-build nix-shell nix-instantiate': nix,
  'nix-store': {
    ...nix,
    rehearsal: 'print-dead print-live print-roots',
    rows: [...(nix.rows ?? []), ['--delete', gone]],
  },
  'nix-collect-garbage': { rows: [['-d|--delete-old|--delete-older-than', gone]] },
  'nix-env': { ...nix, rows: [...(nix.rows ?? []), ['... -e|--uninstall', gone], ['... --delete-generations', gone]] },
  'nix-channel': {
    rows: [
      ['... @', index],
      ['--remove', gone],
    ],
  },
  'nixos-rebuild darwin-rebuild home-manager': {
    valued: 'flake I target-host build-host p profile-name',
    rows: [
      ['switch|boot|test|activate =github:|gitlab:|sourcehut:|git+|http:|https:', 'persistence.service', 'perhaps'],
      ['uninstall|expire-generations|remove-generations', gone],
    ],
  },
  devbox: {
    valued: 'c config e env env-file environment',
    rows: [
      ['run|shell', { operands: 'command' }],
      ['global pull @', fromUrl],
      ['global ... pull @', fromUrl],
      ['secrets download|ls --show', 'secrets.print-token'],
    ],
  },
  sdk: { rows: [['uninstall|flush', gone]] },
  'rustup volta fnm nvm pyenv rbenv nodenv': {
    rows: [
      ['self uninstall', gone],
      ['toolchain link', 'persistence.program-shadow'],
    ],
  },
}

/** Git on the files of the home, besides its own words. */
function dotfiles(call: Call): Stream | undefined {
  const words = call.args.filter(({ text }, at) => text[0] !== '-' && !/^(?:-Y|--yadm-\w+)$/.test(call.args[at - 1]?.text ?? ''))
  const [verb] = words
  if (
    verb === undefined ||
    /^(?:alt|bootstrap|encrypt|decrypt|perms|enter|introspect|help|version|upgrade|list)$/.test(verb.text)
  )
    return undefined
  const from = call.args.indexOf(verb)
  return call.analysis.words([literal('git'), ...call.args.slice(from)], wrapped(call), call.stdin)
}

export const toolManagers: Readonly<Record<string, Handler>> = handlersOf(tables)
