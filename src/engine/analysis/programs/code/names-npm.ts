/** Popular packages of npm without a scope: the 2,000 most downloaded of a month, and some that people know by name. 2026-11. */

export const npm = {
  popular: `
  express react react-dom react-native svelte angular next nuxt vite webpack rollup parcel esbuild babel typescript eslint
  prettier jest mocha chai jasmine karma cypress playwright puppeteer electron electron-builder nodemon ts-node nodemailer
  mongoose mongodb sequelize typeorm prisma knex mysql mysql2 sqlite3 redis ioredis socket.io socket.io-client passport
  bcrypt bcryptjs jsonwebtoken dotenv cross-env cors helmet morgan body-parser cookie-parser multer axios request superagent
  lodash underscore moment dayjs date-fns luxon jquery bootstrap tailwindcss styled-components redux react-redux react-router
  react-router-dom mobx zustand graphql apollo-server apollo-client gatsby create-react-app create-next-app create-vite
  create-vue gulp grunt bower yarn pnpm lerna turbo forever concurrently rimraf discord.js web3 ethers hardhat truffle
  firebase firebase-admin stripe twilio aws-sdk openai langchain cheerio jsdom winston pino bunyan fastify hapi ember-cli
  backbone handlebars sass node-sass less postcss autoprefixer husky lint-staged commitlint storybook three chart.js echarts
  phaser pixi.js validator formik react-hook-form serve http-server json-server live-server colors chalk commander yargs
  inquirer shelljs fs-extra glob async bluebird rxjs uuid nanoid sharp jimp canvas serialport noblox.js node-fetch nock sinon
  supertest vitest tslint flow-bin wrangler vercel netlify-cli serverless expo ionic cordova semver ansi-styles debug
  minimatch strip-ansi supports-color string-width ansi-regex lru-cache brace-expansion tslib emoji-regex wrap-ansi type-fest
  color-name color-convert source-map has-flag readable-stream picomatch safe-buffer escape-string-regexp yallist signal-exit
  react-is is-fullwidth-code-point which p-limit json-schema-traverse find-up locate-path p-locate mime-db
  eslint-visitor-keys telecom-mas-agent minipass glob-parent iconv-lite string_decoder js-yaml isarray mime-types globals
  path-key yargs-parser resolve get-stream argparse pretty-format ignore undici-types acorn isexe cross-spawn balanced-match
  resolve-from camelcase cliui punycode is-stream entities agent-base estraverse strip-json-comments shebang-regex
  shebang-command json5 webidl-conversions path-exists path-to-regexp whatwg-url https-proxy-agent onetime form-data tr46
  execa eslint-scope inherits convert-source-map negotiator get-intrinsic statuses universalify fast-deep-equal minimist
  picocolors chokidar has-symbols function-bind caniuse-lite npm-run-path js-tokens graceful-fs is-number bytes readdirp
  mimic-fn slash y18n browserslist electron-to-chromium kind-of yaml buffer cookie jsesc braces fill-range hasown escalade
  human-signals mkdirp gopd http-errors micromatch strip-bom es-object-atoms concat-map make-dir is-glob es-define-property
  es-errors to-regex-range call-bind-apply-helpers schema-utils update-browserslist-db path-scurry yocto-queue node-releases
  ci-info dunder-proto math-intrinsics mime get-proto has-tostringtag uri-js magic-string object-inspect fast-glob pify
  http-proxy-agent is-extglob strip-final-newline parse-json espree once source-map-support content-disposition jest-util
  es-set-tostringtag is-wsl wrappy safer-buffer normalize-path side-channel is-core-module cosmiconfig util-deprecate
  jsonfile ansi-escapes encodeurl jest-worker depd jackspeak scheduler doctrine postcss-selector-parser
  lightningcss-linux-x64-musl flat-cache callsites delayed-stream is-arrayish asynckit require-from-string combined-stream
  file-entry-cache source-map-js is-docker object-assign eastasianwidth parse5 estree-walker fastq send get-caller-file
  finalhandler esprima import-fresh path-parse raw-body range-parser optionator anymatch esutils type-check restore-cursor
  call-bound diff csstype write-file-atomic setprototypeof path-type keyv supports-preserve-symlinks-flag foreground-child
  on-finished levn prelude-ls vary fast-json-stable-stringify globby cli-cursor slice-ansi base64-js merge-stream
  eventemitter3 detect-libc serve-static lines-and-columns require-directory reusify tough-cookie sprintf-js follow-redirects
  jiti imurmurhash hosted-git-info json-parse-even-better-errors open is-plain-obj parent-module flatted call-bind
  core-util-is esquery fast-levenshtein gensync type-is ieee754 accepts side-channel-weakmap side-channel-map
  side-channel-list istanbul-lib-instrument aria-query media-typer chownr ipaddr.js run-parallel which-typed-array
  baseline-browser-mapping cookie-signature pkg-dir esrecurse fdir queue-microtask fresh natural-compare tapable deep-is
  enhanced-resolve proxy-from-env jest-message-util acorn-jsx indent-string merge2 retry acorn-walk json-buffer ts-api-utils
  binary-extensions ajv-keywords log-symbols fs.realpath inflight path-is-absolute is-regex lodash.merge domutils p-try
  es-abstract merge-descriptors buffer-from tinyglobby has-property-descriptors jest-diff is-callable domhandler
  is-unicode-supported dom-serializer p-map is-binary-path toidentifier package-json-from-dist define-data-property
  set-function-length tsconfig-paths word-wrap ajv-formats json-stable-stringify-without-jsonify for-each define-properties
  is-typed-array error-ex object.assign end-of-stream extend-shallow postcss-value-parser available-typed-arrays object-keys
  safe-regex-test whatwg-mimetype fast-xml-parser jest-regex-util define-property escape-html pump mdn-data unpipe deepmerge
  es-module-lexer mute-stream is-generator-function ee-first regexp.prototype.flags events is-date-object cjs-module-lexer
  content-type parseurl etag is-symbol is-plain-object jest-matcher-utils css-tree string.prototype.trimend htmlparser2
  possible-typed-array-names internal-slot process-nextick-args is-string which-boxed-primitive regenerator-runtime
  is-shared-array-buffer jest-mock string.prototype.trimstart loose-envify pathe domelementtype is-number-object tar-stream
  is-bigint es-to-primitive fast-uri has-proto figures istanbul-lib-coverage has-bigints pako is-boolean-object
  normalize-package-data strip-indent forwarded proxy-addr is-weakref clone get-symbol-description loader-utils
  dom-accessibility-api pirates is-array-buffer function.prototype.name colorette minizlib unbox-primitive typed-array-buffer
  terser array-union array-buffer-byte-length functions-have-names string.prototype.trim xtend isobject undici globalthis
  expect css-select define-lazy-prop jest-haste-map extend on-headers get-tsconfig node-addon-api strnum clsx
  serialize-javascript safe-array-concat lilconfig deep-extend is-extendable data-uri-to-buffer core-js
  typed-array-byte-offset typed-array-byte-length nopt escodegen istanbul-reports kleur jest-get-type typed-array-length
  cli-width istanbul-lib-source-maps mimic-response is-path-inside arraybuffer.prototype.slice type-detect long
  eslint-plugin-react-hooks set-function-name prop-types is-negative-zero html-escaper whatwg-encoding xml-name-validator
  which-collection cssesc is-map is-set is-weakset bn.js html-encoding-sniffer istanbul-lib-report dedent is-weakmap
  webpack-sources test-exclude tinyexec cssstyle data-urls cli-spinners is-descriptor destroy data-view-byte-length
  data-view-buffer data-view-byte-offset array-includes decamelize object.values cssom is-data-view dir-glob compression
  split2 read-pkg which-builtin-type saxes reflect.getprototypeof compressible fs-minipass neo-async diff-sequences css-what
  jest-validate xmlbuilder decimal.js is-finalizationregistry socks-proxy-agent w3c-xmlserializer babel-jest
  is-async-function array.prototype.flat abbrev es-shim-unscopables utils-merge methods babel-preset-jest
  babel-plugin-jest-hoist is-interactive babel-plugin-istanbul stop-iteration-iterator ip-address array.prototype.flatmap
  jest-environment-node jest-resolve array-flatten leven jest-watcher use-sync-external-store jest-snapshot protobufjs
  object.fromentries requires-port stack-utils buffer-crc32 widest-line shell-quote ast-types chardet jest-docblock
  jest-config nth-check socks ansi-colors find-cache-dir set-proto jose jest-runtime object-hash spdx-expression-parse
  xmlchars through own-keys string-length randombytes jest-each jest-runner dequal process eslint-plugin-import
  spdx-license-ids watchpack env-paths redent symbol-tree jest-leak-detector assertion-error safe-push-apply resolve-pkg-maps
  through2 regjsparser graphemer sisteransi import-local lodash.isplainobject eslint-module-utils jest-cli
  terser-webpack-plugin is-buffer jest-changed-files babel-plugin-polyfill-corejs3 jest-resolve-dependencies tinyrainbow
  react-refresh make-error clean-stack cli-boxes prompts char-regex text-table smart-buffer eslint-import-resolver-node boxen
  gaxios get-package-type event-target-shim object.entries resolve-cwd is-potential-custom-element-name core-js-compat
  abort-controller spdx-exceptions eslint-config-prettier defaults async-function emittery tar-fs v8-to-istanbul node-int64
  fraction.js detect-newline cli-truncate jest-circus normalize-url buffer-equal-constant-time is-promise nwsapi
  registry-auth-token gcp-metadata boolbase proc-log wordwrap std-env fb-watchman uglify-js http-cache-semantics
  string.prototype.matchall file-type min-indent regexpu-core arrify spdx-correct typescript-eslint cacache glob-to-regexp
  color pure-rand eslint-plugin-react ecdsa-sig-formatter set-blocking wcwidth ansi-align decompress-response playwright-core
  url-parse read-pkg-up walker aggregate-error google-auth-library babel-preset-current-node-syntax web-streams-polyfill
  is-obj any-promise jsx-ast-utils makeerror postcss-load-config deep-eql validate-npm-package-license
  babel-plugin-polyfill-regenerator run-async lodash.debounce querystringify generator-function color-string
  babel-plugin-polyfill-corejs2 loader-runner registry-url setimmediate jsonc-parser array.prototype.findlastindex
  es-iterator-helpers create-require tiny-invariant resolve.exports axe-core regenerate-unicode-properties
  unicode-match-property-value-ecmascript safe-stable-stringify loupe check-error object.groupby thenify quick-lru
  collect-v8-coverage lodash.once is-arguments pathval gtoken unique-slug unist-util-is unique-filename immutable
  jest-pnp-resolver lower-case dot-prop log-update unicode-property-aliases-ecmascript no-case d3-array thenify-all
  is-generator-fn lodash.isstring json-stringify-safe v8-compile-cache-lib unicode-canonical-property-names-ecmascript
  unist-util-visit-parents eslint-import-resolver-typescript bignumber.js tunnel-agent is-typedarray listr2
  array.prototype.tosorted chrome-trace-event lodash.memoize unist-util-visit lowercase-keys
  unicode-match-property-ecmascript import-in-the-middle regenerate yauzl tldts-core progress lodash.camelcase xml2js
  lightningcss iterator.prototype axobject-query node-forge lodash.isboolean concat-stream json-schema hermes-estree
  hermes-parser sucrase tinyspy stylis styled-jsx map-obj fs-constants make-fetch-happen tldts synckit lz-string tree-kill
  path-is-inside get-east-asian-width lucide-react regjsgen validate-npm-package-name immer postgres-array tinybench
  commondir supports-hyperlinks why-is-node-running memfs unist-util-stringify-position fflate client-only fsevents
  unicorn-magic array.prototype.findlast string.prototype.repeat lodash.includes lodash.isnumber lodash.isinteger
  micromark-util-symbol which-module html-entities lightningcss-linux-x64-gnu marked pkg-types performance-now
  require-main-filename minipass-fetch d3-format minimalistic-assert css.escape postgres-bytea d3-shape bowser d3-path
  postgres-interval dotenv-expand big.js p-cancelable cross-fetch interpret immediate is-windows react-remove-scroll
  stackback postgres-date siginfo pg-types tweetnacl hoist-non-react-statics astral-regex node-domexception p-retry
  postcss-import confbox expect-type p-finally framer-motion tailwind-merge micromark-util-character google-logging-utils
  dot-case fast-diff typedarray consola extsprintf internmap archiver-utils node-gyp-build dompurify p-timeout vfile-message
  lodash-es json-bigint component-emitter fast-safe-stringify camel-case cacheable-request clipboardy ts-interface-checker
  duplexify acorn-globals d3-interpolate css-loader require-in-the-middle pg-protocol eslint-plugin-jsx-a11y vfile
  global-prefix path-browserify ast-types-flow domexception character-entities mdast-util-to-string d3-time d3-color
  read-cache param-case fd-slicer vite-node enquirer streamsearch chalk-template npm-package-arg property-information
  damerau-levenshtein encoding normalize-range is-accessor-descriptor is-data-descriptor acorn-import-attributes
  simple-swizzle responselike process-warning eslint-plugin-prettier node-gyp unplugin unrs-resolver language-tags os-tmpdir
  language-subtag-registry deep-equal dom-helpers default-browser-id fetch-blob webpack-dev-middleware streamx router
  assert-plus minipass-collect rechoir webpack-virtual-modules napi-postinstall universal-user-agent micromark-util-types
  d3-time-format global-modules react-transition-group postcss-nested d3-timer fast-equals crc-32 zod-to-json-schema
  unique-string err-code postcss-modules-local-by-default filelist micromark emojis-list crypto-random-string
  is-inside-container faye-websocket babel-plugin-macros pretty-bytes formdata-polyfill unified run-applescript busboy
  ua-parser-js default-browser module-details-from-path stable-hash postcss-modules-extract-imports string-argv promise-retry
  character-entities-legacy bare-events fast-fifo reflect-metadata d3-scale serve-handler http-parser-js
  micromark-factory-space stream-shift websocket-driver ts-jest pino-abstract-transport mrmime load-json-file sonic-boom
  pascal-case shallow-clone promise mdast-util-from-markdown postcss-modules-scope camelcase-css d3-ease
  prettier-linter-helpers update-check proxy-agent bcrypt-pbkdf postcss-js http-proxy-middleware eslint-config-next
  space-separated-tokens icss-utils websocket-extensions cli-table3 babel-loader lodash.uniq object-is pg-int8 verror
  at-least-node pg-connection-string invariant clone-deep text-decoder zod-validation-error jest-environment-jsdom
  bundle-name postcss-modules-values decode-uri-component tinypool sshpk http-signature pluralize http-proxy external-editor
  didyoumean mimic-function has-values use-callback-ref memoize-one before-after-hook jszip use-sidecar parse-entities
  has-value is-alphabetical is-decimal is-alphanumerical micromark-util-encode get-uri extract-zip minipass-pipeline aproba
  is-port-reachable minipass-flush classnames pac-proxy-agent decode-named-character-reference npm-normalize-package-bin
  style-to-object yoctocolors-cjs is-hexadecimal character-reference-invalid jsprim aria-hidden pngjs mdast-util-to-hast
  gauge remark-parse comma-separated-tokens set-cookie-parser tsutils exponential-backoff recast are-we-there-yet
  pino-std-serializers npmlog to-fast-properties typedarray-to-buffer micromark-util-sanitize-uri react-remove-scroll-bar
  rrweb-cssom react-style-singleton zip-stream pac-resolver caseless micromark-util-chunked motion-dom cacheable-lookup
  micromark-util-classify-character degenerator duplexer micromark-core-commonmark trough inline-style-parser basic-ftp
  micromark-util-decode-numeric-character-reference detect-node micromark-util-normalize-identifier netmask
  string.prototype.includes micromark-util-subtokenize micromark-factory-whitespace micromark-util-combine-extensions
  micromark-factory-label micromark-factory-destination micromark-util-html-tag-name minipass-sized eslint-utils
  compress-commons stackframe motion-utils crc32-stream archiver parse5-htmlparser2-tree-adapter stack-trace style-loader
  file-uri-to-path zwitch http2-wrapper reselect get-nonce ecc-jsbn eventsource-parser mdast-util-to-markdown detect-node-es
  eventsource isstream mkdirp-classic clean-css dashdash pidtree getpass micromark-util-resolve-all express-rate-limit
  micromark-util-decode-string linkify-it micromark-factory-title thread-stream environment delegates detect-indent
  async-retry bs-logger image-size uc.micro lodash.defaults lodash.clonedeep webpack-merge repeat-string totalist
  defer-to-connect error-stack-parser unist-util-position fastest-levenshtein is-ci upath denque aws-sign2 forever-agent
  longest-streak hash-base js-cookie lodash.sortby dateformat bindings ccount winston-transport fs-monkey mdurl
  fork-ts-checker-webpack-plugin temp-dir camelcase-keys table lazystream symbol-observable global-dirs snake-case wide-align
  whatwg-fetch json-parse-better-errors create-jest logform p-queue common-tags pretty-ms postcss-loader builtin-modules
  devlop triple-beam simple-get sha.js pg-pool retry-request agentkeepalive strip-literal find-root change-case jsonparse
  console-control-strings mdast-util-phrasing wsl-utils fecha teeny-request is-bun-module parse-ms simple-concat markdown-it
  selfsigned trim-newlines hast-util-whitespace strtok3 quick-format-unescaped is-installed-globally socket.io-parser
  highlight.js stringify-entities node-abi webpack-dev-server formidable big-integer on-exit-leak-free color-support
  has-unicode secure-json-parse react-fast-compare remove-trailing-separator pgpass lodash.isequal html-minifier-terser
  arr-diff token-types acorn-import-phases text-hex query-string gzip-size connect-history-api-fallback serialize-error
  sass-loader lodash.get devtools-protocol readdir-glob real-require enabled resolve-alpn kuler one-time
  mini-css-extract-plugin map-cache serve-index form-data-encoder envinfo atomic-sleep get-port pg-cloudflare config-chain
  prismjs character-entities-html4 eventemitter2 ansi-html-community terminal-link node-abort-controller proto-list for-in
  url-join pkce-challenge trim-lines remark-rehype colord markdown-table citty wildcard dns-packet querystring get-stdin
  stream-browserify ts-dedent assert core-js-pure style-to-js relateurl select-hose debounce batch postcss-discard-duplicates
  set-value cluster-key-slot throat to-buffer fn.name class-variance-authority postcss-merge-rules postcss-calc es6-promise
  untildify dezalgo web-vitals humanize-ms multicast-dns clone-response postcss-minify-selectors recharts
  postcss-discard-empty handle-thing cssnano magicast hpack.js nice-try loglevel sockjs stylehacks xdg-basedir
  postcss-discard-comments filesize spdy-transport postcss-colormin postcss-svgo postcss-minify-params postcss-reduce-initial
  postcss-convert-values postcss-merge-longhand har-validator hash.js postcss-ordered-values tabbable
  postcss-minify-gradients thunky postcss-unique-selectors postcss-reduce-transforms postcss-minify-font-values
  postcss-discard-overridden postcss-normalize-url postcss-normalize-charset safe-regex urlpattern-polyfill launch-editor
  upper-case import-lazy is-regexp micromark-extension-gfm-table eslint-plugin-jest array-unique opener victory-vendor
  html-webpack-plugin postcss-normalize-whitespace cssnano-preset-default http-deceiver basic-auth oauth-sign
  postcss-normalize-unicode has-ansi css-declaration-sorter regexpp postcss-normalize-repeat-style
  postcss-normalize-positions postcss-normalize-string postcss-normalize-display-values postcss-normalize-timing-functions
  micromark-extension-gfm-autolink-literal strict-uri-encode events-universal punycode.js moment-timezone bare-fs ansis
  expand-brackets asn1.js arr-union decimal.js-light functional-red-black-tree regenerator-transform hastscript renderkid
  pretty-error prebuild-install shimmer proto3-json-serializer source-map-resolve expand-tilde bare-os mdast-util-gfm-table
  sort-keys get-value google-gax ripemd160 mdast-util-find-and-replace warning micromark-extension-gfm-strikethrough
  shallowequal micromark-extension-gfm-task-list-item is-what mdast-util-gfm-strikethrough mdast-util-gfm-task-list-item
  exsolve mdast-util-gfm void-elements ignore-walk napi-build-utils estree-util-is-identifier-name bare-stream
  engine.io-parser mdast-util-gfm-autolink-literal jsonpointer bare-path hast-util-parse-selector d3-dispatch pinkie
  lodash.isarguments pinkie-promise cheerio-select crypto-js caniuse-api extglob redux-thunk filter-obj expand-template
  browserify-zlib i18next mdast-util-mdx-jsx homedir-polyfill har-schema npm-bundled traverse duplexer2 utila
  micromark-extension-gfm remark-stringify micromark-extension-gfm-footnote cookiejar micromark-extension-gfm-tagfilter
  upper-case-first npm-pick-manifest base64-arraybuffer remark-gfm tempy tunnel elliptic mdast-util-mdxjs-esm
  mdast-util-mdx-expression ohash strict-event-emitter perfect-debounce minimist-options is-reference ramda parse-passwd
  strip-eof errno eslint-plugin-react-refresh github-from-package npm-packlist bonjour-service copy-anything yoctocolors
  puppeteer-core configstore cssnano-utils d3-selection vscode-uri promise-inflight preact is-path-cwd
  confusing-browser-globals resolve-dir node-fetch-native fast-content-type-parse jwt-decode dom-converter redis-parser
  workerpool stream-events stdin-discarder react-markdown object.pick mdast-util-gfm-footnote source-map-url
  npm-install-checks klona isomorphic-ws create-hash notifications-node-client stringify-object lodash.truncate
  es-get-iterator decamelize-keys assign-symbols stubs esbuild-register es-toolkit json-schema-typed redis-errors
  d3-transition tiny-warning des.js svg-parser d3-drag conventional-commits-parser is-node-process simple-git brorand
  throttleit standard-as-callback union-value hmac-drbg minimalistic-crypto-utils sonner hast-util-to-jsx-runtime split
  node-emoji connect ts-loader import-meta-resolve sentence-case charenc crypt is-module d3-zoom repeat-element
  is-retry-allowed lodash.flatten dependency-graph destr html-tags sourcemap-codec jest-serializer bidi-js constant-case
  split-string file-loader hard-rejection joycon pseudomap forwarded-parse npm-registry-fetch es6-symbol unset-value
  cipher-base types-registry conventional-changelog-angular package-json copy-webpack-plugin es6-error es5-ext pumpify jspdf
  path-case robust-predicates deprecation bplist-parser needle webpack-cli pbkdf2 package-manager-detector common-path-prefix
  pacote react-docgen giget adm-zip is-lambda call-me-maybe portfinder builtins jsonstream object.getownpropertydescriptors
  d3-geo header-case limiter browser-process-hrtime socket.io-adapter v8-compile-cache to-object-path next-tick
  collection-visit object-visit map-visit chromium-bidi address static-extend globrex outvariant engine.io
  get-own-enumerable-property-symbols resolve-url react-day-picker engine.io-client touch es6-iterator pascalcase csv-parse
  memory-fs pkg-up mixin-deep use-isomorphic-layout-effect parse-asn1 tsconfig-paths-webpack-plugin json-stable-stringify
  simple-update-notifier uint8array-extras object-copy constants-browserify async-limiter findup-sync md5.js local-pkg
  lodash.mergewith fragment-cache append-field w3c-hr-time better-opn split-on-first semver-compare buffer-xor mustache
  stable graphql-tag posix-character-classes create-hmac ip-regex nullthrows browserify-sign arr-flatten os-homedir
  browserify-aes fast-copy isbinaryfile source-list-map import-from resize-observer-polyfill infer-owner crypto-browserify
  js-base64 vfile-location jsonify to-regex copy-descriptor browserify-rsa array-back intl-messageformat snapdragon
  pino-pretty evp_bytestokey get-func-name cache-base tsconfck yargs-unparser unbzip2-stream undefsafe
  webpack-bundle-analyzer nanomatch capital-case ts-morph base64id source-map-loader regex-not html-void-elements
  default-gateway is-network-error class-utils stream-http is-relative help-me ignore-by-default unc-path-regex thingies
  html-url-attributes toposort snapdragon-util snapdragon-node tree-dump d3-hierarchy hasha is-absolute create-ecdh
  compare-func dargs title-case pstree.remy react-error-boundary timers-browserify url-template prepend-http lodash.snakecase
  latest-version tinycolor2 util.promisify number-is-nan semver-diff jest-jasmine2 is-unc-path camelize miller-rabin
  browser-stdout diffie-hellman browserify-des react-docgen-typescript vm-browserify is-nan fast-redact array-ify randomfill
  natural-compare-lite es-array-method-boxes-properly regexp-tree headers-polyfill event-emitter console-browserify
  cron-parser compare-versions node-gyp-build-optional-packages https-browserify domain-browser known-css-properties
  escape-goat os-browserify history lodash.throttle exit-x lodash.union pdfjs-dist proper-lockfile code-block-writer
  public-encrypt bare-url ast-v8-to-istanbul browserify-cipher is-url postcss-safe-parser jmespath tty-browserify
  case-sensitive-paths-webpack-plugin is-npm p-defer lodash.difference lodash.isfunction is-builtin-module jsonpath-plus
  polished array-uniq hyperdyperid builtin-status-codes tsscmp css-to-react-native tailwindcss-animate fbjs-css-vars
  code-point-at w3c-keyname slugify regex-parser esniff resolve-url-loader querystring-es3 lodash.escaperegexp
  git-raw-commits harmony-reflect babel-runtime lodash.flattendeep identity-obj-proxy fast-check react-smooth tagged-tag
  web-namespaces css-color-keywords queue adjust-sourcemap-loader is-property from2 turbo-linux-64 hast-util-from-parse5
  typical vscode-languageserver-types comment-json next-themes delaunator formdata-node jsdoc-type-pratt-parser walk-up-path
  generate-function dataloader bottleneck path-root-regex path-root d3-quadtree utrie archy css-line-break react-i18next
  parse-filepath sqlstring d3-delaunay recharts-scale empathic toggle-selection ajv-draft-04 graphql-ws vite-tsconfig-paths
  msgpackr encoding-sniffer for-own date-format d3-scale-chromatic text-extensions cachedir copy-to-clipboard d3-force
  find-up-simple react-easy-router parse5-parser-stream html2canvas peek-readable stacktrace-parser text-segmentation
  stream-buffers parse-node-version update-notifier lodash.kebabcase d3-dsv crelt googleapis-common swap-case tuf-js
  compute-scroll-into-view change-case-all mnemonist sigstore property-expr is-text-path eslint-plugin-unused-imports
  postcss-nesting react-lifecycles-compat is-utf8 auto-bind deepmerge-ts streamroller obliterator
  vscode-languageserver-textdocument jest-junit toad-cache xmlhttprequest-ssl embla-carousel replace-ext is-upper-case
  is-lower-case quansync msgpackr-extract class-transformer chrome-launcher filenamify url-parse-lax
  eslint-plugin-testing-library unzipper css-minimizer-webpack-plugin lighthouse-logger chevrotain filename-reserved-regex
  p-is-promise postcss-media-query-parser array.prototype.reduce react-dropzone cookie-es tiny-inflate svg-tags effect
  editorconfig conventional-changelog-conventionalcommits stylelint path-dirname array-timsort html-parse-stringify log4js
  file-selector mongodb-connection-string-url lower-case-first global-directory colorspace hyphenate-style-name
  yaml-ast-parser detect-file generic-pool jwks-rsa delay openapi-types d3-axis d3-polygon swagger-ui-dist d3-random d3-brush
  array-differ json-schema-to-ts fault adler-32 istanbul-lib-hook ajv-errors multimatch fuse.js embla-carousel-reactive-utils
  throttle-debounce is-absolute-url vinyl github-slugger fast-decode-uri-component attr-accept wait-on append-transform
  react-select named-placeholders unist-util-remove-position html-to-text react-resizable-panels semver-regex
  lodash.startcase hast-util-raw hast-util-to-parse5 eslint-config-airbnb-base format graphql-request selderee lru-memoizer
  smol-toml
`,
  /** Known as well, and one slip away from one of those. */
  neighbours: `
  abab accept ai ajv angular2 ansi ansi-color ansicolors ansistyles api apify arch arg args args-parser as-number asap asn1
  asn1js aws-cdk aws-sign aws4 b4a bach bail base batch2 binaryextensions bl blob bootstrap3 brace bser bson buffers byte c12
  cac callsite chain charset chartjs cli-spinner cli-table cli-table2 cline clipboard clui cmdk cnpm co color-namer
  color-space colour common-dir compare-version console cookie-jar cookies cramda crc32 create-nuxt-app crypto crypto-es
  cryptr cson-parser css-parse csso cssselect csswhat csv-loader csv-parser csx cuid d d3 d3-dag d3-tile dbug defaulty defu
  del delegate did-you-mean didyoumean2 diff3 dlv dom-serialize dset dtslint duplexer3 eclint edn-data ejs emitter enable
  error es-cookie es-map es-set eta exit ext extend2 extendr fbjs fclone fd-slicer2 fhir file file-size findup fitty flat
  flatten fn-name foreach formats from fs-promise fs.extra getstream global globl globo globs got grant graphiql hable has
  has-own he highlightjs hono html-parse-stringify2 html-tag htmlparser http-browserify http2-proxy httperrors i18n idb
  import-locals inherit ini inquirer2 ip ip-bigint is-array is-base64 is-blob is-node is-object is-uri is-window isbuffer
  isnumber iso-url isostring isurl isutf8 it-glob it-map its-set jake jets jju joi js-logger jsbn jsdoc jsep jslint json
  json-pointer json-stream json3 jsona jsonc jsonp jsonschema jsonstream2 jssip just-diff jwa jws kcors knox koa leva level
  lie listr lite-server lock lodash.set log lru-memoize lrucache lucide-preact md5 media-type mem-fs memjs meow merge mimer
  mitt mixme mkdir mkdirp2 mlly mockjs mpath mpromise mquery mri ms msgpack5 mssql msw multimath murmurhash mz nan nest net
  nexe nonce normalizeurl not notion-utils notp npm nprogress nuid nuxi nx nyc nypm object-values obuf obug one openapi opn
  ora p-tap package.json papi pargs parse parse-url parsejson parseuri path path-parser path2 pegjs pend pg pifs ping pm2
  png-js postcss-jsx postcss-values-parser preact-markdown preact-redux preact-router preact-transition-group prettierx
  promis promised-retry promish prompt protobuf.js prr ps-node psl pug punycode2 pupa q qs raf rambda random-bytes rasha rc
  rc9 react-if react-selecto react-vis reactn readdir reds regenerator regexpu reqwest ress rest ret rfdc router5
  rs-module-lexer rsync rw safe-regex2 saml sax saxen schedule scrypt scss semiver servie shallow-equal sirv spdy sqlite ssri
  storyblok stream stylus svgo svgstore swr tailwindcss-animated tar tarn temp test textextensions tiff tinycolor titlecase
  tldjs tlds tmp tmpl trouter ts-map ts-promise tslint-config-prettier tslint-plugin-prettier tsx ttag ttypescript type ufo
  uglify-es uid ulid upath2 uri-template urijs urix url urljoin use util util-promisify utile utils uuid4 vargs vasync vaul
  vest vike vise vite-jsconfig-paths vue watch wbuf wouter ws xastscript xbytes xlsx xml xml-js xmlbuilder2 xpath xtraverse
  yam yazl yerror yn youch yup zod
`,
} as const
