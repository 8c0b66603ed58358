import { expect, test } from 'vitest';
import { originLabel } from './version-text.ts';

const draft = { name: '年度调价' };

test.each([
  ['a save', {}, '直接修改'],
  ['a copy of a material', { copyTo: 'AL6061 副本' }, '复制材料为“AL6061 副本”'],
  ['a publication', { draft }, '发布调价“年度调价”'],
  ['the roll-back of a draft', { draft, isRollBack: true }, '撤回调价“年度调价”'],
  ['the roll-back of a version', { undoes: 12 }, '回退版本 12'],
])('%s has its own text', (_way, more, text) => {
  expect(originLabel({ draft: null, isRollBack: false, undoes: null, copyTo: null, ...more })).toBe(text);
});
