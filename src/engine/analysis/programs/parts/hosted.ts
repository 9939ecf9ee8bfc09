/** Clouds, clusters, services that somebody else hosts, and what is deployed to them. */

import { versioning } from '../git/versioning.ts'
import { environment } from '../machine/environment.ts'
import { services } from '../machine/services.ts'
import { cloud } from '../services/cloud.ts'
import { clusters } from '../services/clusters.ts'
import { containers } from '../services/containers.ts'
import { forges } from '../services/forges.ts'
import { hosting } from '../services/hosting.ts'
import { infrastructure } from '../services/infrastructure.ts'
import { migrations } from '../services/migrations.ts'
import { newerServices } from '../services/newer-services.ts'
import { rareServices } from '../services/rare-services.ts'
import { printers, revealing } from '../services/revealing.ts'
import { sending } from '../services/sending.ts'
import { statements } from '../services/statements.ts'
import { stores } from '../services/stores.ts'

export { endsResources } from '../services/unknown-resources.ts'

export const families = {
  cloud,
  clusters,
  containers,
  environment,
  forges,
  hosting,
  infrastructure,
  migrations,
  newerServices,
  rareServices,
  printers,
  revealing,
  sending,
  services,
  statements,
  stores,
  versioning,
}
