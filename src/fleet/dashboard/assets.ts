/** The pages, bundled. The build puts them here (scripts/build/pages.ts); run from source there are none. */

export interface Asset {
  readonly name: string
  readonly type: string
  /** As gzip in base 64: a third of the text, which stands in the executable twice. */
  readonly packed: string
}

export const assets: readonly Asset[] = []
