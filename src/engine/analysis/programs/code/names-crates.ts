/** Popular crates, by what is known of them. 2026-11. */

export const crates = {
  popular: `
  serde serde-json serde-derive serde-yaml toml rand rand-core rand-chacha libc quote proc-macro2 proc-macro-error cfg-if
  bitflags regex regex-syntax aho-corasick memchr lazy-static once-cell itoa num-traits num-integer num-bigint num-rational
  num-complex num-cpus clap clap-derive structopt itertools either base64 hashbrown indexmap autocfg semver unicode-width
  unicode-ident unicode-xid unicode-normalization unicode-segmentation textwrap strsim heck time chrono byteorder bytes
  futures futures-util futures-core futures-channel futures-io futures-sink futures-task futures-macro futures-executor tokio
  tokio-util tokio-stream tokio-macros tokio-rustls tokio-native-tls tokio-tungstenite tungstenite hyper hyper-tls
  hyper-rustls http http-body httparse tower tower-http tower-service tower-layer axum actix actix-web actix-rt actix-files
  rocket warp tide reqwest ureq isahc curl percent-encoding idna form-urlencoded mime mime-guess encoding-rs env-logger
  pretty-env-logger tracing tracing-subscriber tracing-core tracing-log tracing-attributes tracing-futures tracing-appender
  slog fern simplelog flexi-logger log4rs anyhow thiserror eyre color-eyre failure error-chain snafu quick-error backtrace
  miette displaydoc smallvec arrayvec tinyvec smol smol-str async-std async-trait async-stream async-channel async-io
  async-lock crossbeam crossbeam-channel crossbeam-utils crossbeam-epoch crossbeam-deque crossbeam-queue rayon rayon-core
  parking-lot parking-lot-core lock-api spin dashmap arc-swap scopeguard thread-local atomic winapi windows windows-sys
  windows-targets libloading socket2 polling signal-hook signal-hook-registry ctrlc which dirs dirs-sys directories home
  tempfile tempdir walkdir ignore glob globset fs-extra notify filetime same-file memmap memmap2 sha1 sha2 sha3 md-5 blake2
  blake3 digest generic-array typenum block-buffer crypto-common cipher aes-gcm chacha20 chacha20poly1305 poly1305 hmac hkdf
  pbkdf2 argon2 bcrypt scrypt ring rustls rustls-pemfile rustls-webpki webpki webpki-roots openssl openssl-sys openssl-probe
  native-tls ed25519-dalek x25519-dalek curve25519-dalek secp256k1 k256 p256 ecdsa elliptic-curve signature subtle zeroize
  getrandom uuid ulid nanoid hex-literal bs58 data-encoding flate2 miniz-oxide bzip2 zstd brotli snap crc32fast adler adler2
  bincode postcard rmp-serde ciborium prost prost-build prost-types tonic tonic-build protobuf capnp flatbuffers thrift
  diesel diesel-migrations sqlx sea-orm rusqlite postgres tokio-postgres mysql mongodb redis rocksdb sled deadpool
  deadpool-postgres r2d2 refinery lapin rdkafka image jpeg-decoder imageproc resvg usvg tiny-skia rusttype fontdue ab-glyph
  winit wgpu glutin glium glow bevy bevy-ecs ggez macroquad piston sdl2 egui eframe iced druid gtk4 glib cairo-rs slint tauri
  tauri-build crossterm termion ratatui console indicatif dialoguer inquire colored termcolor ansi-term owo-colors yansi
  comfy-table prettytable-rs tabled rustyline reedline skim pest pest-derive logos lalrpop lalrpop-util winnow combine
  chumsky tree-sitter csv-core quick-xml xml-rs roxmltree serde-xml-rs json json5 toml-edit basic-toml config figment dotenv
  dotenvy envy rust-ini handlebars tera askama maud minijinja liquid pulldown-cmark comrak syntect scraper html5ever select
  markup5ever ego-tree selectors cssparser wasm-bindgen wasm-bindgen-futures js-sys web-sys gloo leptos dioxus sycamore seed
  wasmtime wasmer wasmparser wit-bindgen criterion proptest quickcheck quickcheck-macros rstest mockall mockito wiremock
  insta assert-cmd predicates pretty-assertions serial-test test-case trybuild arbitrary fake nalgebra ndarray glam cgmath
  euclid approx statrs rust-decimal bigdecimal ordered-float half bytemuck petgraph slotmap slab generational-arena bumpalo
  typed-arena id-arena bit-vec bit-set fixedbitset roaring bitvec ahash rustc-hash twox-hash siphasher xxhash-rust seahash
  phf-shared phf-macros phf-codegen strum strum-macros derive-more derive-builder derivative educe darling paste
  static-assertions pin-project pin-project-lite pin-utils memoffset bindgen cmake pkg-config cbindgen cxx-build pyo3
  pyo3-build-config maturin neon napi napi-derive napi-build uniffi candle-core burn tokenizers hf-hub polars arrow parquet
  datafusion object gimli addr2line rustc-demangle goblin target-lexicon cranelift inkwell llvm-sys ethers web3 alloy
  solana-sdk solana-program anchor-lang substrate near-sdk cosmwasm-std libp2p quinn quiche trust-dns-resolver
  hickory-resolver hickory-proto ipnet ipnetwork pnet pcap lettre imap mail-parser teloxide serenity twilight-gateway
  octocrab jsonwebtoken oauth2 openidconnect cookie cookie-store headers hyper-util http-body-util aws-sdk-s3 aws-config
  aws-types aws-smithy-runtime aws-smithy-types rusoto-core rusoto-s3 azure-core google-cloud-storage opendal object-store
  kube k8s-openapi bollard shiplift sysinfo procfs psutil hostname whoami users sudo daemonize schemars validator garde
  utoipa typetag erased-serde serde-with serde-urlencoded serde-bytes serde-repr serde-path-to-error serde-cbor humantime
  humantime-serde chrono-tz iana-time-zone jiff cron tokio-cron-scheduler backoff backon governor moka cached quick-cache
  cargo-edit cargo-watch cargo-audit cargo-deny cargo-expand cargo-nextest cargo-llvm-cov cargo-tarpaulin cargo-outdated
  cargo-update cargo-release cargo-make cargo-generate cargo-binstall cargo-hack cargo-machete cargo-udeps cargo-bloat
  cargo-geiger cargo-insta cargo-criterion cargo-fuzz cargo-zigbuild cargo-chef cargo-dist cargo-leptos cargo-tauri ripgrep
  fd-find hyperfine tokei starship zoxide delta git-delta bottom procs dust du-dust just mdbook trunk wasm-pack
  wasm-bindgen-cli sqlx-cli diesel-cli sea-orm-cli alacritty zellij helix gitui broot watchexec-cli tealdeer grex sccache
  cross evcxr-repl probe-rs flamegraph espup espflash stylua selene taplo-cli typos-cli prek create-tauri-app tauri-cli
  dioxus-cli
`,
  /** Known as well, and one slip away from one of those. */
  neighbours: `
  aes bat bb8 cc csv cxx exa eza fnv gif gio gtk h2 hex ini jni log lru lz4 md5 mio ndk nix nom nu num ort peg phf png ron
  rsa ryu sd syn tar tch tui url xsv xz2 yew zip
`,
} as const
