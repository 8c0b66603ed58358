import { parseSync, Visitor } from 'oxc-parser';

/** One small fault that can be planted into a file. */
export interface Mutation {
  file: string;
  line: number;
  operator: Operator;
  /** Offsets into the source; `text` replaces the range. */
  start: number;
  end: number;
  text: string;
  /** Shows the change in one line. */
  change: string;
}

export type Operator =
  | 'negate a condition'
  | 'shift a comparison'
  | 'swap && and ||'
  | 'swap an arithmetic operator'
  | 'change a constant'
  | 'drop a statement'
  | 'drop an await'
  | 'drop a condition of a query'
  | 'return early';

const comparisons: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
};
const arithmetic: Record<string, string> = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' };

interface Node {
  type: string;
  start: number;
  end: number;
}

/** Every mutation of one file, in the order of the source. */
export function mutationsOf(file: string, source: string): Mutation[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]!.message}`);
  const found: Mutation[] = [];
  const textOf = ({ start, end }: Node) => source.slice(start, end);
  const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 90);

  function add(operator: Operator, { start, end }: { start: number; end: number }, text: string): void {
    const line = source.slice(0, start).split('\n').length;
    const change = `${oneLine(source.slice(start, end))} → ${oneLine(text) || '(nothing)'}`;
    found.push({ file, line, operator, start, end, text, change });
  }
  const negate = (test: Node) => add('negate a condition', test, `!(${textOf(test)})`);
  function swapOperator(
    node: Node & { left: Node; right: Node; operator: string },
    operator: Operator,
    by: string,
  ) {
    const between = source.slice(node.left.end, node.right.start);
    const text = between.replace(node.operator, () => by);
    add(operator, node, `${textOf(node.left)}${text}${textOf(node.right)}`);
  }
  function returnEarly(body: Node | null): void {
    if (body?.type === 'BlockStatement' && textOf(body).length > 4)
      add('return early', { start: body.start, end: body.start + 1 }, '{ return;');
  }

  new Visitor({
    IfStatement: ({ test }) => negate(test),
    ConditionalExpression: ({ test }) => negate(test),
    BinaryExpression(node) {
      const { operator } = node;
      const comparison = comparisons[operator];
      if (comparison) swapOperator(node, 'shift a comparison', comparison);
      const isText = [node.left, node.right].some(
        ({ type, start }) => type === 'TemplateLiteral' || '\'"`'.includes(source[start]!),
      );
      const other = arithmetic[operator];
      if (other && !isText) swapOperator(node, 'swap an arithmetic operator', other);
    },
    LogicalExpression(node) {
      if (node.operator !== '??') swapOperator(node, 'swap && and ||', node.operator === '&&' ? '||' : '&&');
    },
    Literal(node) {
      if (typeof node.value === 'number') add('change a constant', node, String(node.value + 1));
      if (typeof node.value === 'boolean') add('change a constant', node, String(!node.value));
    },
    TaggedTemplateExpression({ quasi }) {
      for (const part of quasi.quasis) {
        const at = textOf(part).indexOf(' and ');
        if (at >= 0) {
          const start = part.start + at;
          add('drop a condition of a query', { start, end: start + 5 }, ' or ');
        }
      }
    },
    ExpressionStatement(node) {
      if (node.expression.type !== 'Literal') add('drop a statement', node, ';');
    },
    AwaitExpression(node) {
      add('drop an await', node, textOf(node.argument));
    },
    CallExpression(node) {
      const { callee } = node;
      if (callee.type === 'Identifier' && callee.name === 'and' && node.arguments.length > 1) {
        for (const dropped of node.arguments) {
          const kept = node.arguments.filter((argument) => argument !== dropped).map(textOf);
          add('drop a condition of a query', node, `and(${kept.join(', ')})`);
        }
      }
      if (callee.type === 'MemberExpression' && textOf(callee.property) === 'where')
        add('drop a condition of a query', node, textOf(callee.object));
    },
    FunctionDeclaration: ({ body }) => returnEarly(body),
    ArrowFunctionExpression: ({ body }) => returnEarly(body),
  }).visit(program);
  return found;
}

export const applyMutation = (source: string, { start, end, text }: Mutation) =>
  source.slice(0, start) + text + source.slice(end);

/** Seeded random numbers in [0, 1) (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Draws `count` different mutations: area by area, a random operator, then a random occurrence. */
export function drawMutations<M extends Mutation>(
  areas: readonly (readonly M[])[],
  count: number,
  seed: number,
): M[] {
  const random = randomNumbers(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const left = areas.map((mutations) => [...mutations]);
  const drawn: M[] = [];
  while (drawn.length < count && left.some((mutations) => mutations.length > 0)) {
    const area = left[drawn.length % left.length]!;
    if (area.length === 0) {
      left.splice(drawn.length % left.length, 1);
      continue;
    }
    const operator = pick([...new Set(area.map((mutation) => mutation.operator))]);
    const mutation = pick(area.filter((candidate) => candidate.operator === operator));
    area.splice(area.indexOf(mutation), 1);
    drawn.push(mutation);
  }
  return drawn;
}
