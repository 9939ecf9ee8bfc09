/**
 * The memory of an engine in which the hot path is loaded and warm. What the host says in here is the same on every machine: no file exists,
 * no time passes, the environment is empty.
 */

import { calls, type Host, hostName } from '../../src/door/host.ts'
import { stop } from '../project/project.ts'

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
  readonly __stack_pointer: { readonly value: number }
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
  readonly memory: Uint8Array
  readonly stack: number
  readonly start: Pointer
  readonly tick: Pointer
  /** Pages that a call writes to, as first and last. */
  readonly dirtied: readonly (readonly [number, number])[]
}

/** Bytes that the engine may have, and of its stack; a call that needs more is somebody else's. */
const memoryLimit = 256 * 1024 * 1024
const stackLimit = 768 * 1024
const page = 4096

const stripSource = 1 << 4

class Instance {
  private readonly engine: Engine
  private payloads: readonly string[] = []

  constructor(module: Module) {
    const zero = (): number => 0
    const { exports } = new WebAssembly.Instance(module, {
      env: {
        host_call: (name: Pointer, _: number, __: Pointer, count: number, values: Pointer) => this.called(name, count, values),
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
    })
    this.engine = exports as unknown as Engine
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
  async fill(bytecode: Uint8Array, payloads: readonly string[]): Promise<Image> {
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
    engine.wasm_free(code)
    const door = this.get(global, 'tfyDoor')
    const [start, tick, warm] = [this.get(door, 'start'), this.get(door, 'tick'), this.get(door, 'warm')]
    this.warm(warm, payloads)
    engine.qjs_run_gc()
    engine.qjs_set_interrupt_handler(1)
    const memory = new Uint8Array(engine.memory.buffer).slice()
    const stack = engine.__stack_pointer.value
    return { memory, stack, start, tick, dirtied: this.dirtiedBy(() => this.warm(warm, payloads.slice(0, 1)), memory) }
  }

  private warm(warm: Pointer, payloads: readonly string[]): void {
    const { engine } = this
    this.payloads = payloads
    const count = engine.qjs_new_number(payloads.length)
    const values = engine.wasm_malloc(4)
    new DataView(engine.memory.buffer).setUint32(values, count, true)
    const promise = this.checked(engine.qjs_call(warm, engine.qjs_get_undefined(), 1, values))
    while (engine.qjs_is_job_pending() !== 0) if (engine.qjs_execute_pending_job() < 0) stop(`while warming: ${this.thrown()}`)
    if (engine.qjs_promise_state(promise) !== 1) stop('the hot path does not come to its end while it is warmed')
    engine.qjs_free_value(promise)
    engine.qjs_free_value(count)
    engine.wasm_free(values)
  }

  private dirtiedBy(act: () => void, before: Uint8Array): readonly (readonly [number, number])[] {
    act()
    const after = new Uint8Array(this.engine.memory.buffer)
    const ranges: [number, number][] = []
    for (let at = 0; at < before.length; at += page) {
      if (Buffer.compare(before.subarray(at, at + page), after.subarray(at, at + page)) === 0) continue
      const last = ranges.at(-1)
      if (last !== undefined && at / page - last[1] <= 2) last[1] = at / page
      else ranges.push([at / page, at / page])
    }
    return ranges
  }

  /** The host while the image is made. */
  private called(letter: Pointer, count: number, values: Pointer): Pointer {
    const { engine } = this
    const name = calls[(this.bytes(letter, 1)[0] ?? 0) - 65] ?? stop('the hot path asks for what no host has')
    const value = (n: number): Pointer => this.word(values + 4 * n)
    const answers: { readonly [K in keyof Host]: () => Pointer } = {
      told: () => this.text(''),
      count: () => engine.qjs_new_number(0),
      stdin: () => {
        const [payload = '', ...rest] = this.payloads
        this.payloads = rest
        return this.array(Buffer.from(payload))
      },
      decode: () => this.text(Buffer.from(this.bytesOf(value(0))).toString('utf8')),
      encode: () => this.array(Buffer.from(this.textOf(value(0)))),
      sha256: () => this.text('0'.repeat(64)),
      random: () => this.array(new Uint8Array(8)),
      open: () => engine.qjs_new_number(-2),
      close: () => engine.qjs_new_number(0),
      read: () => engine.qjs_new_number(-9),
      write: () => engine.qjs_new_number(count > 3 ? engine.qjs_get_float64(value(3)) : 0),
      stat: () => engine.qjs_new_number(-2),
      fstat: () => engine.qjs_new_number(-9),
      realpath: () => engine.qjs_new_number(-2),
      list: () => engine.qjs_new_number(-2),
      mkdir: () => engine.qjs_new_number(-13),
      rename: () => engine.qjs_new_number(-13),
      unlink: () => engine.qjs_new_number(-13),
      chmod: () => engine.qjs_new_number(-13),
      state: () => engine.qjs_new_number(0),
      settled: () => engine.qjs_new_number(0),
      sleep: () => engine.qjs_new_number(0),
      exit: () => engine.qjs_new_number(0),
      handOver: () => stop(`the hot path wants to hand over while it is warmed\n${this.where()}`),
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

export const imageOf = async (wasm: Uint8Array, script: string, payloads: readonly string[]): Promise<Image> => {
  const module = new WebAssembly.Module(wasm)
  // Another one compiles, so that nothing of the text is left in the image.
  return new Instance(module).fill(new Instance(module).compile(script), payloads)
}
