/** The least a hook can do: read the event, answer `{}`. Compiled by the product's flags, it is the floor of the runtime. */

import { readFileSync, writeSync } from 'node:fs'

readFileSync(0)
writeSync(1, '{}\n')
