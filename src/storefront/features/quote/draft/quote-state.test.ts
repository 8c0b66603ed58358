import { describe, expect, test } from 'vitest';
import { emptyFields, type PartFields } from './draft.ts';
import { buildFields, catalogue } from './fixtures.test-data.ts';
import type { QuoteAction, QuoteState } from './quote-actions.ts';
import { initialState, quoteReducer } from './quote-state.ts';

const two = () => initialState([buildFields({ name: 'A' }), buildFields({ name: 'B' })], catalogue);
const run = (state: QuoteState, ...actions: QuoteAction[]) => actions.reduce(quoteReducer, state);
const names = (state: QuoteState) => state.parts.map(({ name }) => name);

test('there is always at least one part', () => {
  expect(initialState([], catalogue).parts).toMatchObject([emptyFields]);
});

test('a restored part is adapted to the catalogue, with a notice', () => {
  const { parts } = initialState([buildFields({ materialId: 99 })], catalogue);
  expect(parts[0]).toMatchObject({ materialId: null, notices: ['原来选择的材料已下架，请重新选择材料'] });
});

describe('the list of parts', () => {
  test('copies a part below itself under a new key', () => {
    const state = run(two(), { type: 'copied', key: 'part-1' });
    expect(names(state)).toEqual(['A', 'A 副本', 'B']);
    const again = run(state, { type: 'copied', key: state.parts[1]!.key });
    expect(names(again)).toEqual(['A', 'A 副本', 'A 副本 2', 'B']);
    expect(names(run(again, { type: 'copied', key: 'part-1' }))).toEqual([
      'A',
      'A 副本 3',
      'A 副本',
      'A 副本 2',
      'B',
    ]);
    expect(new Set(state.parts.map(({ key }) => key)).size).toBe(3);
  });

  test('moves a part only within the list', () => {
    expect(names(run(two(), { type: 'moved', key: 'part-2', by: -1 }))).toEqual(['B', 'A']);
    expect(names(run(two(), { type: 'moved', key: 'part-1', by: -1 }))).toEqual(['A', 'B']);
    expect(names(run(two(), { type: 'moved', key: 'part-2', by: 1 }))).toEqual(['A', 'B']);
  });

  test('puts a removed part back where it was', () => {
    const state = two();
    const without = run(state, { type: 'removed', key: 'part-1' });
    expect(names(without)).toEqual(['B']);
    expect(run(without, { type: 'removalUndone' }).parts).toEqual(state.parts);
    expect(run(without, { type: 'removalDismissed' }, { type: 'removalUndone' }).parts).toEqual(
      without.parts,
    );
  });

  test('a restored part has the files uploaded meanwhile; its copy waits for none', () => {
    const file = { id: 5, name: 'a.pdf', size: 3, hasThumbnail: false };
    const sending = run(two(), { type: 'filesChanged', key: 'part-1', change: () => ({ pendingFiles: 1 }) });
    expect(run(sending, { type: 'copied', key: 'part-1' }).parts[1]).toMatchObject({ pendingFiles: 0 });
    const { parts } = run(
      sending,
      { type: 'removed', key: 'part-1' },
      {
        type: 'filesChanged',
        key: 'part-1',
        change: ({ files }) => ({ files: [...files, file], pendingFiles: 0 }),
      },
      { type: 'removalUndone' },
    );
    expect(parts[0]).toMatchObject({ files: [file], pendingFiles: 0 });
  });

  test('accepts no more parts than the limit of a quotation', () => {
    const full = initialState(
      Array.from({ length: 200 }, () => emptyFields),
      catalogue,
    );
    expect(run(full, { type: 'added', fields: emptyFields }).parts).toHaveLength(200);
  });
});

test('many parts start collapsed, and all can be opened or collapsed at once', () => {
  const many = initialState(
    Array.from({ length: 21 }, () => buildFields()),
    catalogue,
  );
  expect(many.parts.some(({ isExpanded }) => isExpanded)).toBe(false);
  const open = run(many, { type: 'allToggled', isExpanded: true });
  expect(open.parts.every(({ isExpanded }) => isExpanded)).toBe(true);
  expect(open.isTouched).toBe(false);
});

describe('a change of several parts', () => {
  const twoSet: QuoteAction = {
    type: 'bulkSet',
    fields: new Map([['part-2', buildFields({ name: 'B2', materialId: 2 })]]),
    added: [buildFields({ name: 'C', materialId: 2 })],
  };

  test('sets, adds and repairs in one step, and is undone in one', () => {
    const before = two();
    const state = run(before, twoSet);
    expect(names(state)).toEqual(['A', 'B2', 'C']);
    expect(state.parts[0]).toBe(before.parts[0]);
    expect(state.parts[1]).toMatchObject({
      key: 'part-2',
      selections: { process_20: 21, process_30: 31 },
      notices: ['“表面处理：阳极氧化”不适用于 SUS304，已取消选择'],
    });
    // The new part asks for a finish too, instead of taking none.
    expect(state.parts[2]?.selections).toEqual({ process_20: 21, process_30: 31 });
    expect(run(state, { type: 'bulkUndone' }).parts).toEqual(before.parts);
  });

  test('adds after a given part', () => {
    expect(names(run(two(), { ...twoSet, fields: new Map(), after: 'part-1' }))).toEqual(['A', 'C', 'B']);
  });

  test('removes several parts', () => {
    const state = run(two(), { type: 'bulkRemoved', keys: new Set(['part-1', 'part-2']) });
    expect(names(state)).toEqual([]);
    expect(names(run(state, { type: 'bulkUndone' }))).toEqual(['A', 'B']);
  });

  describe('that moves a drawing to another part', () => {
    const drawing = { id: 5, name: '安装说明.pdf', size: 3, hasThumbnail: false };
    const move: QuoteAction = { type: 'bulkFileMoved', id: 5, from: 'part-1', to: 'part-2' };
    const of = (fields: Partial<PartFields>) =>
      initialState([{ ...emptyFields, files: [drawing], ...fields }, buildFields({ name: 'B' })], catalogue);

    test('removes the part made only for that drawing, and is undone', () => {
      const before = of({ name: '安装说明', materialId: 1 });
      const state = run(before, move);
      expect(state.parts).toMatchObject([{ name: 'B', files: [drawing] }]);
      expect(run(state, { type: 'bulkUndone' }).parts).toEqual(before.parts);
    });

    test.each([
      ['another name', { name: '支架' }],
      ['a size', { name: '安装说明', length: '20' }],
      ['another drawing', { name: '安装说明', files: [drawing, { ...drawing, id: 6 }] }],
    ])('keeps a part with %s', (_what, fields) => {
      const { parts } = run(of(fields), move);
      expect(names({ ...two(), parts })).toEqual([fields.name, 'B']);
      expect(parts[0]?.files).not.toContainEqual(drawing);
    });
  });

  test('cannot be undone once a part was edited', () => {
    const edited = run(two(), twoSet, { type: 'typed', key: 'part-1', field: 'num', text: '7' });
    expect(names(run(edited, { type: 'bulkUndone' }))).toEqual(['A', 'B2', 'C']);
    expect(run(edited, { type: 'bulkUndone' }).parts[0]).toMatchObject({ num: '7' });
  });

  test('adds no more than the limit of a quotation', () => {
    const added = Array.from({ length: 250 }, () => emptyFields);
    expect(run(two(), { type: 'bulkSet', fields: new Map(), added }).parts).toHaveLength(200);
  });
});

test('another material drops unsuitable selections and says so until dismissed', () => {
  const state = run(two(), { type: 'materialPicked', key: 'part-1', materialId: 2 });
  expect(state.parts[0]).toMatchObject({
    materialId: 2,
    selections: { process_20: 21, process_30: 31 },
    notices: ['“表面处理：阳极氧化”不适用于 SUS304，已取消选择'],
  });
  expect(run(state, { type: 'noticesDismissed', key: 'part-1' }).parts[0]?.notices).toEqual([]);
});

test('another outer option drops the inner choice silently', () => {
  const state = run(two(), { type: 'optionPicked', key: 'part-1', processId: 10, optionId: 12 });
  expect(state.parts[0]).toMatchObject({ selections: { process_10: 12, process_20: 21 }, notices: [] });
});

test('the inner choice returns with its outer option, if the material still offers it', () => {
  const pick = (optionId: number) => ({
    type: 'optionPicked' as const,
    key: 'part-1',
    processId: 10,
    optionId,
  });
  const left = run(two(), pick(11));
  expect(left.parts[0]?.selections).toEqual({ process_10: 11, process_20: 21 });
  expect(run(left, pick(12), pick(13)).parts[0]?.selections).toEqual({
    process_10: 13,
    process_13: 132,
    process_20: 21,
  });
  const node = left.catalogue.tree[0]!;
  const options = node.children.map((option) =>
    option.id === 13 ? { ...option, children: option.children.filter(({ id }) => id !== 132) } : option,
  );
  const tree = left.catalogue.tree.with(0, { ...node, children: options });
  const withdrawn = run(left, { type: 'catalogueChanged', catalogue: { ...left.catalogue, tree } }, pick(13));
  expect(withdrawn.parts[0]?.selections['process_13']).not.toBe(132);
});

test('checking shows every error and opens the affected parts', () => {
  const state = run(
    two(),
    { type: 'toggled', key: 'part-1' },
    { type: 'toggled', key: 'part-2' },
    { type: 'validated', keysWithErrors: ['part-2'] },
  );
  expect(state.parts).toMatchObject([
    { showsErrors: true, isExpanded: false },
    { showsErrors: true, isExpanded: true },
  ]);
});

test('a round part has equal length and width, whichever is typed', () => {
  const sides = ({ parts: [part] }: QuoteState) => [part?.length, part?.width, part?.height];
  const round = run(two(), { type: 'roundChosen', key: 'part-1', isRound: true });
  expect(sides(round)).toEqual(['120', '120', '20']);
  const typed = run(round, { type: 'typed', key: 'part-1', field: 'length', text: '30' });
  expect(sides(typed)).toEqual(['30', '30', '20']);
  expect(sides(run(typed, { type: 'typed', key: 'part-1', field: 'width', text: '31' }))).toEqual([
    '31',
    '31',
    '20',
  ]);
  const box = run(typed, { type: 'roundChosen', key: 'part-1', isRound: false });
  expect(sides(run(box, { type: 'typed', key: 'part-1', field: 'width', text: '31' }))).toEqual([
    '30',
    '31',
    '20',
  ]);
});

test('a server error disappears when its field changes', () => {
  const state = run(two(), {
    type: 'refused',
    errors: { 'part-1': { process_10: '不适用', num: '太多' } },
  });
  const next = run(
    state,
    { type: 'optionPicked', key: 'part-1', processId: 10, optionId: 12 },
    { type: 'typed', key: 'part-2', field: 'num', text: '1' },
  );
  expect(next.serverErrors).toEqual({ 'part-1': { num: '太多' } });
});

test('edits mark the parts as changed, viewing does not, and starting over resets the mark', () => {
  const looked = run(two(), { type: 'toggled', key: 'part-1' }, { type: 'validated', keysWithErrors: [] });
  expect(looked.isTouched).toBe(false);
  const typed = run(looked, { type: 'typed', key: 'part-1', field: 'num', text: '51' });
  expect(typed.isTouched).toBe(true);
  expect(run(typed, { type: 'toggled', key: 'part-1' }).isTouched).toBe(true);
  expect(run(typed, { type: 'startedOver', parts: [] }).isTouched).toBe(false);
  expect(initialState([], catalogue, true).isTouched).toBe(true);
});
