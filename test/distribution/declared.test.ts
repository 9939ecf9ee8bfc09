/** What becomes a declaration does what it did. */

import { describe, expect, it } from 'vitest'
import { declared } from '../../scripts/build/declared.ts'

describe('functions as declarations', () => {
  it.each([
    ['const twice=n=>n*2;export{twice};', 'function twice(n){return(n*2)}export{twice};'],
    ['var a=1,b=async({c},d=a)=>{await c},e=2;', 'async function b({c},d=a){await c}var a=1,e=2;'],
    ['const made=()=>({a:1});made();', 'function made(){return({a:1})}made();'],
    ['const f=a=>b=>a+b;', 'function f(a){return(b=>a+b)}'],
  ])('%s', (text, wanted) => expect(declared(text)).toBe(wanted))

  it.each([
    'const f=()=>this;',
    'const f=()=>arguments;',
    'const f=function(){return 1};',
    'const f=once(()=>1);',
    '{const f=()=>1}',
  ])('leaves %s', text => expect(declared(text)).toBe(text))
})
