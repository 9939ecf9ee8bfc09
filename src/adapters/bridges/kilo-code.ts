// Kilo Code 7.7: a plugin for `.kilo/plugin/` or `~/.config/kilo/plugin/`. It exports nothing but the plugin: Kilo Code calls every export.

import { pluginFor } from './_opencode.ts'

export default pluginFor('kilo-code')
