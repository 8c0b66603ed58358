import { expect, test } from 'vitest';
import { shopLimits } from '#geometry/checks/shop-limits.ts';
import { failureSentence } from './model-sentences.ts';

const limits = shopLimits({});

test.each([
  ['encrypted', '文件已加密或设了密码，这里打不开。请解除加密后重新导出，也可以移除文件，手工填写尺寸。'],
  [
    'external-references',
    '装配引用了其他文件，这个文件里的零件不全。请把整个装配导出为一个 STEP 文件，也可以手工填写尺寸，文件会随订单发给我们。',
  ],
  ['too-large', /^文件太大.*上限 50 MB。$/],
  ['format-refused', /^我们不接受这种格式.*可用的格式：STEP、/],
] as const)('%s says what is wrong and what to do', (failure, sentence) => {
  expect(failureSentence(failure, limits)).toMatch(sentence);
});
