/** Open Policy Agent with one trivial rule, for the same requests: `go install github.com/open-policy-agent/opa@v1.22.2`. */

import { writeFileSync } from 'node:fs'
import { run, say } from '../project/project.ts'

const rule = `package system

default main := {"decision": "allow"}

main := {"decision": "deny"} if contains(input.tool_input.command, "rm -rf /")
`

/** What starts it on a port, with the whole body as its input; undefined where it is not installed. */
export const opa = (folder: string, port: number): readonly string[] | undefined => {
  if (run('opa', ['version']).code !== 0) {
    say('SKIPPED opa: it is not installed')
    return undefined
  }
  const file = `${folder}/rule.rego`
  writeFileSync(file, rule)
  return ['opa', 'run', '--server', '--addr', `127.0.0.1:${port}`, '--log-level', 'error', '--skip-version-check', file]
}
