/** Clouds, clusters, services that somebody else hosts, and what is deployed to them. */

import { records as versioning } from '../git/versioning.gen.ts'
import { environment } from '../machine/environment.ts'
import { records as services } from '../machine/services.gen.ts'
import { cloud } from '../services/cloud.ts'
import { clusters } from '../services/clusters.ts'
import { containers } from '../services/containers.ts'
import { records as deploying } from '../services/deploying.gen.ts'
import { forges } from '../services/forges.ts'
import { hosting } from '../services/hosting.ts'
import { infrastructure } from '../services/infrastructure.ts'
import { migrations } from '../services/migrations.ts'
import { newerServices } from '../services/newer-services.ts'
import { records as printers } from '../services/printers.gen.ts'
import { rareServices } from '../services/rare-services.ts'
import { records as revealing } from '../services/revealing.gen.ts'
import { sending } from '../services/sending.ts'
import { records as stores } from '../services/stores.gen.ts'

export { asUnknown, endsResources } from '../services/unknown-resources.ts'

export const families = {
  printers,
  infrastructure,
  clusters,
  containers,
  services,
  environment,
  migrations,
  cloud,
  hosting,
  rareServices,
  newerServices,
  forges,
  stores,
  versioning,
  revealing,
  sending,
  deploying,
}
