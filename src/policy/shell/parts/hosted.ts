/** Clouds, clusters, services that somebody else hosts, and what is deployed to them. */

import '../analyse.ts' // All that is shared with it stays in its chunk.
import { cloud } from '../programs/cloud.ts'
import { clusters } from '../programs/clusters.ts'
import { containers } from '../programs/containers.ts'
import { environment } from '../programs/environment.ts'
import { forges } from '../programs/forges.ts'
import { hosting } from '../programs/hosting.ts'
import { infrastructure } from '../programs/infrastructure.ts'
import { migrations } from '../programs/migrations.ts'
import { services } from '../programs/services.ts'
import { statements } from '../programs/statements.ts'
import { stores } from '../programs/stores.ts'
import { versioning } from '../programs/versioning.ts'

export const families = {
  cloud,
  clusters,
  containers,
  environment,
  forges,
  hosting,
  infrastructure,
  migrations,
  services,
  statements,
  stores,
  versioning,
}
