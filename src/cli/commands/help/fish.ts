/** Fish: one `complete` line per flag, value and command, each under the condition that its command is the one being typed. */

import { everyNode, type Flag, type Node, type Value } from './command-tree.ts'

const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`

const offer = (value: Value): string => {
  if (value.kind === 'words') return ` -x -a ${quoted(value.words.join(' '))}`
  if (value.kind === 'any') return ' -x'
  return value.kind === 'file' ? ' -r -F' : " -x -a '(__fish_complete_directories)'"
}

const at = (node: Node): string => `complete -c tfy-hook -n ${quoted(`__tfy_hook_at ${quoted(node.path.join(' '))}`)}`

const flagLine = (node: Node, { names, description, value }: Flag): string => {
  const said = names.map(name => (name.startsWith('--') ? ` -l ${name.slice(2)}` : ` -s ${name.slice(1)}`)).join('')
  return `${at(node)}${said} -d ${quoted(description)}${value === undefined ? '' : offer(value)}\n`
}

const linesOf = (node: Node): string => {
  const flags = node.flags.map(flag => flagLine(node, flag))
  const commands = node.children.map(
    ({ path, description }) => `${at(node)} -a ${quoted(path.at(-1) ?? '')} -d ${quoted(description)}\n`,
  )
  const value = node.children.length > 0 ? undefined : node.positionals[0]?.value
  const rest = value === undefined ? '' : `${at(node)}${offer(value).replace(/^ -[xr] ?/, ' ')}\n`
  return [...flags, ...commands, rest].join('')
}

export const fish = (root: Node): string => {
  const nodes = everyNode(root)
  const deeper = nodes.filter(({ path }) => path.length > 0).map(({ path }) => `${path.slice(0, -1).join(' ')}:${path.at(-1)}`)
  const valued = nodes.flatMap(({ path, flags }) =>
    flags.flatMap(({ names, value }) => (value === undefined ? [] : names.map(name => `${path.join(' ')}:${name}`))),
  )
  return `# Completion of tfy-hook for fish: tfy-hook completion fish > ~/.config/fish/completions/tfy-hook.fish

function __tfy_hook_at
    set -l words (commandline -opc)
    set -l path
    set -l skip 0
    for word in $words[2..]
        if test $skip = 1
            set skip 0
            continue
        end
        switch "$path:$word"
            case ${valued.map(quoted).join(' ')}
                set skip 1
            case ${deeper.map(quoted).join(' ')}
                set path $path $word
        end
    end
    test "$path" = $argv[1]
end

complete -c tfy-hook -f
${nodes.map(linesOf).join('')}`
}
