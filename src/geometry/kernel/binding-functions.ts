type Values = unknown[];
type Callable = (this: unknown, ...values: Values) => unknown;
/** Evaluates an expression: `slots` has the values of the parameters and variables, `self` is `this`. */
type Expression = (slots: Values, self: unknown) => unknown;

/**
 * Lets the kernels run where a policy forbids `eval`: they compile the functions of their bindings from text with `new Function`.
 * Replaces `Function` with an interpreter of that text. Only for a dedicated worker.
 */
export function replaceFunctionConstructor(): void {
  const builder = function (...texts: (string | readonly string[])[]): Callable {
    const names = texts.slice(0, -1).flatMap((text) => String(text).split(','));
    return functionFrom(
      names.map((name) => name.trim()),
      String(texts.at(-1) ?? ''),
    );
  };
  // The bindings check `instanceof Function`.
  builder.prototype = Function.prototype;
  Object.assign(globalThis, { Function: builder });
}

/**
 * Returns what `new Function(...names, code)` would return for code of the form `return function name(a, b) { … }` whose body is
 * a list of plain statements. The inner function throws for unsupported code.
 */
export function functionFrom(names: readonly string[], code: string): Callable {
  const [, name = '', parameters = '', body = ''] =
    /^\s*return function\s*([\w$]*)\s*\(([^)]*)\)\s*\{([\s\S]*)\}\s*;?\s*$/.exec(code) ?? [];
  if (/^\s*"use strict";\s*return body\.apply\(this, arguments\);\s*$/.test(body)) {
    return (inner) => named(name, (self, values) => Reflect.apply(inner as Callable, self, values));
  }
  const parameterNames = parameters
    .split(',')
    .map((parameter) => parameter.trim())
    .filter(Boolean);
  const run = readBody([...names, ...parameterNames], body);
  return (...outer) =>
    named(name, (self, values) =>
      run([...outer, ...parameterNames.map((_, index) => values[index])], self, values.length),
    );
}

function named(name: string, run: (self: unknown, values: Values) => unknown): Callable {
  // An arrow function has no `this` and cannot be a constructor.
  const result = function (this: unknown, ...values: Values): unknown {
    return run(this, values);
  };
  return Object.defineProperty(result, 'name', { value: name });
}

/** Parses the statements of a body: declarations, calls, and a return at the end. */
function readBody(
  names: readonly string[],
  body: string,
): (slots: Values, self: unknown, count: number) => unknown {
  const slotOf = new Map(names.map((name, index) => [name, index]));
  const steps: Expression[] = [];
  let expectedCount: number | undefined;
  let result: Expression | undefined;
  const lines = body
    .replaceAll(/\/\/.*$/gm, '')
    .split('\n')
    .map((line) => line.trim().replace(/;$/, ''))
    .filter(Boolean);
  try {
    for (let at = 0; at < lines.length; at += 1) {
      const line = lines[at] ?? '';
      const [, count] = /^if \(arguments\.length !== (\d+)\) \{$/.exec(line) ?? [];
      const [, target, declared = ''] = /^var (\w+) = (.+)$/.exec(line) ?? [];
      const [, returned] = /^return (.+)$/.exec(line) ?? [];
      if (count !== undefined) {
        expectedCount = Number(count);
        // The next two lines throw and close the condition.
        at += 2;
      } else if (target !== undefined) {
        const value = parseExpression(declared, slotOf);
        const slot = slotOf.get(target) ?? slotOf.size;
        slotOf.set(target, slot);
        steps.push((slots, self) => (slots[slot] = value(slots, self)));
      } else if (returned !== undefined) {
        result = parseExpression(returned, slotOf);
      } else {
        steps.push(parseExpression(line, slotOf));
      }
    }
  } catch (error) {
    return () => {
      throw error;
    };
  }
  return (slots, self, count) => {
    if (expectedCount !== undefined && count !== expectedCount) {
      throw new TypeError(`${count} arguments instead of ${expectedCount}`);
    }
    for (const step of steps) step(slots, self);
    return result?.(slots, self);
  };
}

/** Parses the names, numbers, calls, members, `new`, `[]` and sums that bindings use. Throws SyntaxError for anything else. */
function parseExpression(text: string, slotOf: ReadonlyMap<string, number>): Expression {
  const tokens = text.match(/[\w$]+|[^\s\w$]/g) ?? [];
  let at = 0;
  const fail = (): never => {
    throw new SyntaxError(`Unsupported binding: ${text}`);
  };
  const expect = (token: string): void => {
    if (tokens[at] !== token) fail();
    at += 1;
  };
  const list = (end: string): Expression[] => {
    const values: Expression[] = [];
    while (tokens[at] !== end) {
      values.push(sum());
      if (tokens[at] !== end) expect(',');
    }
    expect(end);
    return values;
  };
  const primary = (): Expression => {
    const token = tokens[at] ?? fail();
    at += 1;
    if (token === '(') return list(')').at(-1) ?? fail();
    if (token === '[') {
      expect(']');
      return () => [];
    }
    if (token === 'this') return (_, self) => self;
    if (token === 'null') return () => null;
    if (/^\d+$/.test(token)) return () => Number(token);
    if (token === 'new') {
      const type = primary();
      expect('(');
      const values = list(')');
      return (slots, self) => {
        const Class = type(slots, self) as new (...all: Values) => unknown;
        return new Class(...valuesOf(values, slots, self));
      };
    }
    const slot = slotOf.get(token) ?? fail();
    return (slots) => slots[slot];
  };
  const postfix = (): Expression => {
    let value = primary();
    /** The object on which a method is called. */
    let receiver: Expression | undefined;
    for (;;) {
      const [current, object] = [value, receiver];
      if (tokens[at] === '.' || tokens[at] === '[') {
        at += 1;
        const name = tokens[at - 1] === '.' ? tokens[at++] : undefined;
        const key = name === undefined ? sum() : () => name;
        if (name === undefined) expect(']');
        receiver = current;
        value = (slots, self) =>
          (current(slots, self) as Record<string, unknown>)[key(slots, self) as string];
      } else if (tokens[at] === '(') {
        at += 1;
        const values = list(')');
        receiver = undefined;
        value = (slots, self) =>
          Reflect.apply(
            current(slots, self) as Callable,
            object?.(slots, self),
            valuesOf(values, slots, self),
          );
      } else return value;
    }
  };
  const sum = (): Expression => {
    const first = postfix();
    if (tokens[at] !== '+') return first;
    at += 1;
    const second = sum();
    return (slots, self) => (first(slots, self) as number) + (second(slots, self) as number);
  };
  const result = sum();
  return at === tokens.length ? result : fail();
}

const valuesOf = (values: readonly Expression[], slots: Values, self: unknown): Values =>
  values.map((value) => value(slots, self));
