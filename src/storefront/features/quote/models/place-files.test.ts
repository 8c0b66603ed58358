import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { subscribe } from '#providers/notices.ts';
import { emptyFields, type PartFields } from '../draft/draft.ts';
import { catalogue } from '../draft/fixtures.test-data.ts';
import type { QuoteState } from '../draft/quote-actions.ts';
import { initialState, quoteReducer } from '../draft/quote-state.ts';
import { keptReading } from './model-store.ts';
import { placeFiles, raiseRepeated } from './place-files.ts';
import { blocks } from './readings.test-data.ts';

vi.mock(import('./model-store.ts'), { spy: true });
// The browser of the tests has no storage for files; the notice about it is another test's.
beforeEach(async () => {
  const store = await import('./model-store.ts');
  vi.mocked(store.keepFile).mockResolvedValue(true);
});

let heard: string[] = [];
let stop = () => {};
beforeEach(() => {
  heard = [];
  stop = subscribe(({ message }) => heard.push(message));
});
afterEach(() => stop());

function page(parts: readonly PartFields[] = [emptyFields]) {
  let state: QuoteState = initialState(parts, catalogue, false);
  const announced: string[] = [];
  const target = {
    latest: () => state,
    dispatch: (action: Parameters<typeof quoteReducer>[1]) => {
      state = quoteReducer(state, action);
    },
    announce: (text: string) => void announced.push(text),
  };
  const place = (files: readonly File[], more: object = {}) =>
    placeFiles({ ...target, files, partKey: undefined, newPart: emptyFields, ...more });
  const numbers = () => state.parts.map(({ name, num }) => `${name} ${num}`.trim());
  return { target, place, numbers, announced, state: () => state };
}
const model = (name: string, content = 'a') => new File([content], name);

describe('models dropped', () => {
  test('beyond 200 parts are told and left out; nothing of the others is lost', async () => {
    const { place, numbers, announced, state } = page();
    const files = Array.from({ length: 203 }, (_, n) => model(`${n}.step`));
    expect(await place(files)).toEqual([]);
    expect(numbers()).toEqual(files.slice(0, 200).map(({ name }) => name.replace('.step', '')));
    expect(heard).toEqual(['一次最多报价 200 个零件，3 个文件没有加入']);
    expect(announced).toEqual(['已添加 200 个文件']);
    // Two hundred open forms would stop the page for seconds.
    expect(state().parts.filter(({ isOpen }) => isOpen)).toHaveLength(1);
  });

  test('again are held back, with their drawings, and raise the quantity of the part', async () => {
    const { place, numbers, target, announced, state } = page();
    await place([model('底板.step'), model('轴.step')]);
    const [first] = state().parts;
    target.dispatch({ type: 'typed', key: first?.key ?? '', field: 'num', text: '5' });
    const again = [model('底板.step'), model('轴.step')];
    const repeated = await place(again);
    expect(repeated).toEqual([
      { parts: [{ key: first?.key, pieces: 1 }], partTitle: '底板', model: again[0], attached: [] },
      { parts: [{ key: state().parts[1]?.key, pieces: 1 }], partTitle: '轴', model: again[1], attached: [] },
    ]);
    expect(numbers()).toEqual(['底板 5', '轴']);
    raiseRepeated(repeated, target);
    // A blank quantity was one piece.
    expect(numbers()).toEqual(['底板 6', '轴 2']);
    expect(announced).toEqual(['已添加 2 个文件', '数量已增加']);
  });

  test('twice in one drop are one part, and a third time of another content another part', async () => {
    const { place, numbers } = page();
    const repeated = await place([model('底板.step'), model('底板.step'), model('底板.step', 'b')]);
    expect(numbers()).toEqual(['底板', '底板']);
    expect(repeated.map(({ partTitle }) => partTitle)).toEqual(['底板']);
  });

  test('of the same content and another name are another part', async () => {
    const { place, numbers } = page();
    await place([model('底板.step')]);
    expect(await place([model('盖板.step')])).toEqual([]);
    expect(numbers()).toEqual(['底板', '盖板']);
  });

  test('again of an assembly that was quoted body by body raise all its parts by one set', async () => {
    vi.mocked(keptReading).mockResolvedValue(blocks(4, 1));
    const { place, numbers, target, state } = page();
    await place([model('组件.step')]);
    const [whole] = state().parts;
    if (!whole?.modelFile) throw new Error('no model');
    const bodies = [0, 1].map((bodyIndex) => ({
      ...whole,
      name: ['螺栓', '盖'][bodyIndex] ?? '',
      num: ['8', '2'][bodyIndex] ?? '',
      modelFile: { ...whole.modelFile!, bodyIndex },
    }));
    target.dispatch({
      type: 'bulkSet',
      fields: new Map([[whole.key, bodies[0]!]]),
      // A copy in another material is a part of its own.
      added: [bodies[1]!, { ...bodies[0]!, name: '螺栓样件', num: '1' }],
    });
    const drawing = new File(['d'], '组件.pdf');
    const repeated = await place([model('组件.step'), drawing]);
    const [bolt, cover] = state().parts.map(({ key }) => key);
    expect(repeated).toMatchObject([
      {
        parts: [
          { key: bolt, pieces: 4 },
          { key: cover, pieces: 1 },
        ],
        partTitle: '螺栓',
        attached: [drawing],
      },
    ]);
    raiseRepeated(repeated, target);
    expect(numbers()).toEqual(['螺栓 12', '盖 3', '螺栓样件 1']);
    // The drawing joins one of the parts, as it is sent once.
    expect(state().parts.map(({ pendingFiles }) => pendingFiles)).toEqual([1, 0, 0]);
    expect(await place([model('组件.step', 'b')])).toEqual([]);
    expect(await place([model('组件.step')], { isRepeatAllowed: true })).toEqual([]);
    expect(numbers().slice(3)).toEqual(['组件', '组件']);
  });

  test('again become parts of their own when that is wanted, or when they are dropped on a part', async () => {
    const { place, numbers, state } = page();
    await place([model('底板.step')]);
    expect(await place([model('底板.step')], { isRepeatAllowed: true })).toEqual([]);
    expect(numbers()).toEqual(['底板', '底板']);
    const ids = () => state().parts.map(({ modelFile }) => modelFile?.fileId);
    const before = ids();
    expect(await place([model('底板.step')], { partKey: state().parts[0]?.key })).toEqual([]);
    expect(numbers()).toEqual(['底板', '底板']);
    expect(ids()[0]).not.toBe(before[0]);
  });
});

describe('drawings dropped', () => {
  const waiting = (parts: QuoteState['parts']) =>
    parts.map(({ name, pendingFiles }) => `${name} ${pendingFiles}`);

  test('with models join the part whose name they bear, and the others are parts of their own', async () => {
    const { place, state, announced } = page();
    await place([
      model('shaft.step'),
      model('part-1.step'),
      model('shaft-b rev B.pdf'),
      model('Part-1_RevA.pdf'),
      model('shaft-b.step'),
      model('shaft 图纸.pdf'),
      model('shaft.dxf'),
      model('part-10.pdf'),
      model('part-10.dxf'),
    ]);
    expect(waiting(state().parts)).toEqual(['shaft 2', 'part-1 1', 'shaft-b 1', 'part-10 2']);
    expect(announced).toEqual(['已添加 9 个文件']);
  });

  test('later join the parts that are there, by their names or those of their models', async () => {
    const { place, state, target } = page();
    await place([model('shaft.step'), model('plate.step')]);
    target.dispatch({ type: 'typed', key: state().parts[0]?.key ?? '', field: 'name', text: '主轴' });
    await place([
      model('shaft rev B.pdf'),
      model('主轴图纸.pdf'),
      model('PLATE.dxf'),
      model('plate-2 rev B.pdf'),
      model('plate-2.step'),
    ]);
    expect(waiting(state().parts)).toEqual(['主轴 2', 'plate 1', 'plate-2 1']);
  });

  test('of an assembly join none of its bodies', async () => {
    const { place, state } = page([
      {
        ...emptyFields,
        name: '螺栓',
        modelFile: { fileId: '1', fileName: '组件.step', fileBytes: 1, bodyIndex: 0, factor: 1 },
      },
    ]);
    await place([model('组件-盖.pdf')]);
    expect(waiting(state().parts)).toEqual(['螺栓 0', '组件-盖 1']);
  });
});
