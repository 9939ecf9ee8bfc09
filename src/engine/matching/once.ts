/** Makes a value when it is first asked for. A table within `make` costs a call that never asks nothing. */
export const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
