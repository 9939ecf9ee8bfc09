/** Values that make works out while it reads a file. */

/** What is run to get a value: `$(shell …)`, `name != …`, and in backticks; files that `$(file …)` reads and writes. */
export const substituted = (text: string): string[] => [
  ...[...text.matchAll(/\$[({]shell\s+([^\n]+)/g)].map(([, command = '']) => command.slice(0, command.search(/[)}][^)}]*$/))),
  ...[...text.matchAll(/^\w+[ \t]*!=(.+)$/gm)].map(([, command = '']) => command),
  ...[...text.matchAll(/:=\s*`([^`\n]+)`/g)].map(([, command = '']) => command),
  ...[...text.matchAll(/\$[({]file\s*(<|>>?)\s*([^\s,)}]+)/g)].map(([, mark, path]) =>
    mark === '<' ? `cat ${path}` : `: ${mark} ${path}`,
  ),
]
