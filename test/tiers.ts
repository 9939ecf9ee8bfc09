/**
 * Which tests run when. `npm run test:fast` runs what is in neither list: no build, under a minute on two cores. `npm test` runs that and `full`;
 * `.ci/run` runs `long` as well (`npm run test:long`).
 */

/** Starts what `npm run build` makes, goes through all of a large table, or needs modules that nobody has loaded: fast tests share theirs. */
export const full: readonly string[] = [
  'test/{audit,background,blackbox,bridges,bundle,cli,dashboard,distribution,door,e2e,export,prove,resident,serve,spool}/**/*.test.ts',
  'src/engine/analysis/programs/options-in-front.test.ts',
  'src/engine/matching/addresses.test.ts',
  'test/contain/{command,handed-over,landlock,recorded}.test.ts',
  'test/{expressions,failing,flows}.test.ts',
  'test/guards/{regex-literals,unmarked}.test.ts',
  'test/install/round-trip.test.ts',
]

/** Builds, packs or generates anew, waits for the clock, needs a program of others, or tries every combination of what is tried once elsewhere. */
export const long: readonly string[] = [
  'test/{ordinary-code,padding,parity,properties}.test.ts',
  'test/audit/crowd.test.ts',
  'test/blackbox/{batch-corpus,explain,gateway-budget,gateway-matrix,gateway-ways,hostile}.test.ts',
  'test/bridges/{failures,printed}.test.ts',
  'test/bundle/signature.test.ts',
  'test/cli/{pending,unstartable}.test.ts',
  'test/contain/{jobs,ways-out}.test.ts',
  'test/dashboard/pages.test.ts',
  'test/distribution/{completion,door,npm,reproducible,upgrade,install-script}.test.ts',
  'test/docs/playground.test.ts',
  'test/doctor/deployed.test.ts',
  'test/door/managed.test.ts',
  'test/export/real.test.ts',
  'test/gateway/{breaker,matrix-whole,outcomes}.test.ts',
  'test/git/all-*.test.ts',
  'test/guards/gen.test.ts',
  'test/install/power-cut.test.ts',
  'test/names/every.test.ts',
  'test/oracle/oracle.test.ts',
  'test/resident/process.test.ts',
  'test/serve/{fleet,life,same,shared-state,warm}.test.ts',
  'test/shells/differential.test.ts',
  'test/spool/{aside,send}.test.ts',
]
