import { expect, test } from 'vitest';
import { choiceLabel } from './choice-label.ts';
import { FilterType, type ProcessNode } from './types.ts';

let id = 0;
const node = (name: string, ...children: (string | ProcessNode)[]): ProcessNode => ({
  id: (id += 1),
  name,
  filterType: FilterType.all,
  materialIds: [],
  children: children.map((child) => (typeof child === 'string' ? node(child) : child)),
});

test.each([
  [['本色', '黑色', '深空灰', '天蓝', '深绿', '沙金'], '颜色（阳极氧化）'],
  [['白色', '指定色号'], '颜色（阳极氧化）'],
  [['RAL 9005', '双色', '半透明'], '颜色（阳极氧化）'],
  [['蓝白锌', '五彩锌'], '阳极氧化'],
  [['镀金', '镀银'], '阳极氧化'],
  [['黑色', '5 µm'], '阳极氧化'],
])('a choice of %j that an option opens is labelled %s', (names, label) => {
  const finish = node('阳极氧化', ...names);
  expect(choiceLabel([node('表面处理', '无', finish)], finish)).toBe(label);
});

test('a top-level process keeps its name', () => {
  const colour = node('材料颜色', '白色', '黑色');
  expect(choiceLabel([colour], colour)).toBe('材料颜色');
});
