import { expect, it } from 'vitest'
import { late } from '../../scripts/build/late.ts'

it.each([
  ['var a=/x/;function f(t){return a.test(t)}', 'var a;function f(t){return (a??=/x/).test(t)}'],
  ['const a=["x"],b=1;function f(){return[a,b]}', 'var a,b=1;function f(){return[(a??=["x"]),b]}'],
  ['var a="x y".split(" "),b=new Set(a);f(b)', 'var a,b=new Set((a??="x y".split(" ")));f(b)'],
  ['var a=new Set(["x"]);f({a:a.size,b:o.a})', 'var a;f({a:(a??=new Set(["x"])).size,b:o.a})'],
  // It keeps where it was; it is seen from outside; it is somebody else's name as well; it is given another value.
  ['var a=/x/g;function f(t){return a.test(t)}', undefined],
  ['var a=/x/;f(a);export{a}', undefined],
  ['var a=/x/;f(a);function g(a){return a}', undefined],
  ['var a=/x/;f(a);function g({b:a}){return a}', undefined],
  ['var a=/x/;f(a);function g({b:{a=1}}){return a}', undefined],
  ['var a=[];f(a);function g(){a=[1]}', undefined],
  ['var a=/x/;f({a})', undefined],
  // It is not made of literals.
  ['var a=[b];f(a)', undefined],
  ['var a=g("x");f(a)', undefined],
  ['var a=new Date(1);f(a)', undefined],
  // It would stand there too often; it costs nothing.
  ['var a=/x/;f(a,a,a,a,a)', undefined],
  ['var a="x";f(a)', undefined],
  // No variables, but keys.
  ['var a=/x/;class C{#a=1;a(){return this.#a+this.a}}f(a)', 'var a;class C{#a=1;a(){return this.#a+this.a}}f((a??=/x/))'],
])('%s', (text, made = text) => {
  expect(late(text)).toBe(made)
})
