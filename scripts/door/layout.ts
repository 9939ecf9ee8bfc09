/**
 * Where the engine puts what. A page of the image that a call writes to is copied, at two microseconds each, and a count of references in an
 * object that only was looked at is written to: six hundred pages for `git status`. Around a page that is read the system maps sixteen. So the
 * image is made three times. The first time it is noted which blocks calls write to and read; the second time those lie side by side, in rooms;
 * the third time each room is known to be as large as it must, and in one piece. What calls allocate comes right behind.
 */

import { stop } from '../project/project.ts'

type Pointer = number

/** What of the watched engine is used here. */
export interface Watched {
  readonly memory: { readonly buffer: ArrayBuffer }
  readonly __indirect_function_table: { set(at: number, value: unknown): void }
  readonly watching: { value: number }
  readonly allocate: (runtime: Pointer, size: number) => Pointer
  readonly release: (runtime: Pointer, block: Pointer) => void
  readonly askedMalloc: unknown
  readonly askedRealloc: unknown
  readonly askedCalloc: unknown
  readonly malloc: (size: number) => Pointer
  readonly realloc: (chunk: Pointer, size: number) => Pointer
  readonly free: (chunk: Pointer) => void
}

/**
 * The room of each block, in the order of allocation: in 1 is what half of all calls write to, in 3 what few do, in 4 what some read and none
 * writes to, in 0 the rest.
 */
export type Plan = Uint8Array
const rooms = [0, 1, 2, 3, 4]

/** Places in the engine's runtime: the functions for chunks, and the lists of pages with free blocks, one for each size. */
const [callocAt, mallocAt, reallocAt, listsAt, lists] = [0, 4, 12, 288, 31]

/** Bytes of a block of each size, with the header. */
const sizeOf = (list: number): number => (list < 15 ? (list + 2) * 8 : list < 23 ? (list - 6) * 16 : (list - 14) * 32)
const header = 8
const pageHeader = 24

/** Chunks: a length and two bits stand before each, a multiple of 16, and the first of the last is where the memory ends. */
const chunkOf = (size: number): number => Math.max(16, (size + 4 + 15) & ~15)
const bits = 7
const [before, used] = [1, 2]

interface Live {
  readonly number: number
  readonly size: number
}

const enter = (cells: Set<number>, at: Pointer, length: number): void => {
  for (let cell = at >> 3; cell <= (at + length - 1) >> 3; cell++) cells.add(cell)
}

export class Layout {
  /** Where there are pages with free blocks of each room but the present one. */
  private readonly heads: Uint8Array[] = []
  private readonly room = { now: 0, next: rooms.map(() => 0), end: rooms.map(() => 0) }
  /** The room of each chunk. */
  private readonly owners = new Map<Pointer, number>()
  private readonly live = new Map<Pointer, Live>()
  private kept: ReadonlyMap<Pointer, Live> = this.live
  private readonly cells = new Set<number>()
  private readonly readCells = new Set<number>()
  private readonly plan: Plan | undefined
  private readonly sizes: readonly number[]
  /** Bytes of each room. */
  readonly filling = rooms.map(() => 0)
  private found: Watched | undefined
  private runtime = 0
  private closed = false
  /** Of the allocator of small blocks. */
  private inside = false
  blocks = 0

  /** `sizes`: bytes of each room, which then lies in one piece. */
  constructor(plan?: Plan, sizes: readonly number[] = []) {
    this.plan = plan
    this.sizes = sizes
  }

  readonly imports = {
    allocate: (runtime: Pointer, size: number): Pointer => {
      if (this.runtime === 0) this.begin(runtime)
      const number = this.begun()
      this.inside = true
      const block = this.engine.allocate(runtime, size)
      this.inside = false
      this.live.set(block, { number, size })
      return block
    },
    release: (runtime: Pointer, block: Pointer): void => {
      this.live.delete(block)
      this.enter(this.roomOf(block))
      this.engine.release(runtime, block)
    },
    malloc: (_: Pointer, size: number): Pointer => this.asked(size),
    // What is large and is to be empty, such as the code of a function.
    calloc: (_: Pointer, count: number, size: number): Pointer => {
      const at = this.asked(count * size)
      new Uint8Array(this.engine.memory.buffer, at, count * size).fill(0)
      return at
    },
    realloc: (_: Pointer, chunk: Pointer, size: number): Pointer => {
      const moved = this.resized(chunk, size)
      const known = this.live.get(chunk + header)
      this.live.delete(chunk + header)
      if (known !== undefined) this.live.set(moved + header, { ...known, size: size - header })
      return moved
    },
    written: (at: Pointer, length: number): void => enter(this.cells, at, length),
    read: (at: Pointer, length: number): void => enter(this.readCells, at, length),
  }

  use(engine: Watched): void {
    this.found = engine
  }

  /** From here on blocks are those that live now. */
  keep(): void {
    this.kept = new Map(this.live)
  }

  /** The numbers of the blocks that are written to meanwhile, and the pages; of the blocks that are read where `reads` is given. */
  watched(
    act: () => void,
    reads = false,
  ): { readonly written: readonly number[]; readonly read: readonly number[]; readonly pages: ReadonlySet<number> } {
    const { cells, readCells } = this
    cells.clear()
    readCells.clear()
    this.engine.watching.value = reads ? 2 : 1
    act()
    this.engine.watching.value = 0
    return { written: this.touched(cells), read: this.touched(readCells), pages: new Set([...cells].map(cell => cell >> 9)) }
  }

  /** A large block asks for itself. */
  private asked(size: number): Pointer {
    if (this.inside) return this.chunk(size)
    const number = this.begun()
    const at = this.chunk(size)
    this.live.set(at + header, { number, size: size - header })
    return at
  }

  private begun(): number {
    const number = this.blocks++
    this.enter(this.plan?.[number] ?? 0)
    return number
  }

  private touched(cells: ReadonlySet<number>): readonly number[] {
    if (cells.size === 0) return []
    return [...this.kept].flatMap(([block, { number, size }]) => {
      for (let cell = (block - header) >> 3; cell << 3 < block + size; cell++) if (cells.has(cell)) return [number]
      return []
    })
  }

  /** Takes whatever is free but for what follows the first room, so that what a call allocates is not all over the memory. */
  close(): void {
    for (const room of [0, 4, 3, 2]) {
      this.enter(room)
      for (let list = 0; list < lists; list++) {
        const head = this.runtime + listsAt + list * 8
        while (this.word(head) !== head) this.engine.allocate(this.runtime, sizeOf(list) - header)
      }
    }
    this.enter(1)
    this.closed = true
    for (let size = 1 << 18; size > 0; size = size > 512 ? Math.floor(size * 0.9) : size - 16) while (this.filled(size));
    this.engine.free(this.room.next[1] ?? 0)
  }

  private get engine(): Watched {
    return this.found ?? stop('the layout has no engine')
  }

  private begin(runtime: Pointer): void {
    const { __indirect_function_table: table, askedCalloc, askedMalloc, askedRealloc } = this.engine
    this.runtime = runtime
    table.set(this.word(runtime + callocAt), askedCalloc)
    table.set(this.word(runtime + mallocAt), askedMalloc)
    table.set(this.word(runtime + reallocAt), askedRealloc)
    const empty = Uint32Array.from({ length: lists * 2 }, (_, n) => runtime + listsAt + (n >> 1) * 8)
    for (const room of rooms) this.heads[room] = new Uint8Array(empty.buffer.slice(0))
  }

  /** The pages in a list point to its head, and that stays where it is: so it is enough to exchange what is in the heads. */
  private enter(room: number): void {
    if (room === this.room.now || this.closed) return
    const present = new Uint8Array(this.engine.memory.buffer, this.runtime + listsAt, lists * 8)
    this.heads[this.room.now] = present.slice()
    present.set(this.heads[room] ?? stop('no such room'))
    this.room.now = room
  }

  /** A block says which of its page it is, and of which size, unless it is a chunk. */
  private roomOf(block: Pointer): number {
    const own = this.word(block - header)
    const index = own & 0xffff
    const chunk = index === 0xffff ? block - header : block - header - pageHeader - index * sizeOf((own >> 16) & 0xff)
    return this.owners.get(chunk) ?? 0
  }

  private chunk(size: number): Pointer {
    const at = this.room.now === 0 || this.closed ? this.engine.malloc(size) : this.cut(size)
    this.owners.set(at, this.room.now)
    return at
  }

  /** The next part of the room becomes a chunk of its own, as the allocator would have made it. */
  private cut(size: number): Pointer {
    const { now, next, end } = this.room
    const length = chunkOf(size)
    if ((next[now] ?? 0) + length + 16 > (end[now] ?? 0)) {
      const whole = Math.max(this.sizes[now] ?? 65_536, length) + 32
      next[now] = this.engine.malloc(whole)
      end[now] = next[now] + whole
    }
    this.filling[now] = (this.filling[now] ?? 0) + length
    const at = next[now] ?? 0
    const had = this.word(at - 4)
    this.setWord(at - 4, length | (had & bits))
    this.setWord(at + length - 4, ((had & ~bits) - length) | before | used)
    next[now] = at + length
    return at
  }

  private resized(chunk: Pointer, size: number): Pointer {
    const room = this.owners.get(chunk) ?? 0
    const had = (this.word(chunk - 4) & ~bits) - 4
    let moved: Pointer
    if (room === 0 || this.closed || size <= had) moved = this.engine.realloc(chunk, size)
    else {
      this.enter(room)
      moved = this.cut(size)
      new Uint8Array(this.engine.memory.buffer).copyWithin(moved, chunk, chunk + had)
      this.engine.free(chunk)
    }
    this.owners.set(moved, room)
    return moved
  }

  /** Takes a hole of that size; false when there is none but the end of the memory. */
  private filled(size: number): boolean {
    const { memory, malloc, free } = this.engine
    const at = malloc(size)
    const next = at + (this.word(at - 4) & ~bits)
    const rest = this.word(next - 4)
    const isLast = (rest & used) === 0 && next + (rest & ~bits) > memory.buffer.byteLength - 256
    if (isLast) free(at)
    return !isLast
  }

  private word(at: Pointer): number {
    return new DataView(this.engine.memory.buffer).getUint32(at, true)
  }

  private setWord(at: Pointer, value: number): void {
    new DataView(this.engine.memory.buffer).setUint32(at, value, true)
  }
}
