/** `version`: what is running. */

import { writeAll } from '../../hook/io.ts'

declare const __TFY_VERSION__: string

export const version = ({ json }: { readonly json?: boolean }): number => {
  const { bun, node } = process.versions
  const runtime = bun === undefined ? `node ${node}` : `bun ${bun}`
  const { platform, arch } = process
  writeAll(
    1,
    json
      ? `${JSON.stringify({ version: __TFY_VERSION__, runtime, platform, arch })}\n`
      : `tfy-hook ${__TFY_VERSION__} (${runtime}, ${platform}-${arch})\n`,
  )
  return 0
}
