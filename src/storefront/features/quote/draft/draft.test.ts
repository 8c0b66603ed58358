import { describe, expect, test } from 'vitest';
import {
  emptyFields,
  fieldsFromDefault,
  fieldsFromOrderItem,
  itemFromFields,
  partTitle,
  sizeText,
  selectionsOf,
} from './draft.ts';
import { buildFields } from './fixtures.test-data.ts';

describe('a round part', () => {
  const round = buildFields({ length: '30', width: '30', height: '200', remark: '去毛刺', isRound: true });

  test('is marked at the beginning of its remark, and restored from it', () => {
    const item = itemFromFields(round);
    expect(item.remark).toBe('圆料 Ø30×200 mm；去毛刺');
    expect(sizeText(round)).toBe('Ø30×200 mm');
    const sold = { ...item, stock: null } as unknown as Parameters<typeof fieldsFromOrderItem>[0];
    expect(fieldsFromOrderItem(sold)).toMatchObject({
      isRound: true,
      remark: '去毛刺',
      length: '30',
      height: '200',
    });
    expect(fieldsFromOrderItem({ ...sold, height: 100 })).toMatchObject({
      remark: '圆料 Ø30×200 mm；去毛刺',
    });
  });

  test('is not marked where its sides differ', () => {
    expect(itemFromFields({ ...round, width: '40' }).remark).toBe('去毛刺');
  });
});

describe('a part of a request', () => {
  test('has numbers and selections, and a name and remark only where filled in', () => {
    expect(itemFromFields(buildFields({ name: ' 支架 ' }))).toEqual({
      name: '支架',
      material: 1,
      num: 50,
      length: 120,
      width: 60,
      height: 20,
      process_10: 13,
      process_13: 132,
      process_20: 21,
    });
    expect(itemFromFields(emptyFields)).toEqual({
      material: undefined,
      num: undefined,
      length: undefined,
      width: undefined,
      height: undefined,
    });
  });

  test('takes selections only from well-formed keys', () => {
    expect(selectionsOf({ material: 1, process_3: 17, process_0: 1, process_x: 2, process_4: '5' })).toEqual({
      process_3: 17,
    });
  });
});

describe('the default configuration', () => {
  const config = {
    origin: 'system' as const,
    material: 1,
    num: 10,
    length: 120,
    width: 60,
    height: 20,
    cncPrice: { aluminium: 85 },
    process_10: 11,
  };

  test('gives a new part its material and processes; size and quantity stay blank', () => {
    expect(fieldsFromDefault(config)).toEqual({
      ...emptyFields,
      materialId: 1,
      selections: { process_10: 11 },
    });
  });

  test('leaves the part empty where no default exists', () => {
    const none = {
      ...config,
      origin: 'none' as const,
      material: null,
      num: 1,
      length: 0,
      width: 0,
      height: 0,
    };
    expect(fieldsFromDefault(none)).toEqual(emptyFields);
  });
});

test('a part without a name is titled by its position', () => {
  expect(partTitle({ name: ' ' }, 1)).toBe('零件 2');
  expect(partTitle({ name: '支架' }, 1)).toBe('支架');
});
