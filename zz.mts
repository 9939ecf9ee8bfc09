import { judge } from './scripts/corpus/judge.ts'
const rows = process.argv[2]
import { readFileSync } from 'node:fs'
for (const line of readFileSync(rows,'utf8').split('\n').filter(Boolean)) { const row = JSON.parse(line); const r = await judge(row,'must-deny'); console.log(r.outcome.padEnd(6), r.rules.join(',').slice(0,60).padEnd(40), JSON.stringify(row).slice(0,170)) }
