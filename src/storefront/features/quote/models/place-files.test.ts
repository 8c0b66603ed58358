import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readInWorker } from '#geometry/worker/read-in-worker.ts';
import type { ReadingOutcome } from '#geometry/worker/worker-report.ts';
import { fakeServer, ok } from '#providers/fake-server.test-data.ts';
import { subscribe } from '#providers/notices.ts';
import { emptyFields, type PartFields } from '../draft/draft.ts';
import { catalogue } from '../draft/fixtures.test-data.ts';
import type { QuoteState } from '../draft/quote-actions.ts';
import { initialState, quoteReducer } from '../draft/quote-state.ts';
import { isReading } from '../draft/part-model.ts';
import { readNewModels } from './read-new-models.ts';
import { findStoredReading } from './model-store.ts';
import { changedSizes, matchesModelSize } from './model-size.ts';
import { placeFiles, increaseQuantities } from './place-files.ts';
import { blocks } from './readings.test-data.ts';

vi.mock(import('./model-store.ts'), { spy: true });
vi.mock(import('#geometry/worker/read-in-worker.ts'), { spy: true });
// The test browser has no storage for files; another test covers the notice about it.
beforeEach(async () => {
  const store = await import('./model-store.ts');
  vi.mocked(store.storeFile).mockResolvedValue(true);
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
    onList: () => undefined,
  };
  const place = (files: readonly File[], more: object = {}) =>
    placeFiles({ ...target, files, partKey: undefined, newPart: emptyFields, ...more });
  const numbers = () => state.parts.map(({ name, num }) => `${name} ${num}`.trim());
  return { target, place, numbers, announced, state: () => state };
}
const model = (name: string, content = name) => new File([content], name);

describe('dropped models', () => {
  test('beyond 200 parts are left out with a notice', async () => {
    const { place, numbers, announced, state } = page();
    const files = Array.from({ length: 203 }, (_, n) => model(`${n}.step${n === 7 ? '(1)' : ''}`));
    expect(await place(files)).toEqual([]);
    expect(numbers()).toEqual(files.slice(0, 200).map(({ name }) => name.replace(/\.step.*/, '')));
    expect(heard).toEqual(['一次最多报价 200 个零件，没有加入：“200.step”、“201.step”、“202.step”']);
    expect(announced).toEqual(['已添加 200 个文件']);
    // Two hundred open forms would stop the page for seconds.
    expect(state().parts.filter(({ isExpanded }) => isExpanded)).toHaveLength(1);
  });

  test('that are repeated wait for a decision with their drawings, and can raise the quantity of the part', async () => {
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
    increaseQuantities(repeated, target);
    // A blank quantity counts as one piece.
    expect(numbers()).toEqual(['底板 6', '轴 2']);
    expect(announced).toEqual(['已添加 2 个文件', '数量已增加']);
  });

  test('with the same content in one drop become one part, and other content becomes another', async () => {
    const { place, numbers } = page();
    const repeated = await place([model('底板.step'), model('底板.step'), model('底板.step', 'b')]);
    expect(numbers()).toEqual(['底板', '底板']);
    expect(repeated.map(({ partTitle }) => partTitle)).toEqual(['底板']);
  });

  test('with the same content and another name wait too, with the same name and other content do not', async () => {
    const { place, numbers } = page();
    await place([model('底板.step')]);
    const [again] = await place([model('盖板.step', '底板.step'), model('底板.step', 'b')]);
    expect(again).toMatchObject({ partTitle: '底板', model: { name: '盖板.step' } });
    expect(numbers()).toEqual(['底板', '底板']);
  });

  test('that repeat an assembly quoted body by body raise all its parts by one set', async () => {
    vi.mocked(findStoredReading).mockResolvedValue(blocks(4, 1));
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
      // A copy in another material is a separate part.
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
    increaseQuantities(repeated, target);
    expect(numbers()).toEqual(['螺栓 12', '盖 3', '螺栓样件 1']);
    // The drawing joins one of the parts, as it is sent once.
    expect(state().parts.map(({ pendingFiles }) => pendingFiles)).toEqual([1, 0, 0]);
    expect(await place([model('组件.step', 'b')])).toEqual([]);
    expect(await place([model('组件.step')], { isRepeatAllowed: true })).toEqual([]);
    expect(numbers().slice(3)).toEqual(['组件', '组件']);
  });

  test('become parts, and empty or unsupported files are listed with the reason', async () => {
    const { place, numbers, announced } = page();
    await place([model('底板.step'), model('说明.txt'), model('空.step', ''), model('表.md')]);
    expect(numbers()).toEqual(['底板']);
    expect(announced).toEqual(['已添加 1 个文件']);
    expect(heard).toEqual([
      '“空.step”是空文件，没有加入，请重新导出；“说明.txt”、“表.md”不是模型或图纸，没有加入；可以使用 PDF、PNG、JPEG、DWG、DXF、ZIP、STEP、IGES、BREP、STL、OBJ、3MF',
    ]);
    await place([model('说明.txt')]);
    expect(numbers()).toEqual(['底板']);
    expect(announced).toHaveLength(1);
  });
});

describe('a model dropped on a part', () => {
  const size = ['length', 'width', 'height'] as const;
  const measures = (height: number) => ({ bodies: 1, volumeMm3: 1, sizeMm: [30, 20, height] as const });

  /** A part whose model was read, and whose height was changed by hand. */
  async function typed() {
    vi.mocked(findStoredReading).mockResolvedValue(undefined);
    const shown = page();
    await shown.place([model('底板.step')]);
    const key = shown.state().parts[0]?.key ?? '';
    const part = () => shown.state().parts.find((one) => one.key === key)!;
    shown.target.dispatch({
      type: 'modelChanged',
      key,
      change: ({ modelFile }) => ({
        modelFile: { ...modelFile!, measures: measures(10) },
        length: '30',
        width: '20',
        height: '12',
      }),
    });
    const sides = () => size.map((field) => part()[field]);
    const drop = (file: File) => shown.place([file], { partKey: key });
    /** Reads the new model with this outcome. */
    const read = async (outcome: ReadingOutcome) => {
      vi.mocked(readInWorker).mockResolvedValueOnce(outcome);
      readNewModels(shown.state().parts, shown.target.dispatch);
      await waitFor(() => expect(isReading(part())).toBe(false));
    };
    return { ...shown, key, part, sides, drop, read };
  }

  test('replaces its model and its size, also the sides changed by hand', async () => {
    const { drop, read, part, sides, target, key } = await typed();
    await drop(model('底板 B.step'));
    expect(sides()).toEqual(['', '', '']);
    await read({ type: 'read', reading: blocks(1) });
    expect(part().modelFile?.fileName).toBe('底板 B.step');
    expect(sides()).toEqual(['30', '20', '10']);
    expect(matchesModelSize(part())).toBe(true);
    const { replaced } = part();
    expect(replaced).toMatchObject({ modelFile: { fileName: '底板.step' }, height: '12' });
    // A side typed afterwards counts as changed by hand.
    target.dispatch({ type: 'typed', key, field: 'height', text: '11' });
    expect(changedSizes(part())).toEqual(['height']);
    target.dispatch({ type: 'modelChanged', key, change: () => ({ ...replaced, replaced: undefined }) });
    expect(sides()).toEqual(['30', '20', '12']);
    expect(changedSizes(part())).toEqual(['height']);
  });

  test('keeps a side typed while it is read', async () => {
    const { drop, read, sides, target, key } = await typed();
    await drop(model('底板 B.step'));
    target.dispatch({ type: 'typed', key, field: 'width', text: '25' });
    await read({ type: 'read', reading: blocks(1) });
    expect(sides()).toEqual(['30', '25', '10']);
  });

  test('that cannot be read leaves the size unchanged', async () => {
    const { drop, read, part, sides } = await typed();
    await drop(model('底板 B.step'));
    await read({ type: 'failed', failure: 'damaged' });
    expect(part().modelFile).toMatchObject({ fileName: '底板 B.step', failure: 'damaged' });
    expect(sides()).toEqual(['30', '20', '12']);
  });

  test('with the same content changes nothing', async () => {
    const { drop, part } = await typed();
    const before = part();
    await drop(model('别名.step', '底板.step'));
    expect(part()).toEqual(before);
    expect(heard).toEqual(['“别名.step”就是这个零件现在的模型，没有更换']);
  });
});

describe('dropped drawings', () => {
  const waiting = (parts: QuoteState['parts']) =>
    parts.map(({ name, pendingFiles }) => `${name} ${pendingFiles}`);

  test('with models join the part of the same name, and the others become separate parts', async () => {
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

  test('join earlier parts by the name of the part or of its model', async () => {
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

  test('that are repeated on a part are attached once, by content, and a notice names them', async () => {
    const sent: string[] = [];
    fakeServer(({ body }) => {
      const { name, size } = (body as FormData).get('file') as File;
      sent.push(name);
      const file = { id: sent.length, name, size, hasThumbnail: false };
      return { ...ok(file), ...file };
    });
    const { place, state } = page();
    await place([model('底板.step'), model('底板.pdf', 'a'), model('底板 图纸.pdf', 'a')]);
    expect(heard).toEqual(['“底板 图纸.pdf”已在这个零件的附件里，没有重复添加']);
    await waitFor(() => expect(state().parts[0]?.files).toHaveLength(1));
    await place([model('底板.pdf', 'a'), model('底板.pdf', 'b'), model('底板.dxf', 'a')], {
      partKey: state().parts[0]?.key,
    });
    await waitFor(() => expect(state().parts[0]?.files).toHaveLength(2));
    expect(heard.slice(1)).toEqual(['“底板.pdf”、“底板.dxf”已在这个零件的附件里，没有重复添加']);
    expect(sent).toEqual(['底板.pdf', '底板.pdf']);
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
