import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok } from '#providers/fake-server.test-data.ts';
import { buildSetting } from './setting.test-data.ts';
import { open } from './settings-screen.test-data.tsx';

test('terms are entered one per line', async () => {
  const terms = buildSetting({
    configKey: 'quote.terms',
    configName: '报价条款',
    kind: 'longText',
    configValue: '甲',
  });
  const page = open({
    answers: { 'GET /set-config/typed': ok([terms]), 'PUT /set-config': ok([{ ...terms, version: 2 }]) },
  });
  const input = await screen.findByLabelText('报价条款');
  expect(input.tagName).toBe('TEXTAREA');
  fireEvent.change(input, { target: { value: '甲\n乙' } });
  fireEvent.click(screen.getByRole('button', { name: '保存' }));
  await waitFor(() =>
    expect(page.sentTo('PUT /set-config')[0]?.body).toMatchObject([
      { configKey: 'quote.terms', configValue: '甲\n乙' },
    ]),
  );
});

test('a text filled in at installation is neither a default nor a change', async () => {
  const intro = { configKey: 'site.intro', configName: '业务介绍', initial: '', updatedBy: '' };
  open({
    answers: {
      'GET /set-config/typed': ok([
        buildSetting({ ...intro, configValue: '数控铣削' }),
        buildSetting({
          configKey: 'site.materials',
          configName: '材料介绍',
          initial: '',
          configValue: '',
          updatedBy: '',
        }),
      ]),
    },
  });
  expect(await screen.findByText('安装时填入')).toBeTruthy();
  expect(screen.getByText('尚未修改')).toBeTruthy();
});

test('material tags are shown by their labels, and sent as entered', async () => {
  const wall = buildSetting({
    configKey: 'model.thinWall',
    configName: '最小壁厚（mm）',
    isByTag: true,
    configValue: '0.76, plastic=1.5',
  });
  const tags = [{ label: '塑料', value: 'plastic', listClass: '' }];
  const page = open({
    answers: {
      'GET /set-config/typed': ok([wall]),
      'GET /dict-data/option-select': ok(tags),
      'PUT /set-config': ok([{ ...wall, configValue: '0.8, plastic=2', version: 2 }], '更新成功'),
    },
  });
  const field = await screen.findByLabelText<HTMLInputElement>('最小壁厚（mm）');
  expect(field.value).toBe('0.76, 塑料=1.5');
  fireEvent.change(field, { target: { value: '0.8, 塑料=2' } });
  fireEvent.click(screen.getByRole('button', { name: '保存' }));
  expect(await screen.findByText('没有修改')).toBeTruthy();
  expect(field.value).toBe('0.8, 塑料=2');
  expect(page.sentTo('PUT /set-config')[0]?.body).toMatchObject([{ configValue: '0.8, 塑料=2' }]);
});

test('the focus stays with a list of days when one is added or removed', async () => {
  open();
  const paste = await screen.findByLabelText<HTMLTextAreaElement>('粘贴节假日');
  fireEvent.change(paste, { target: { value: '2027-02-05、2027-02-06' } });
  fireEvent.click(screen.getByRole('button', { name: '添加' }));
  expect(document.activeElement).toBe(paste);
  fireEvent.click(screen.getByRole('button', { name: '从节假日移除 2027-02-05' }));
  expect(screen.queryByText(/2027-02-05/)).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText('节假日'));
});

test('a picture is shown by its hash and removed with the next save', async () => {
  const hash = 'ab'.repeat(32);
  const image = 'data:image/png;base64,AAAA';
  const seal = buildSetting({
    configKey: 'company.seal',
    configName: '单位印章',
    kind: 'picture',
    configValue: hash,
    initial: '',
    version: 2,
  });
  const page = open({
    answers: {
      'GET /set-config/typed': ok([seal]),
      'GET /set-config/picture/company.seal': ok({ image }),
      'PUT /set-config': ok([{ ...seal, configValue: '', version: 3 }], '更新成功'),
    },
  });
  expect((await screen.findByAltText('单位印章的图样')).getAttribute('src')).toBe(image);
  expect(screen.getByRole('button', { name: '单位印章：更换图片' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '移除' }));
  expect(screen.getByText('（无）')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '保存' }));
  await waitFor(() =>
    expect(page.sentTo('PUT /set-config').at(-1)?.body).toEqual([
      { configKey: 'company.seal', configValue: '', version: 2 },
    ]),
  );
});
