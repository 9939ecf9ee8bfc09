/** How Kilo Code reads an answer: 7.7.9 calls the plugin hooks of OpenCode 1.18 and was seen to do the same with what a plugin does. */

export { hostReads, neutral, read, situation, utmost } from './opencode.ts'
