/**
 * When Bun compiles what runs often. The executable starts with compilers that wait five hundred times longer than usual, since a call
 * is over before they pay. A long payload and the commands have them wait fifty times longer, as measured in docs/adr/0001-build.md; a server
 * not at all.
 */

declare const Bun: { readonly unsafe: { setJITPolicy?(scale: number): void } } | undefined

export const compileSooner = (scale = 50): void => {
  if (typeof Bun !== 'undefined') Bun.unsafe.setJITPolicy?.(scale)
}
