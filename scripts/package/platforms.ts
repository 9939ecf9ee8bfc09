/** The platforms we build for, once: the names of release files, of npm packages, and of Bun's runtimes come from here. */

export interface Platform {
  /** As in the release file's name. */
  readonly target:
    | 'linux-x64'
    | 'linux-x64-musl'
    | 'linux-arm64'
    | 'linux-arm64-musl'
    | 'darwin-x64'
    | 'darwin-arm64'
    | 'windows-x64'
  readonly os: 'linux' | 'darwin' | 'win32'
  readonly cpu: 'x64' | 'arm64'
  readonly libc?: 'glibc' | 'musl'
}

export const platforms: readonly Platform[] = [
  { target: 'linux-x64', os: 'linux', cpu: 'x64', libc: 'glibc' },
  { target: 'linux-x64-musl', os: 'linux', cpu: 'x64', libc: 'musl' },
  { target: 'linux-arm64', os: 'linux', cpu: 'arm64', libc: 'glibc' },
  { target: 'linux-arm64-musl', os: 'linux', cpu: 'arm64', libc: 'musl' },
  { target: 'darwin-x64', os: 'darwin', cpu: 'x64' },
  { target: 'darwin-arm64', os: 'darwin', cpu: 'arm64' },
  { target: 'windows-x64', os: 'win32', cpu: 'x64' },
]

export const scope = '@truefoundry'
export const mainPackage = `${scope}/tfy-hook`

export const executableName = ({ os }: Platform): string => (os === 'win32' ? 'tfy-hook.exe' : 'tfy-hook')

/** `tfy-hook-linux-x64-musl`, `tfy-hook-windows-x64.exe`. */
export const releaseName = (platform: Platform): string =>
  executableName(platform).replace('tfy-hook', `tfy-hook-${platform.target}`)

/** The quicker executable for Linux, where it could be built. */
export const doorName = ({ target }: Platform): string => `tfy-hook-door-${target}`

/** In npm's and Node's own words, so that the launcher asks no table: `@truefoundry/tfy-hook-win32-x64`. */
export const packageName = ({ os, cpu, libc }: Platform): string => `${mainPackage}-${os}-${cpu}${libc === 'musl' ? '-musl' : ''}`

/** The platform this very machine is; on Linux by the C library that Node itself was built for. */
export const thisPlatform = (): Platform | undefined => {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  const libc = header.glibcVersionRuntime === undefined ? 'musl' : 'glibc'
  return platforms.find(
    ({ os, cpu, libc: needed }) => os === process.platform && cpu === process.arch && (needed === undefined || needed === libc),
  )
}
