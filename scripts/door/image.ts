/**
 * The memory of an engine in which the hot path is loaded and warm. What the host says in here is the same on every machine: no file exists,
 * no time passes, the environment is empty.
 */

import { calls, type Host, hostName } from '../../src/door/host.ts'
import { wordsIn } from '../../src/door/table.ts'
import { stop } from '../project/project.ts'
import { Files, told, uid } from './files.ts'
import { Layout, type Plan, type Watched } from './layout.ts'
import { watched } from './watch.ts'

type Pointer = number

/** Node's and Bun's, which the types of Node 20 leave out. */
interface Module {
  readonly engine: true
}
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => Module
  readonly Instance: new (module: Module, imports: object) => { readonly exports: unknown }
}

/** What of the engine is used. */
interface Engine {
  readonly memory: { readonly buffer: ArrayBuffer }
  readonly __stack_pointer: { value: number }
  readonly _initialize: () => void
  readonly qjs_init: () => number
  readonly qjs_compile: (text: Pointer, length: number, name: Pointer, how: number, strip: number, outLength: Pointer) => Pointer
  readonly qjs_eval: (text: Pointer, length: number, name: Pointer, how: number) => Pointer
  readonly qjs_eval_bytecode: (bytes: Pointer, length: number) => Pointer
  readonly qjs_new_host_function: (name: Pointer, length: number, kind: number) => Pointer
  readonly qjs_new_object: () => Pointer
  readonly qjs_new_number: (value: number) => Pointer
  readonly qjs_new_string: (text: Pointer, length: number) => Pointer
  readonly qjs_new_uint8_array: (bytes: Pointer, length: number) => Pointer
  readonly qjs_get_global: () => Pointer
  readonly qjs_get_undefined: () => Pointer
  readonly qjs_get_prop_string: (object: Pointer, name: Pointer) => Pointer
  readonly qjs_set_prop_string: (object: Pointer, name: Pointer, value: Pointer) => void
  readonly qjs_get_string: (value: Pointer) => Pointer
  readonly qjs_get_float64: (value: Pointer) => number
  readonly qjs_get_exception: () => Pointer
  readonly qjs_is_exception: (value: Pointer) => number
  readonly qjs_is_job_pending: () => number
  readonly qjs_execute_pending_job: () => number
  readonly qjs_promise_state: (promise: Pointer) => number
  readonly qjs_call: (code: Pointer, self: Pointer, count: number, values: Pointer) => Pointer
  readonly qjs_free_value: (value: Pointer) => void
  readonly qjs_run_gc: () => void
  readonly qjs_set_memory_limit: (bytes: number) => void
  readonly qjs_set_max_stack_size: (bytes: number) => void
  readonly qjs_set_gc_threshold: (bytes: number) => void
  readonly qjs_set_interrupt_handler: (on: number) => void
  readonly qjs_get_context_ptr: () => Pointer
  readonly JS_GetUint8Array: (context: Pointer, outLength: Pointer, value: bigint) => Pointer
  readonly JS_ToCStringLen2: (context: Pointer, outLength: Pointer, value: bigint, cesu: number) => Pointer
  readonly JS_FreeCString: (context: Pointer, text: Pointer) => void
  readonly wasm_malloc: (size: number) => Pointer
  readonly wasm_free: (pointer: Pointer) => void
}

export interface Image {
  /** As much of the memory as is not zero, in pages of the engine, and its whole size. */
  readonly memory: Uint8Array
  readonly size: number
  readonly stack: number
  readonly start: Pointer
  readonly tick: Pointer
  /** Pages that most calls write to, as first and last. */
  readonly dirtied: readonly (readonly [number, number])[]
}

/** Bytes that the engine may have, and of its stack; a call that needs more is somebody else's. */
const memoryLimit = 256 * 1024 * 1024
const stackLimit = 768 * 1024
const page = 4096
const enginePage = 65_536

const stripSource = 1 << 4

type Loaded = Pick<Image, 'start' | 'tick'> & { readonly code: Pointer }

class Instance {
  private readonly engine: Engine
  private readonly layout: Layout
  private payloads: readonly string[] = []
  private files = new Files(false)
  private somebody = false

  constructor(module: Module, layout = new Layout()) {
    this.layout = layout
    const zero = (): number => 0
    const { exports } = new WebAssembly.Instance(module, {
      env: {
        host_call: (name: Pointer, _: number, __: Pointer, ___: number, values: Pointer) => this.called(name, values),
        host_interrupt: zero,
        host_promise_rejection: zero,
        host_module_normalize: zero,
        host_module_load: zero,
        host_get_timezone_offset: zero,
      },
      wasi_snapshot_preview1: {
        clock_time_get: (_: number, __: bigint, to: Pointer) => {
          new DataView(this.engine.memory.buffer).setBigUint64(to, 0n, true)
          return 0
        },
        random_get: (to: Pointer, length: number) => {
          this.bytes(to, length).fill(0)
          return 0
        },
        fd_close: () => 52,
        fd_fdstat_get: () => 8,
        fd_seek: () => 52,
        fd_write: () => 8,
      },
      layout: layout.imports,
    })
    this.engine = exports as unknown as Engine
    layout.use(exports as unknown as Watched)
    this.engine._initialize()
    if (this.engine.qjs_init() !== 0) stop('the engine does not start')
  }

  /** Bytecode of a script. */
  compile(text: string): Uint8Array {
    const { engine } = this
    const [code, name, out] = [this.put(text), this.put('tfy-hook'), engine.wasm_malloc(4)]
    const made = engine.qjs_compile(code, Buffer.byteLength(text), name, 0, stripSource, out)
    if (made === 0) stop(`the engine cannot compile the hot path: ${this.thrown()}`)
    return this.bytes(made, this.word(out)).slice()
  }

  /** Loads the script and lets it judge each payload. */
  load(bytecode: Uint8Array, payloads: readonly string[]): Loaded {
    const { engine } = this
    engine.qjs_set_memory_limit(memoryLimit)
    engine.qjs_set_max_stack_size(stackLimit)
    // A call is over before there is anything worth collecting.
    engine.qjs_set_gc_threshold(memoryLimit)
    const host = engine.qjs_new_object()
    for (const [n, name] of calls.entries()) {
      const letter = this.put(String.fromCharCode(65 + n))
      this.set(host, name, engine.qjs_new_host_function(letter, 1, 0))
      engine.wasm_free(letter)
    }
    const global = engine.qjs_get_global()
    this.set(global, hostName, host)
    const code = engine.wasm_malloc(bytecode.length)
    this.bytes(code, bytecode.length).set(bytecode)
    this.checked(engine.qjs_eval_bytecode(code, bytecode.length))
    this.bytes(code, bytecode.length).fill(0)
    const door = this.get(global, 'tfyDoor')
    const [start, tick, warm] = [this.get(door, 'start'), this.get(door, 'tick'), this.get(door, 'warm')]
    this.warm(warm, payloads)
    engine.qjs_run_gc()
    return { start, tick, code }
  }

  /** In which room each block belongs. */
  plan(bytecode: Uint8Array, { warming, sample }: Payloads): Plan {
    const { start } = this.load(bytecode, warming)
    const counted = (): Uint32Array => new Uint32Array(this.layout.blocks)
    const [writers, readers] = [counted(), counted()]
    const afresh = this.afresh()
    this.layout.keep()
    this.meet(start, sample)
    for (const payload of sample) {
      afresh()
      const { written, read } = this.layout.watched(() => this.call(start, payload), true)
      for (const block of written) writers[block] = (writers[block] ?? 0) + 1
      for (const block of read) readers[block] = (readers[block] ?? 0) + 1
    }
    const { length } = sample
    return Uint8Array.from(writers, (count, block) =>
      count === 0 ? ((readers[block] ?? 0) === 0 ? 0 : 4) : count < length / 20 ? 3 : count < length / 2 ? 2 : 1,
    )
  }

  fill(bytecode: Uint8Array, { warming, sample }: Payloads): Image {
    const { engine } = this
    const { start, tick, code } = this.load(bytecode, warming)
    this.layout.close()
    // There is room for what calls allocate.
    engine.wasm_free(code)
    engine.qjs_set_interrupt_handler(1)
    const memory = new Uint8Array(engine.memory.buffer).slice()
    const stack = engine.__stack_pointer.value
    const end = memory.findLastIndex(byte => byte !== 0) + 1
    return {
      memory: memory.subarray(0, Math.ceil(end / enginePage) * enginePage),
      size: memory.length,
      stack,
      start,
      tick,
      dirtied: this.dirtied(start, sample, memory),
    }
  }

  /** From here on there is a machine, and somebody who has called before. */
  private meet(start: Pointer, sample: readonly string[]): void {
    this.files = new Files(true)
    this.somebody = true
    const afresh = this.afresh()
    // One of them is refused, which the session remembers.
    for (const payload of sample.slice(0, 3)) {
      this.call(start, payload)
      afresh()
    }
  }

  private call(start: Pointer, payload: string): void {
    this.payloads = [payload]
    this.checked(this.engine.qjs_call(start, this.engine.qjs_get_undefined(), 0, 0))
    this.work()
  }

  /** Puts the memory back as it is now: every call is the first of its process. */
  private afresh(): () => void {
    const memory = new Uint8Array(this.engine.memory.buffer).slice()
    const stack = this.engine.__stack_pointer.value
    return () => {
      const now = new Uint8Array(this.engine.memory.buffer)
      now.set(memory)
      now.fill(0, memory.length)
      this.engine.__stack_pointer.value = stack
    }
  }

  /** What most calls write to when they find the memory as it is in the image. */
  private dirtied(start: Pointer, sample: readonly string[], memory: Uint8Array): Image['dirtied'] {
    const counts = new Map<number, number>()
    const some = sample.filter((_, n) => n % 8 === 0)
    const afresh = this.afresh()
    this.meet(start, some)
    for (const payload of some) {
      afresh()
      for (const one of this.layout.watched(() => this.call(start, payload)).pages) counts.set(one, (counts.get(one) ?? 0) + 1)
    }
    const often = [...counts].filter(([one, count]) => one * page < memory.length && count > some.length * 0.6)
    const ranges: [number, number][] = []
    for (const [one] of often.sort(([a], [b]) => a - b)) {
      const last = ranges.at(-1)
      if (last !== undefined && one - last[1] <= 2) last[1] = one
      else ranges.push([one, one])
    }
    return ranges
  }

  private work(): void {
    const { engine } = this
    while (engine.qjs_is_job_pending() !== 0) if (engine.qjs_execute_pending_job() < 0) stop(`while warming: ${this.thrown()}`)
  }

  private warm(warm: Pointer, payloads: readonly string[]): void {
    const { engine } = this
    this.payloads = payloads
    const count = engine.qjs_new_number(payloads.length)
    const values = engine.wasm_malloc(4)
    new DataView(engine.memory.buffer).setUint32(values, count, true)
    const promise = this.checked(engine.qjs_call(warm, engine.qjs_get_undefined(), 1, values))
    this.work()
    if (engine.qjs_promise_state(promise) !== 1) stop('the hot path does not come to its end while it is warmed')
    engine.qjs_free_value(promise)
    engine.qjs_free_value(count)
    engine.wasm_free(values)
  }

  /** The host while the image is made. */
  private called(letter: Pointer, values: Pointer): Pointer {
    const { engine } = this
    const name = calls[(this.bytes(letter, 1)[0] ?? 0) - 65] ?? stop('the hot path asks for what no host has')
    const value = (n: number): Pointer => this.word(values + 4 * n)
    const number = (said: number): Pointer => engine.qjs_new_number(said)
    const numberAt = (n: number): number => engine.qjs_get_float64(value(n))
    const path = (n: number): string => this.textOf(value(n))
    const part = (): Uint8Array => this.bytesOf(value(1)).subarray(numberAt(2), numberAt(2) + numberAt(3))
    const stat = (found: readonly number[] | number, n: number): Pointer => {
      if (typeof found === 'number') return number(found)
      this.bytesOf(value(n)).set(new Uint8Array(Float64Array.from(found).buffer))
      return number(0)
    }
    const answers: { readonly [K in keyof Host]: () => Pointer } = {
      told: () => this.text(this.somebody ? (told[numberAt(0)] ?? '') : ''),
      count: () => number(this.somebody && numberAt(0) === 1 ? uid : 0),
      stdin: () => {
        const [payload = '', ...rest] = this.payloads
        this.payloads = rest
        return this.array(Buffer.from(payload))
      },
      decode: () => this.text(Buffer.from(this.bytesOf(value(0))).toString('utf8')),
      encode: () => this.array(Buffer.from(this.textOf(value(0)))),
      sha256: () => this.text('0'.repeat(64)),
      random: () => this.array(new Uint8Array(8)),
      open: () => number(this.files.open(path(0), numberAt(1))),
      close: () => number(this.files.close(numberAt(0))),
      read: () => number(this.files.read(numberAt(0), part(), numberAt(4))),
      write: () => number(this.files.write(numberAt(0), part(), numberAt(4))),
      stat: () => stat(this.files.stat(path(0)), 2),
      fstat: () => stat(this.files.fstat(numberAt(0)), 1),
      realpath: () => {
        const found = this.files.realpath(path(0))
        return typeof found === 'number' ? number(found) : this.text(found)
      },
      list: () => number(-2),
      mkdir: () => number(this.files.mkdir(path(0))),
      rename: () => number(this.files.rename(path(0), path(1))),
      unlink: () => number(this.files.unlink(path(0))),
      chmod: () => number(-13),
      state: () => number(0),
      settled: () => number(0),
      sleep: () => number(0),
      exit: () => number(0),
      connect: () => number(-13),
      look: () => {
        const text = path(0)
        const small = text.replace(/[A-Z]/g, letter => letter.toLowerCase())
        const found = wordsIn(this.bytesOf(value(1))).map(word => (text.includes(word) ? 1 : 0) | (small.includes(word) ? 2 : 0))
        return this.array(Uint8Array.from([...found, 1, 1, 0]))
      },
      sound: () => number(0),
      heavy: () => number(0),
      contains: () => number(-1),
      sha256Text: () => this.text('0'.repeat(64)),
      // A rare call of the sample would; what it writes until then is of interest.
      handOver: () => (this.somebody ? number(0) : stop(`the hot path wants to hand over while it is warmed\n${this.where()}`)),
    }
    return answers[name]()
  }

  private bytes(at: Pointer, length: number): Uint8Array {
    return new Uint8Array(this.engine.memory.buffer, at, length)
  }

  private word(at: Pointer): number {
    return new DataView(this.engine.memory.buffer).getUint32(at, true)
  }

  private put(text: string | Uint8Array): Pointer {
    const bytes = Buffer.from(text as string)
    const to = this.engine.wasm_malloc(bytes.length + 1)
    this.bytes(to, bytes.length + 1).set([...bytes, 0])
    return to
  }

  private text(text: string): Pointer {
    const from = this.put(text)
    const made = this.engine.qjs_new_string(from, Buffer.byteLength(text))
    this.engine.wasm_free(from)
    return made
  }

  private array(bytes: Uint8Array): Pointer {
    const from = this.put(bytes)
    const made = this.engine.qjs_new_uint8_array(from, bytes.length)
    this.engine.wasm_free(from)
    return made
  }

  private valueOf(boxed: Pointer): bigint {
    return new DataView(this.engine.memory.buffer).getBigUint64(boxed, true)
  }

  private bytesOf(boxed: Pointer): Uint8Array {
    const out = this.engine.wasm_malloc(4)
    const from = this.engine.JS_GetUint8Array(this.engine.qjs_get_context_ptr(), out, this.valueOf(boxed))
    const length = this.word(out)
    this.engine.wasm_free(out)
    return this.bytes(from, length)
  }

  private textOf(boxed: Pointer): string {
    const context = this.engine.qjs_get_context_ptr()
    const out = this.engine.wasm_malloc(4)
    const from = this.engine.JS_ToCStringLen2(context, out, this.valueOf(boxed), 0)
    const text = Buffer.from(this.bytes(from, this.word(out))).toString('utf8')
    this.engine.JS_FreeCString(context, from)
    this.engine.wasm_free(out)
    return text
  }

  private get(object: Pointer, name: string): Pointer {
    const key = this.put(name)
    const found = this.engine.qjs_get_prop_string(object, key)
    this.engine.wasm_free(key)
    return this.checked(found)
  }

  private set(object: Pointer, name: string, value: Pointer): void {
    const key = this.put(name)
    this.engine.qjs_set_prop_string(object, key, value)
    this.engine.wasm_free(key)
  }

  private checked(value: Pointer): Pointer {
    return this.engine.qjs_is_exception(value) === 0 ? value : stop(`while the image is made: ${this.thrown()}`)
  }

  private where(): string {
    const code = 'new Error().stack'
    return this.textOf(this.engine.qjs_eval(this.put(code), code.length, this.put('here'), 0))
  }

  private thrown(): string {
    const error = this.engine.qjs_get_exception()
    const stack = this.get(error, 'stack')
    return `${this.textOf(error)}\n${this.textOf(stack)}`
  }
}

export interface Payloads {
  /** Judged while the image is made. */
  readonly warming: readonly string[]
  /** Only looked at: what calls write to. */
  readonly sample: readonly string[]
}

export const imageOf = (wasm: Uint8Array, script: string, payloads: Payloads): Image => {
  // Another one compiles, so that nothing of the text is left in the image.
  const bytecode = new Instance(new WebAssembly.Module(wasm)).compile(script)
  const module = new WebAssembly.Module(watched(wasm))
  const plan = new Instance(module).plan(bytecode, payloads)
  const sized = new Layout(plan)
  new Instance(module, sized).load(bytecode, payloads.warming)
  return new Instance(module, new Layout(plan, sized.filling)).fill(bytecode, payloads)
}
