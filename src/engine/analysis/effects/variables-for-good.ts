/** Variables that every later program gets: the registry, `setx`, a service manager. */

import { setForLater } from '../places/agent-variables.ts'
import { isUnownedTemporary } from '../places/place-kinds.ts'
import { type Analysis, record } from '../values/analysis.ts'
import { HOLE } from '../values/value.ts'

/** What these name is loaded into programs, whatever it is. */
const preloads = /^(?:LD_(?:PRELOAD|AUDIT)|DYLD_INSERT_LIBRARIES|COR(?:ECLR)?_PROFILER_PATH\w*|DOTNET_STARTUP_HOOKS|BASH_ENV)$/i
/** Programs find code, settings or programs by these. */
const places =
  /^(?:NODE_(?:OPTIONS|PATH)|(?:JAVA_TOOL|JDK_JAVA|MAVEN|GRADLE)_OPT(?:ION)?S|_JAVA_OPTIONS|PYTHON(?:STARTUP|PATH|HOME)|PERL5(?:OPT|LIB)|RUBY(?:OPT|LIB)|PSModulePath|(?:DYLD|LD)_LIBRARY_PATH|(?:GIT_)?(?:SSH|EDITOR|PAGER|VISUAL|ASKPASS|SSH_COMMAND)|ComSpec)$/i

/** With these no certificate is checked any longer. */
const unchecked: readonly (readonly [names: RegExp, off: RegExp])[] = [
  [/^(?:NODE_TLS_REJECT_UNAUTHORIZED|PYTHONHTTPSVERIFY)$/i, /^["']?0/],
  [/^npm_config_strict_ssl$/i, /^["']?false/i],
  [/^GIT_SSL_NO_VERIFY$/i, /^["']?(?:1|true|yes|on)/i],
]

export function setForGood(name: string, value: string, analysis: Analysis): void {
  setForLater(name, value.startsWith('$') ? HOLE : value, analysis)
  const isTemporary = (text: string): boolean =>
    isUnownedTemporary(text.replaceAll('\\', '/'), analysis) ||
    /^(?:%TE?MP%|\$env:TE?MP)(?:[\\/]|$)|^[a-z]:[\\/](?:Te?mp|Users[\\/]Public)\b/i.test(text)
  if (unchecked.some(([names, off]) => names.test(name) && off.test(value))) record(analysis, 'permissions.security-off')
  else if (preloads.test(name) && value !== '') record(analysis, 'execution.preload')
  else if (places.test(name) && value.split(/[\s=;"']|:(?![\\/])/).some(isTemporary)) record(analysis, 'execution.preload')
  else if (/^path$/i.test(name)) {
    const [first = ''] = value.split(/[;"']|(?<=[\w/][\w/]):(?=\/)/, 1)
    if (isTemporary(first)) record(analysis, 'persistence.program-shadow')
    // What was there before may still come first.
    else if (!first.includes(HOLE) && !/^(?:%path%|\$|\[|$)/i.test(first))
      record(analysis, 'persistence.program-shadow', { unknown: `which programs lie in ${first}` })
  }
}
