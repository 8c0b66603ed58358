import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pairKey } from '#contract/prices/cell-changes.ts';
import type { CellValue, PriceTable } from '#contract/prices/price-table.ts';
import { cellAfterEntry } from '#domain/grid/cell-moves.ts';
import { formatBlock, parseBlock } from '#domain/grid/clipboard.ts';
import { cellText, parseCell, type CellView } from './grid/cell-text.ts';
import { editReducer, initialState, valueOf, type EditAction, type EditState } from './grid/edits.ts';
import { missingCells, nextMissing } from './grid/missing.ts';
import { planPaste, type TableCell } from './grid/paste.ts';
import { changesOf, modelOf, filterPrices } from './price-model.ts';
import { selectionText } from './grid/selection-text.ts';
import {
  selectAt,
  selectAll,
  selectionAfterFilter,
  moveSelection,
  rangeOf,
  type Range,
} from './grid/selection.ts';

const price = (yuan: number, time = 0): CellValue => ({ price: yuan, time });

describe('cell input', () => {
  const before = { price: 10, time: 2 };
  test.each<[CellView, string, CellValue, CellValue]>([
    ['both', '12.5/1', null, price(12.5, 1)],
    ['both', '12.5', null, price(12.5)],
    ['both', '12.5', before, price(12.5, 2)],
    ['both', '/3', before, price(10, 3)],
    ['both', '12/', before, price(12, 2)],
    ['both', '１２／３', null, price(12, 3)],
    ['both', ' ', before, null],
    ['both', '/', before, null],
    ['price', '8', before, price(8, 2)],
    ['price', '8/1', before, price(8, 1)],
    ['price', '', before, null],
    ['days', '4', before, price(10, 4)],
    ['days', '8/1', before, price(8, 1)],
    ['days', '', before, price(10)],
    ['days', '', null, null],
  ])('in the view %s is parsed: %j', (view, text, held, value) => {
    expect(parseCell(text, held, view)).toEqual({ value });
  });

  test.each<[CellView, string, CellValue, string]>([
    ['both', 'x', before, '价格必须是数字'],
    ['both', '1/x', before, '天数必须是数字'],
    ['both', '1/2/3', before, '请输入“价格/天数”，如 12.5/1'],
    ['both', '/3', null, '请先填写价格'],
    ['days', '3', null, '请先填写价格'],
    ['price', '1.005', before, '价格最多2位小数'],
    ['both', '1/366', before, '天数不能大于365'],
  ])('in the view %s is rejected: %j', (view, text, held, problem) => {
    expect(parseCell(text, held, view)).toEqual({ problem });
  });

  test('a cell text is parsed back to its value', () => {
    const cents = fc.integer({ min: 0, max: 99_999_999 }).map((value) => value / 100);
    const days = fc.integer({ min: 0, max: 36_500 }).map((value) => value / 100);
    fc.assert(
      fc.property(cents, days, fc.constantFrom<CellView>('both', 'price', 'days'), (yuan, time, view) => {
        const value = { price: yuan, time };
        expect(parseCell(cellText(value, view), value, view)).toEqual({ value });
      }),
    );
  });
});

describe('the selection', () => {
  const extent = { rows: 10, columns: 5 };
  const stroke = { key: '', toEdge: false, extend: false, page: 4 };
  test.each([
    ['ArrowDown', {}, selectAt(4, 2)],
    ['ArrowUp', {}, selectAt(2, 2)],
    ['ArrowLeft', {}, selectAt(3, 1)],
    ['ArrowRight', {}, selectAt(3, 3)],
    ['ArrowDown', { toEdge: true }, selectAt(9, 2)],
    ['ArrowUp', { toEdge: true }, selectAt(0, 2)],
    ['ArrowRight', { toEdge: true }, selectAt(3, 4)],
    ['Home', {}, selectAt(3, 0)],
    ['End', {}, selectAt(3, 4)],
    ['Home', { toEdge: true }, selectAt(0, 0)],
    ['End', { toEdge: true }, selectAt(9, 4)],
    ['PageDown', {}, selectAt(7, 2)],
    ['PageUp', {}, selectAt(0, 2)],
  ])('moves with %s %o', (key, more, expected) => {
    expect(moveSelection(selectAt(3, 2), { ...stroke, key, ...more }, extent)).toEqual(expected);
  });

  test('is extended with Shift from its anchor', () => {
    const one = moveSelection(selectAt(3, 2), { ...stroke, key: 'ArrowUp', extend: true }, extent);
    const two = one && moveSelection(one, { ...stroke, key: 'ArrowRight', extend: true }, extent);
    expect(two && rangeOf(two)).toEqual({ top: 2, left: 2, bottom: 3, right: 3 });
  });

  test('moves after an entry: Enter down, Tab right, Shift back, not beyond the edge', () => {
    expect(cellAfterEntry('Enter', false, selectAt(3, 2).focus, extent)).toEqual(selectAt(4, 2).focus);
    expect(cellAfterEntry('Tab', true, selectAt(3, 2).focus, extent)).toEqual(selectAt(3, 1).focus);
    for (const key of ['Enter', 'Tab'] as const)
      expect(cellAfterEntry(key, false, selectAt(9, 4).focus, extent)).toEqual(selectAt(9, 4).focus);
    expect(rangeOf(selectAll(extent))).toEqual({ top: 0, left: 0, bottom: 9, right: 4 });
  });
});

describe('edits', () => {
  const base = initialState(new Map([['1/1', price(10)]]));
  const run = (...actions: EditAction[]) => actions.reduce<EditState>(editReducer, base);
  const change = (...changes: [string, CellValue][]): EditAction => ({ type: 'change', changes });

  test('are compared with the saved prices; an equal value is not an edit', () => {
    const state = run(change(['1/1', price(11)], ['1/2', price(5)]), change(['1/1', price(10)]));
    expect([...state.edits]).toEqual([['1/2', price(5)]]);
    expect(changesOf(state.cells, state.edits)).toEqual([
      { materialId: 1, optionId: 2, before: null, after: price(5) },
    ]);
  });

  test('are undone and redone step by step; a new edit clears the redo steps', () => {
    const two = run(change(['1/1', price(11)]), change(['1/1', null], ['1/2', price(5)]));
    const one = editReducer(two, { type: 'undo' });
    expect([...one.edits]).toEqual([['1/1', price(11)]]);
    expect(editReducer(one, { type: 'redo' }).edits).toEqual(two.edits);
    expect(editReducer(editReducer(one, { type: 'undo' }), { type: 'undo' }).edits.size).toBe(0);
    const other = editReducer(one, change(['1/3', price(1)]));
    expect(editReducer(other, { type: 'redo' })).toBe(other);
  });

  test('return to the initial state after undoing all, and to the final state after redoing all', () => {
    const value = fc.option(fc.record({ price: fc.nat(3), time: fc.nat(1) }), { nil: null });
    const changes = fc.array(fc.tuple(fc.constantFrom('1/1', '1/2', '2/1'), value), { maxLength: 4 });
    fc.assert(
      fc.property(fc.array(changes), (acts) => {
        const end = acts.reduce<EditState>((state, one) => editReducer(state, change(...one)), base);
        const times = end.past.length;
        const repeat = (state: EditState, type: 'undo' | 'redo') =>
          Array.from({ length: times }).reduce<EditState>((s) => editReducer(s, { type }), state);
        const start = repeat(end, 'undo');
        expect(start.edits.size).toBe(0);
        expect(new Map(repeat(start, 'redo').edits)).toEqual(new Map(end.edits));
      }),
    );
  });

  test('become saved prices after a save; edits made during the save stay', () => {
    const sent = run(change(['1/1', price(11)]));
    const meanwhile = editReducer(sent, change(['1/1', price(12)], ['1/2', price(1)]));
    const state = editReducer(meanwhile, { type: 'saved', edits: sent.edits });
    expect(valueOf({ ...state, edits: new Map() }, '1/1')).toEqual(price(11));
    expect([...state.edits]).toEqual([
      ['1/1', price(12)],
      ['1/2', price(1)],
    ]);
  });

  test('in conflict stay where mine is chosen, based on the current prices', () => {
    const mine = run(change(['1/1', price(11)], ['1/2', price(5)], ['1/3', price(7)]));
    const conflicts = [
      { materialId: 1, optionId: 1, current: price(20) },
      { materialId: 1, optionId: 2, current: price(6) },
    ];
    const sides = new Map([
      ['1/1', 'mine' as const],
      ['1/2', 'theirs' as const],
    ]);
    const state = editReducer(mine, { type: 'merge', conflicts, sides });
    expect(changesOf(state.cells, state.edits)).toEqual([
      { materialId: 1, optionId: 1, before: price(20), after: price(11) },
      { materialId: 1, optionId: 3, before: null, after: price(7) },
    ]);
    expect(valueOf(state, '1/2')).toEqual(price(6));
  });
});

describe('the clipboard', () => {
  test.each([
    ['1\t2\r\n3\t4\r\n', '1|2;3|4'],
    ['7', '7'],
    ['1\t\n\t2', '1|;|2'],
    ['"a\tb"\t"say ""x"""', 'a\tb|say "x"'],
    ['"two\nlines"\tx', 'two\nlines|x'],
    ['', ''],
  ])('%j is parsed as the block %j', (text, block) => {
    expect(parseBlock(text)).toEqual(block.split(';').map((row) => row.split('|')));
  });

  test('a block of figures is unchanged after copying and parsing', () => {
    const figure = fc.constantFrom('', '1', '12.5/1', '0.5');
    const block = fc
      .integer({ min: 2, max: 4 })
      .chain((width) => fc.array(fc.array(figure, { minLength: width, maxLength: width }), { minLength: 1 }));
    fc.assert(
      fc.property(block, (rows) => {
        expect(parseBlock(formatBlock(rows))).toEqual(rows);
      }),
    );
  });
});

describe('pasting', () => {
  const extent = { rows: 3, columns: 3 };
  /** The middle pair is excluded. */
  const cellAt = (row: number, column: number): TableCell => ({
    key: `${row}/${column}`,
    isAllowed: !(row === 1 && column === 1),
    value: price(1, 1),
  });
  const range = (top: number, left: number, bottom = top, right = left): Range => ({
    top,
    left,
    bottom,
    right,
  });
  const paste = (text: string, selection: Range, view: CellView = 'price') =>
    planPaste(parseBlock(text), selection, extent, view, cellAt);

  test('starts at the first cell of the selection and skips an excluded pair', () => {
    expect(paste('2\t3\n4\t5', range(0, 0))).toEqual({
      changes: [
        ['0/0', price(2, 1)],
        ['0/1', price(3, 1)],
        ['1/0', price(4, 1)],
      ],
      range: range(0, 0, 1, 1),
      skipped: 1,
      outside: 0,
    });
  });

  test('fills a selection that is a multiple of the block', () => {
    const plan = paste('7', range(0, 0, 2, 0));
    expect(plan).toMatchObject({ range: range(0, 0, 2, 0) });
    expect('changes' in plan && plan.changes.map(([key]) => key)).toEqual(['0/0', '1/0', '2/0']);
  });

  test('is cut at the edge and reports it', () => {
    expect(paste('1\t2\n3\t4', range(2, 2))).toMatchObject({ outside: 3, range: range(2, 2) });
  });

  test('clears prices with empty cells, but not beyond the end of a short line', () => {
    const plan = paste('\t2\n3', range(0, 0));
    expect('changes' in plan && plan.changes).toEqual([
      ['0/0', null],
      ['0/1', price(2, 1)],
      ['1/0', price(3, 1)],
    ]);
  });

  test('is rejected as a whole if one text is invalid', () => {
    expect(paste('1\tabc', range(0, 0))).toEqual({
      problem: '第1行第2列“abc”：价格必须是数字。没有粘贴任何内容',
    });
  });
});

describe('the table', () => {
  const option = (id: number, materialIds: number[] | null) => ({
    id,
    name: `选项${id}`,
    processId: id < 3 ? 1 : 2,
    processName: id < 3 ? '表面' : '螺纹',
    materialIds,
  });
  const table: PriceTable = {
    materials: [
      { id: 1, name: 'AL6061', materialTag: 'al', manualOptions: [] },
      { id: 2, name: 'Q235', materialTag: 'steel', manualOptions: [] },
    ],
    options: [option(1, null), option(2, [2]), option(3, [])],
    cells: [
      [1, 1, 5, 1],
      [2, 2, 6, 0.5],
    ],
  };
  const model = modelOf(table);
  const all = { tag: undefined, processId: undefined, text: '' };
  const shown = (filter: Partial<Parameters<typeof filterPrices>[1]>) => {
    const { materials, options } = filterPrices(model, { ...all, ...filter });
    return [materials.map(({ id }) => id), options.map(({ id }) => id)];
  };

  test('knows which pairs may have a price', () => {
    const pairs = table.materials.map((material) =>
      table.options.map(({ id }) => model.isAllowed(material.id, id)),
    );
    expect(pairs).toEqual([
      [true, false, false],
      [true, true, false],
    ]);
    expect(model.isAllowed(1, 99)).toBe(false);
    expect(model.cells.get(pairKey(2, 2))).toEqual(price(6, 0.5));
  });

  test('is filtered by tag, process and name', () => {
    expect(shown({})).toEqual([
      [1, 2],
      [1, 2, 3],
    ]);
    expect(shown({ tag: 'al', processId: 2 })).toEqual([[1], [3]]);
    expect(shown({ text: 'al6' })).toEqual([[1], [1, 2, 3]]);
    expect(shown({ text: '螺纹' })).toEqual([[1, 2], [3]]);
    expect(shown({ text: '没有' })).toEqual([[], []]);
  });

  test('counts and finds pairs that lack a price', () => {
    const missing = missingCells(model, model, initialState(model.cells));
    expect(missing).toEqual([{ row: 1, column: 0 }]);
    for (const row of [0, 1]) expect(nextMissing(missing, { row, column: 0 })).toEqual({ row: 1, column: 0 });
    expect(nextMissing([...missing, { row: 1, column: 1 }], missing[0]!)).toEqual({ row: 1, column: 1 });
    const filled = missingCells(model, model, { cells: model.cells, edits: new Map([['2/1', price(1)]]) });
    expect(nextMissing(filled, missing[0]!)).toBeUndefined();
  });
});

describe('a selection after the table is filtered', () => {
  const rows = [1, 2, 3];
  const all = { rows, columns: [10, 20, 30, 40] };
  const whole = (column: number) => ({ anchor: { row: 2, column }, focus: { row: 0, column } });

  test.each([
    ['follows its column to another position', whole(2), { rows, columns: [30, 40] }, whole(0)],
    [
      'keeps the rows that are still shown, with the active cell at the same end',
      whole(2),
      { rows: [2, 3], columns: [30] },
      { anchor: { row: 1, column: 0 }, focus: { row: 0, column: 0 } },
    ],
    ['is the first cell when its column is hidden', whole(2), { rows, columns: [10, 40] }, selectAt(0, 0)],
    ['keeps the row of the active cell', selectAt(1, 2), { rows, columns: [10, 40] }, selectAt(1, 0)],
    ['is the first position in an empty table', whole(2), { rows: [], columns: [] }, selectAt(0, 0)],
  ])('%s', (_what, selection, after, expected) => {
    expect(selectionAfterFilter(selection, all, after)).toEqual(expected);
  });

  test('is only its active cell when columns that were hidden appear within it', () => {
    const filtered = { rows, columns: [10, 30] };
    const both = { anchor: { row: 0, column: 0 }, focus: { row: 1, column: 1 } };
    expect(selectionAfterFilter(both, filtered, all)).toEqual(selectAt(1, 2));
  });

  test('never gains cells that were not selected, except the active one', () => {
    const some = fc.subarray([1, 2, 3, 4, 5]);
    const keys = fc.record({ rows: some, columns: some });
    const position = fc.record({ row: fc.nat({ max: 4 }), column: fc.nat({ max: 4 }) });
    fc.assert(
      fc.property(keys, keys, position, position, (before, after, anchor, focus) => {
        fc.pre(Math.max(anchor.row, focus.row) < before.rows.length);
        fc.pre(Math.max(anchor.column, focus.column) < before.columns.length);
        const chosen = rangeOf({ anchor, focus });
        const { top, left, bottom, right } = rangeOf(selectionAfterFilter({ anchor, focus }, before, after));
        if (top === bottom && left === right) return;
        expect(before.rows.slice(chosen.top, chosen.bottom + 1)).toEqual(
          expect.arrayContaining(after.rows.slice(top, bottom + 1)),
        );
        expect(before.columns.slice(chosen.left, chosen.right + 1)).toEqual(
          expect.arrayContaining(after.columns.slice(left, right + 1)),
        );
      }),
    );
  });
});

test('a selection is named by its columns, its rows, or both', () => {
  const named = (id: number) => ({ id, name: `M${id}`, materialTag: '', manualOptions: [] });
  const offered = (id: number) => ({
    id,
    name: `O${id}`,
    processId: 1,
    processName: '表面处理',
    materialIds: null,
  });
  const shown = { materials: [1, 2, 3, 4, 5].map(named), options: [1, 2].map(offered) };
  const text = (top: number, left: number, bottom: number, right: number) =>
    selectionText(shown, { top, left, bottom, right }, shown);
  expect(text(0, 1, 4, 1)).toBe('表面处理 O2');
  expect(text(1, 0, 2, 1)).toBe('M2、M3');
  expect(text(0, 0, 3, 0)).toBe('M1、M2、M3 等 4 种材料 · 表面处理 O1');
  expect(text(2, 1, 2, 1)).toBe('M3 · 表面处理 O2');
  expect(text(0, 0, 4, 1)).toBe('全部材料和选项');
  const all = { ...shown, options: [1, 2, 3].map(offered) };
  expect(selectionText(shown, { top: 0, left: 0, bottom: 4, right: 1 }, all)).toBe('筛选出的全部材料和选项');
});
