import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ALL_BODIES } from '#domain/models/model-check.ts';
import { ok } from '#providers/fake-server.test-data.ts';
import { buildModel } from '#tests/support/data/wire-order.ts';
import { openAdmin } from '../../../app/open-admin.test-data.tsx';
import { different, orderOf, open, panel } from './part-model.test-data.tsx';

test('clicking a finding opens the model and marks the finding; clicking again unmarks it', async () => {
  open([different]);
  const model = await panel(2);
  const finding = model.getByText('薄壁 0.5 mm（建议不小于 0.76 mm）').closest('button')!;
  fireEvent.click(finding);
  expect(model.getByText('收起三维')).toBeTruthy();
  expect(finding.getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(finding);
  expect(finding.getAttribute('aria-pressed')).toBe('false');
  expect(model.getByText('收起三维')).toBeTruthy();
  // The fake server has no file.
  await model.findByRole('alert');
});

test('the line of a part shows the check state and reserves room for the thumbnail', async () => {
  const waiting = { check: 'waiting', status: 'waiting', measured: null } as const;
  open([buildModel(), buildModel({ lineNo: 2, ...waiting })]);
  await panel(2);
  const line = (text: string) => screen.getAllByText(text)[0]?.closest('.ant-collapse-header')?.textContent;
  expect(line('模型一致')).toContain('无图');
  expect(line('模型测量中')).toContain('待测');
});

test('confirming an order whose promised day has passed shows a warning', async () => {
  const late = { ...orderOf([]), promisedDate: '2026-01-05' };
  openAdmin(`/admin/user/order/${late.id}`, { answers: { 'GET /order/:id/withExt': ok(late) } });
  fireEvent.click(await screen.findByText('确认订单'));
  expect(await screen.findByText(/^承诺发货日 2026-01-05 已过/)).toBeTruthy();
});

test('a model measured in the meantime is reloaded, with a notice', async () => {
  open([different], {
    answers: {
      'POST /order/:id/model': { code: 409, msg: '记录已变更', error: 'record.changed', data: null },
    },
  });
  fireEvent.click((await panel(2)).getByText('核对…'));
  fireEvent.change(await screen.findByLabelText('核对说明'), { target: { value: '好' } });
  fireEvent.click(screen.getByText('确认已核对'));
  expect(await screen.findByText(/已载入最新内容，请重新核对/)).toBeTruthy();
  expect(screen.queryByText('核对模型：零件 2')).toBeNull();
});

test('an assembly ordered as one part is shown as one part', async () => {
  open([buildModel({ ...different, lineNo: 2, body: ALL_BODIES, bodies: 3, bodyName: '' })]);
  const model = await panel(2);
  expect(model.getByText(/^文件里共 3 个实体，整体作为一个零件 · /)).toBeTruthy();
  expect(model.getByText('多个实体作为一个零件时不检查壁厚、孔、型腔和内圆角')).toBeTruthy();
});

test('a mesh shows which checks are skipped', async () => {
  open([
    buildModel({ lineNo: 2, format: 'stl', check: 'smaller', findings: [] }),
    { ...different, lineNo: 3 },
  ]);
  expect((await panel(2)).getByText(/^网格文件（STL、OBJ、3MF）不检查孔、型腔和内圆角/)).toBeTruthy();
  expect((await panel(3)).queryByText(/不检查/)).toBeNull();
});

test('a mesh measured without a wall check shows that walls are not checked', async () => {
  const measured = { volumeMm3: 1, areaMm2: 1, boxMm: [1, 1, 1] as [number, number, number] };
  open([
    buildModel({
      lineNo: 2,
      format: 'stl',
      check: 'smaller',
      measured: { ...measured, isWallChecked: false },
    }),
  ]);
  expect((await panel(2)).getByText(/^网格文件（STL、OBJ、3MF）不检查壁厚、孔、型腔和内圆角/)).toBeTruthy();
});

test('a refused confirmation shows the reason and leads to the model', async () => {
  const msg = '零件 5 的模型还在测量，请核对三维模型后再确认订单';
  const page = open([{ ...different, lineNo: 5, check: 'equal', findings: [] }], {
    answers: {
      'POST /order/:id/move': () => {
        page.known['GET /order/:id/withExt'] = ok(orderOf([{ ...different, lineNo: 5 }]));
        return { code: 409, msg, error: 'order.model_unchecked', data: null };
      },
    },
  });
  fireEvent.click(await screen.findByText('确认订单'));
  await screen.findByText('确认订单：Q20261120-0001');
  fireEvent.click(screen.getAllByText('确认订单').at(-1)!);
  expect(await screen.findByText(msg)).toBeTruthy();
  fireEvent.click(screen.getByText('查看模型'));
  expect(document.activeElement?.getAttribute('aria-label')).toBe('零件 5 的三维模型');
});
