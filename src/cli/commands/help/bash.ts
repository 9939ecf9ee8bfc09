/** Bash, from the 3.2 of macOS on: no associative arrays, no `mapfile`, `compopt` only where there is one. */

import { everyNode, type Node, type Value } from './command-tree.ts'

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const offer = (value: Value): string => {
  if (value.kind === 'words') return `_tfy_hook_words ${quoted(value.words.join(' '))}`
  return value.kind === 'any' ? ':' : `_tfy_hook_files ${value.kind === 'file' ? '-f' : '-d'}`
}

const branch = (patterns: readonly string[], body: string): string =>
  patterns.length === 0 ? '' : `    ${patterns.map(quoted).join(' | ')}) ${body} ;;\n`

const pathOf = (node: Node): string => node.path.join(' ')

export const bash = (root: Node): string => {
  const nodes = everyNode(root)
  const deeper = nodes.filter(({ path }) => path.length > 0).map(({ path }) => `${path.slice(0, -1).join(' ')}:${path.at(-1)}`)
  const valued = nodes.flatMap(node =>
    node.flags.flatMap(({ names, value }) =>
      value === undefined ? [] : [{ keys: names.map(name => `${pathOf(node)}:${name}`), value }],
    ),
  )
  const values = valued.map(({ keys, value }) => branch(keys, `${offer(value)}; return`)).join('')
  const flags = nodes
    .map(node => branch([pathOf(node)], `_tfy_hook_words ${quoted(node.flags.flatMap(({ names }) => names).join(' '))}`))
    .join('')
  const rest = nodes
    .map(node => {
      if (node.children.length > 0)
        return branch([pathOf(node)], `_tfy_hook_words ${quoted(node.children.map(({ path }) => path.at(-1)).join(' '))}`)
      const value = node.positionals[0]?.value
      return value === undefined ? '' : branch([pathOf(node)], offer(value))
    })
    .join('')
  const skip = branch(
    valued.flatMap(({ keys }) => keys),
    'i=$((i + 1))',
  )
  // biome-ignore lint/suspicious/noTemplateCurlyInString: bash expands it.
  const steps = [skip, branch(deeper, 'path="${path:+$path }$word"')].map(line => `  ${line}`).join('')
  return `# Completion of tfy-hook for bash. In ~/.bashrc: eval "$(tfy-hook completion bash)"

_tfy_hook_words() {
  local IFS=$' \\n'
  COMPREPLY=($(compgen -W "$1" -- "$cur"))
}

_tfy_hook_files() {
  if [ "$1" = -d ]; then compopt -o dirnames 2>/dev/null && return; else compopt -o default 2>/dev/null && return; fi
  local IFS=$'\\n'
  COMPREPLY=($(compgen "$1" -- "$cur"))
}

_tfy_hook() {
  local cur prev path word i
  COMPREPLY=()
  cur=\${COMP_WORDS[COMP_CWORD]}
  prev=\${COMP_WORDS[COMP_CWORD - 1]}
  # Bash makes --flag=value three words.
  if [ "$cur" = = ]; then
    cur=
  elif [ "$prev" = = ] && [ "$COMP_CWORD" -gt 2 ]; then
    prev=\${COMP_WORDS[COMP_CWORD - 2]}
  fi
  path=
  i=1
  while [ "$i" -lt "$COMP_CWORD" ]; do
    word=\${COMP_WORDS[i]}
    case "$path:$word" in
${steps}    esac
    i=$((i + 1))
  done
  case "$path:$prev" in
${values}  esac
  case "$cur" in
    -*) _tfy_hook_flags "$path" ;;
    *) _tfy_hook_rest "$path" ;;
  esac
}

_tfy_hook_flags() {
  case "$1" in
${flags}  esac
}

_tfy_hook_rest() {
  case "$1" in
${rest}  esac
}

complete -F _tfy_hook tfy-hook
`
}
