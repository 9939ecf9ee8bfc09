/**
 * Which tests run when. `npm run test:fast` runs what is in neither list: no build, under a minute on two cores. `npm test` runs that and `full`;
 * `npm run test:long` runs `long` and all
 * `turns`; `.ci/run` runs `long` and one of the turns, the others with other commits.
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

/** Builds, packs or generates anew, waits for the clock, or needs a program of others. */
export const long: readonly string[] = [
  'test/{parity,properties}.test.ts',
  'test/audit/crowd.test.ts',
  'test/blackbox/{gateway-budget,hostile}.test.ts',
  'test/distribution/{completion,install-script}.test.ts',
  'test/door/managed.test.ts',
  'test/gateway/outcomes.test.ts',
  'test/oracle/oracle.test.ts',
  'test/serve/fleet.test.ts',
  'test/shells/differential.test.ts',
]

/** The longest of them, and what few changes touch: six parts that take about as long. */
export const turns: readonly (readonly string[])[] = [
  ['test/blackbox/{explain,gateway-matrix}.test.ts', 'test/cli/{pending,unstartable}.test.ts', 'test/ordinary-code.test.ts'],
  [
    'test/blackbox/gateway-ways.test.ts',
    'test/contain/ways-out.test.ts',
    'test/distribution/reproducible.test.ts',
    'test/git/all-local.test.ts',
    'test/serve/{life,warm}.test.ts',
    'test/spool/aside.test.ts',
  ],
  [
    'test/bundle/signature.test.ts',
    'test/doctor/deployed.test.ts',
    'test/door/arm64.test.ts',
    'test/git/all-pushes.test.ts',
    'test/names/every.test.ts',
    'test/serve/shared-state.test.ts',
  ],
  [
    'test/blackbox/batch-corpus.test.ts',
    'test/distribution/{door,npm}.test.ts',
    'test/guards/gen.test.ts',
    'test/serve/same.test.ts',
  ],
  [
    'test/bridges/{failures,printed}.test.ts',
    'test/docs/playground.test.ts',
    'test/gateway/breaker.test.ts',
    'test/resident/process.test.ts',
  ],
  [
    'test/contain/jobs.test.ts',
    'test/dashboard/pages.test.ts',
    'test/distribution/upgrade.test.ts',
    'test/export/real.test.ts',
    'test/gateway/matrix-whole.test.ts',
    'test/install/power-cut.test.ts',
    'test/padding.test.ts',
    'test/spool/send.test.ts',
  ],
]
