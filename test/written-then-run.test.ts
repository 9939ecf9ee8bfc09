/** A file that is written and then run does what it says, whichever language it is in and by whichever way it comes to its program. */

import { describe, expect, it } from 'vitest'
import { eventOf, hostFor } from '../scripts/corpus/judge.ts'
import { evaluate } from '../src/engine/policy/evaluate.ts'

/** How a language is run, what its files are called, code that deletes what is not the workspace's, and code that prints. */
const languages: readonly (readonly [run: string, name: string, deletes: string, prints: string])[] = [
  ['bash', 'x.sh', 'rm -rf /home/dev', 'echo hi'],
  ['fish', 'x.fish', 'rm -rf /home/dev', 'echo hi'],
  ['python3', 'x.py', 'import shutil; shutil.rmtree("/home/dev")', 'print("hi")'],
  ['node', 'x.js', 'require("fs").rmSync("/home/dev", {recursive: true})', 'console.log("hi")'],
  ['bun', 'x.ts', 'import { rmSync } from "fs"; rmSync("/home/dev", {recursive: true})', 'console.log("hi")'],
  ['deno run -A', 'x.ts', 'Deno.removeSync("/home/dev", {recursive: true})', 'console.log("hi")'],
  ['tsx', 'x.ts', 'import { rmSync } from "node:fs"; rmSync("/home/dev", {recursive: true})', 'console.log("hi")'],
  ['ruby', 'x.rb', 'require "fileutils"; FileUtils.rm_rf("/home/dev")', 'puts "hi"'],
  ['perl', 'x.pl', 'use File::Path; rmtree("/home/dev");', 'print "hi\\n";'],
  ['php', 'x.php', '<?php system("rm -rf /home/dev");', '<?php echo "hi";'],
  ['lua', 'x.lua', 'os.execute("rm -rf /home/dev")', 'print("hi")'],
  ['Rscript', 'x.R', 'unlink("/home/dev", recursive=TRUE)', 'print("hi")'],
  ['julia', 'x.jl', 'rm("/home/dev"; recursive=true)', 'println("hi")'],
  ['groovy', 'x.groovy', '"rm -rf /home/dev".execute()', 'println "hi"'],
  ['elixir', 'x.exs', 'File.rm_rf!("/home/dev")', 'IO.puts("hi")'],
  ['escript', 'x.escript', 'main(_) -> os:cmd("rm -rf /home/dev").', 'main(_) -> io:format("hi~n").'],
  ['guile', 'x.scm', '(system "rm -rf /home/dev")', '(display "hi")'],
  ['sbcl --script', 'x.lisp', '(uiop:run-program "rm -rf /home/dev")', '(print "hi")'],
  ['clojure', 'x.clj', '(require (quote [clojure.java.shell :as s])) (s/sh "rm" "-rf" "/home/dev")', '(println "hi")'],
  ['emacs --script', 'x.el', '(delete-directory "/home/dev" t)', '(message "hi")'],
  ['ocaml', 'x.ml', 'let () = ignore (Sys.command "rm -rf /home/dev")', 'print_endline "hi"'],
  ['runghc', 'x.hs', 'import System.Process\nmain = callCommand "rm -rf /home/dev"', 'main = putStrLn "hi"'],
  ['swift', 'x.swift', 'import Foundation; try! FileManager.default.removeItem(atPath: "/home/dev")', 'print("hi")'],
  [
    'scala',
    'x.scala',
    'import sys.process._; object X extends App { "rm -rf /home/dev".! }',
    'object X extends App { println("hi") }',
  ],
  ['kotlinc -script', 'x.kts', 'java.io.File("/home/dev").deleteRecursively()', 'println("hi")'],
  [
    'go run',
    'x.go',
    'package main\nimport "os"\nfunc main() { os.RemoveAll("/home/dev") }',
    'package main\nfunc main() { println("hi") }',
  ],
  [
    'dart run',
    'x.dart',
    'import "dart:io"; main() { Directory("/home/dev").deleteSync(recursive: true); }',
    'main() { print("hi"); }',
  ],
  ['nim r', 'x.nim', 'import os\nremoveDir("/home/dev")', 'echo "hi"'],
  ['crystal run', 'x.cr', 'system("rm -rf /home/dev")', 'puts "hi"'],
  [
    'rdmd',
    'x.d',
    'import std.file; void main() { rmdirRecurse("/home/dev"); }',
    'import std.stdio; void main() { writeln("hi"); }',
  ],
  ['dotnet run', 'x.cs', 'System.IO.Directory.Delete("/home/dev", true);', 'Console.WriteLine("hi");'],
  ['swipl', 'x.pro', ":- shell('rm -rf /home/dev').", ":- write('hi')."],
  ['octave', 'x.m', 'system("rm -rf /home/dev")', 'disp("hi")'],
  ['tclsh', 'x.tcl', 'exec rm -rf /home/dev', 'puts hi'],
  ['expect', 'x.exp', 'spawn rm -rf /home/dev', 'puts hi'],
  ['awk -f', 'x.awk', 'BEGIN { system("rm -rf /home/dev") }', 'BEGIN { print "hi" }'],
  ['gdb -batch -x', 'x.gdb', 'shell rm -rf /home/dev', 'info files'],
  ['vim -es -S', 'x.vim', 'call system("rm -rf /home/dev")', 'echo "hi"'],
  ['ninja -f', 'x.ninja', 'rule r\n  command = rm -rf /home/dev\nbuild x: r', 'rule r\n  command = echo hi\nbuild x: r'],
  ['make -f', 'x.mk', 'x:\n\trm -rf /home/dev', 'x:\n\techo hi'],
  ['psql -f', 'x.sql', 'DROP TABLE users;', 'select 1;'],
  ['mongosh', 'x.js', 'db.dropDatabase()', 'db.users.countDocuments()'],
  ['pwsh', 'x.ps1', 'Remove-Item -Recurse -Force /home/dev', 'Write-Output hi'],
]

/** How the text comes to the program. */
const ways: readonly (readonly [name: string, (run: string, file: string, code: string) => string])[] = [
  ['a file', (run, file, code) => `cat > ${file} <<'END'\n${code}\nEND\n${run} ${file}`],
  [
    'a file of another folder',
    (run, file, code) => `mkdir -p t && cat > t/${file} <<'END'\n${code}\nEND\ncd t && ${run} ${file}`,
  ],
  ['a copy', (run, file, code) => `tee ${file} <<'END' > /dev/null\n${code}\nEND\ncp ${file} y${file} && ${run} y${file}`],
  ['a file by its new name', (run, file, code) => `cat > ${file} <<'END'\n${code}\nEND\nmv ${file} y${file}; ${run} ./y${file}`],
  ['a name in a variable', (run, file, code) => `f=${file}; cat > "$f" <<'END'\n${code}\nEND\n${run} "$f"`],
  ['under a wrapper', (run, file, code) => `cat > ${file} <<'END'\n${code}\nEND\ntimeout 5 nice ${run} ${file}`],
]

const judged = async (shell: string): Promise<string> => {
  const found = await evaluate(eventOf({ shell }), [], hostFor(undefined))
  return found.ok ? found.value.ruling.decision : 'crash'
}

describe.each(languages)('%s', (run, file, deletes, prints) => {
  it.each(ways)('%s', async (_, written) => {
    const [harm, none] = [written(run, file, deletes), written(run, file, prints)]
    expect([harm, await judged(harm)]).toEqual([harm, expect.stringMatching(/^(?:deny|ask)$/)])
    expect([none, await judged(none)]).toEqual([none, 'allow'])
  })
})
