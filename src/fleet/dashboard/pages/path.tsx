/** A path, or another long name, that keeps its end: where there is no room for it, the middle goes. */

import { visible } from './text.ts'

/** Of the end that always stays: the last name of a path, unless it is too long itself. */
const [mostKept, leastKept] = [28, 12]

const endOf = (text: string): number => {
  const slash = text.lastIndexOf('/', text.length - 2)
  return slash >= 0 && text.length - slash <= mostKept ? slash : Math.max(0, text.length - leastKept)
}

export const Path = ({ of }: { readonly of: string }) => {
  const text = visible(of.slice(0, 400))
  const at = endOf(text)
  return (
    <span class="path" title={text}>
      {at > 0 && <span class="head">{text.slice(0, at)}</span>}
      <span class="tail">{text.slice(at)}</span>
    </span>
  )
}
