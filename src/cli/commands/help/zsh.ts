/** Zsh: one function per command, each an `_arguments` call. Works from `fpath` and by `source`. */

import { everyNode, type Flag, type Node, type Value } from './command-tree.ts'

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Brackets end a description, colons a part. */
const inBrackets = (text: string): string => text.replace(/[\\[\]:]/g, '\\$&')

const nameOf = (node: Node): string => ['_tfy_hook', ...node.path].join('__').replaceAll('-', '_')

const action = (value: Value): string => {
  const name = inBrackets(value.name)
  if (value.kind === 'words') return `:${name}:(${value.words.join(' ')})`
  if (value.kind === 'any') return `:${name}:`
  return `:${name}:${value.kind === 'file' ? '_files' : '_files -/'}`
}

const flagSpecs = ({ names, description, value, variadic }: Flag): readonly string[] => {
  const others = names.length > 1 && !variadic ? `(${names.join(' ')})` : ''
  return names.map(name => {
    const takes = value === undefined ? '' : name.startsWith('--') ? '=' : '+'
    return quoted(
      `${variadic ? '*' : others}${name}${takes}[${inBrackets(description)}]${value === undefined ? '' : action(value)}`,
    )
  })
}

const leaf = (node: Node): string => {
  const positionals = node.positionals.map(({ value, variadic }, at) => quoted(`${variadic ? '*' : at + 1}${action(value)}`))
  const specs = [...node.flags.flatMap(flagSpecs), ...positionals]
  return `${nameOf(node)}() {
  _arguments -s -S ${specs.map(spec => `\\\n    ${spec}`).join(' ')}
}
`
}

const group = (node: Node): string => {
  const entries = node.children.map(({ path, description }) =>
    quoted(`${(path.at(-1) ?? '').replaceAll(':', '\\:')}:${description.replaceAll(':', '\\:')}`),
  )
  const branches = node.children.map(child => `        ${child.path.at(-1)}) ${nameOf(child)} ;;\n`)
  const specs = [...node.flags.flatMap(flagSpecs), quoted('1:command:->command'), quoted('*::argument:->argument')]
  return `${nameOf(node)}() {
  local context state state_descr line
  typeset -A opt_args
  _arguments -s -S -C ${specs.map(spec => `\\\n    ${spec}`).join(' ')}
  case $state in
    command)
      local -a commands
      commands=(
${entries.map(entry => `        ${entry}\n`).join('')}      )
      _describe -t commands command commands
      ;;
    argument)
      case $line[1] in
${branches.join('')}      esac
      ;;
  esac
}
`
}

export const zsh = (root: Node): string => `#compdef tfy-hook
# Completion of tfy-hook for zsh. A folder of $fpath: tfy-hook completion zsh > FOLDER/_tfy-hook
# or, after compinit in ~/.zshrc: source <(tfy-hook completion zsh)

${everyNode(root)
  .map(node => (node.children.length > 0 ? group(node) : leaf(node)))
  .join('\n')}
if [ "\${funcstack[1]}" = _tfy-hook ]; then
  _tfy_hook "$@"
else
  compdef _tfy_hook tfy-hook
fi
`
