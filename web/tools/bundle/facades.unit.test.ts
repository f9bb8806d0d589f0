import { describe, expect, it } from '@jest/globals';
import { facadeOf, listedOnce, pastFacades } from './facades.ts';

describe('files that only hand on what another one holds', () => {
  it.each([
    ['export{lt as BooksMark}from"./base-1.js";', { target: 'base-1.js', names: { BooksMark: 'lt' } }],
    ['export{a as A,b}from"./kit-2.js"\n', { target: 'kit-2.js', names: { A: 'a', b: 'b' } }],
    ['import{a as e}from"./kit-2.js";export{e as A};', undefined],
    ['export{a as A}from"./kit-2.js";start();', undefined],
    ['export{"a b" as A}from"./kit-2.js";', undefined],
    ['', undefined],
  ])('%s', (code, facade) => expect(facadeOf(code)).toEqual(facade));

  it('are passed by where something is imported on demand, and where it is loaded before', () => {
    const facades = new Map([['mark-1.js', { target: 'base-2.js', names: { Mark: 'lt' } }]]);
    const code = 'd=["assets/mark-1.js","assets/x.js"];p(async()=>{let{Mark:e}=await import(`./mark-1.js`)},f([0]))';
    expect(pastFacades(code, facades)).toBe(
      'd=["assets/base-2.js","assets/x.js"];p(async()=>{let{lt:e}=await import(`./base-2.js`)},f([0]))',
    );
    expect(pastFacades('import("./other-mark-1.js")', facades)).toBe('import("./other-mark-1.js")');
    expect(pastFacades('p(()=>import("./mark-1.js"))', facades)).toBe(
      'p(()=>import("./base-2.js").then(m=>({Mark:m.lt})))',
    );
    expect(() => pastFacades('import{Mark}from"./mark-1.js"', facades)).toThrow('mark-1.js is imported');
  });

  it('leave each file once in the list of what is loaded before', () => {
    const rest = 'i.map(i=>d[i]);p(a,__vite__mapDeps([1,0,2]));p(b,__vite__mapDeps([3,2]))';
    expect(
      listedOnce(`const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["a.js","b.js","b.js","c.js"])))=>${rest}`),
    ).toBe(
      'const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["a.js","b.js","c.js"])))=>' +
        'i.map(i=>d[i]);p(a,__vite__mapDeps([1,0]));p(b,__vite__mapDeps([2,1]))',
    );
    expect(listedOnce('start()')).toBe('start()');
  });
});
