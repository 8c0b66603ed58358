import { describe, expect, test } from 'vitest';
import { functionFrom } from './binding-functions.ts';

/** The code of the bindings, as the kernels write it. */
const invoker = `return function (arg0,arg1) {
var destructors = [];
var thisWired = toClassParamWire(destructors, this);
var arg0Wired = toArg0Wire(destructors, arg0);
var arg1Wired = argType1.toWireType(destructors, arg1); // double
var rv = invoker(fn,thisWired,arg0Wired,arg1Wired);
runDestructors(destructors);
var ret = fromRetWire(rv);
return ret;
}
`;
const names = [
  'invoker',
  'fn',
  'runDestructors',
  'fromRetWire',
  'toClassParamWire',
  'toArg0Wire',
  'argType1',
];

describe('a function of the bindings', () => {
  test('behaves like its source, without compilation', () => {
    const freed: unknown[] = [];
    const values = [
      (fn: number, self: string, a: number, b: number) => `${fn} ${self} ${a} ${b}`,
      7,
      (list: unknown[]) => freed.push(...list),
      (text: string) => `<${text}>`,
      (list: unknown[], self: { name: string }) => {
        list.push(self.name);
        return self.name;
      },
      (_: unknown, value: number) => value + 1,
      {
        factor: 10,
        toWireType(_: unknown, value: number) {
          return value * this.factor;
        },
      },
    ];
    const ours = functionFrom(names, invoker).apply(undefined, values) as (a: number, b: number) => string;
    // oxlint-disable-next-line no-implied-eval, no-new-func -- the function to compare with
    const theirs = new Function(...names, invoker)(...values) as typeof ours;
    expect(ours.call({ name: 'plate' }, 1, 2)).toBe('<7 plate 2 20>');
    expect(theirs.call({ name: 'plate' }, 1, 2)).toBe('<7 plate 2 20>');
    expect(freed).toEqual(['plate', 'plate']);
  });

  test('refuses a wrong number of arguments where its source does', () => {
    const code =
      "return function gp$Dir(arg0) {\nif (arguments.length !== 1) {\nthrowBindingError('x');\n}\nvar rv = invoker(fn, arg0);\nreturn rv;\n}\n";
    const make = functionFrom(['throwBindingError', 'invoker', 'fn'], code) as (
      ...all: unknown[]
    ) => (...all: number[]) => number;
    const built = make(undefined, (fn: number, a: number) => fn + a, 5);
    expect(built(1)).toBe(6);
    expect(() => built(1, 2)).toThrow(TypeError);
  });

  test('has the given name and constructs objects where its source only delegates', () => {
    const code = 'return function gp_Pnt() {\n    "use strict";    return body.apply(this, arguments);\n};\n';
    const Made = functionFrom(
      ['body'],
      code,
    )(function (this: { x: number }, x: number) {
      this.x = x;
    }) as new (x: number) => { x: number };
    expect(Made.name).toBe('gp_Pnt');
    expect(new Made(3).x).toBe(3);
  });

  test('of an unknown form throws only when called', () => {
    const built = functionFrom([], 'return function f(a) {\nwhile (true) {}\n}')() as (a: number) => void;
    expect(() => built(1)).toThrow(SyntaxError);
  });
});
