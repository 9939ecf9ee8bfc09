/** `doctor`: what is wrong, why it matters, what fixes it; and a drill of what is registered. */

import { writeAll } from '../../../hook/io.ts'
import { type Finding, severities } from '../../../setup/doctor/finding.ts'
import { clientNames } from '../registration/registrations.ts'
import { json } from '../terminal/json.ts'
import { text } from './doctor-report.ts'
import { lookAround, type Report } from './examine.ts'

interface DoctorFlags {
  readonly client?: readonly string[]
  readonly json?: boolean
  /** Off: nothing that is registered is run. */
  readonly drill?: boolean
}

/** Exit code 1 when anything is not in order, also where somebody chose it: an agent can choose as well. */
export const doctor = async ({ client, drill = true, json: asJson }: DoctorFlags): Promise<number> => {
  const { report } = await lookAround(clientNames(client), { drill, asks: true })
  writeAll(1, asJson ? `${json(published(report), 2)}\n` : text(report))
  return worstOf(report) === 'ok' ? 0 : 1
}

const worstOf = ({ clients, findings }: Report): Finding['severity'] =>
  [...findings, ...clients.flatMap(client => client.findings)]
    .map(({ severity }) => severity)
    .reduce((a, b) => (severities.indexOf(b) > severities.indexOf(a) ? b : a), 'ok')

const published = (report: Report) => ({
  version: report.version,
  worst: worstOf(report),
  clients: report.clients.map(({ findings: _, ...client }) => client),
  findings: [...report.findings, ...report.clients.flatMap(({ findings }) => findings)],
})
