/** The policies in force where one stands, each with what is wrong with it. */

import { existsSync } from 'node:fs'
import type { BundleReport } from '../../../hook/bundle/report.ts'
import { type Config, policyPlaces } from '../../../hook/config.ts'
import type { PolicyReport } from '../../../setup/doctor/machine-findings.ts'
import { ConfigError } from '../terminal/errors.ts'

export const bundleReport = async ({ bundle, places }: Config): Promise<BundleReport | undefined> =>
  bundle === undefined ? undefined : (await import('../../../hook/bundle/report.ts')).reportBundle(bundle, places)

export const policyReports = async ({ places }: Config): Promise<readonly PolicyReport[]> => {
  const { diagnosePolicy } = await import('../../../engine/policy/language/load.ts')
  const { readText } = await import('./files.ts')
  const here = policyPlaces(places, [], process.cwd()).filter(({ file }) => existsSync(file))
  return Promise.all(
    here.map(async ({ file, layer }) => {
      try {
        return { file, layer, problems: (await diagnosePolicy(readText(file), file, layer)).problems }
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error
        return { file, layer, problems: [{ severity: 'error' as const, line: 1, message: error.message.replace(/\.$/, '') }] }
      }
    }),
  )
}
