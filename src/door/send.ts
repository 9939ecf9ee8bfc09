/** `src/hook/sources/transport/fetch.ts` behind the door: there is no network. */

import type { Send } from '../hook/sources/transport/transport.ts'
import { host } from './host.ts'

export const sendByFetch: Send = () => host.handOver()
