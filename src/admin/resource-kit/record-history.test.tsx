import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { administrator, openAdmin, pageOf, queryOf } from '../app/open-admin.test-data.tsx';
import { user } from '../resources/user/user.resource.ts';
import { config } from '../resources/config/config.resource.ts';
import { material } from '../resources/material/material.resource.ts';
import { historyChanges } from './history-changes.ts';
import { entry, answers } from './record-history.test-data.tsx';

test('the tab 历史 shows user, time, field, old and new value of each change', async () => {
  const changed = { id: 1, postName: ['车工', '焊工'], status: [1, 2] };
  const page = openAdmin('/admin/sys-post/1', {
    answers: { ...answers, 'GET /sys-opera-log': pageOf([entry({ changes: changed })], 12) },
  });
  const tab = await screen.findByRole('tab', { name: '历史' });
  expect(page.sentTo('GET /sys-opera-log')).toHaveLength(0);
  await page.user.click(tab);
  const history = within(await screen.findByRole('list', { name: '历史' }));
  expect(history.getByText('张工')).toBeTruthy();
  expect(history.getByText('2026-11-18 12:00')).toBeTruthy();
  const rows = history.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows).toEqual([
    ['字段', '变更前', '变更后'],
    ['岗位名称', '车工', '焊工'],
    ['状态', '停用', '正常'],
  ]);
  expect(queryOf(page.sentTo('GET /sys-opera-log')[0])).toEqual({
    record: 'admin:sysPost/1',
    pageIndex: '1',
    pageSize: '10',
  });
  await page.user.click(screen.getByRole('listitem', { name: '2' }));
  await expect.poll(() => page.sentTo('GET /sys-opera-log').length).toBe(2);
  expect(queryOf(page.sentTo('GET /sys-opera-log')[1])['pageIndex']).toBe('2');
});

test('the history requires the permission for the log', async () => {
  const permissions = ['admin:sysPost:list', 'admin:sysPost:query'];
  openAdmin('/admin/sys-post/1', {
    answers,
    user: { ...administrator, permissions, buttons: permissions },
  });
  expect(await screen.findByText('焊工')).toBeTruthy();
  expect(screen.queryByRole('tab')).toBeNull();
});

test('a reference is shownChanges by its name; properties without a field are omitted', () => {
  const logged = { id: 7, deptId: [1, 2], deptName: ['甲', '乙'], dept: [{ deptId: 1 }, { deptId: 2 }] };
  const { shownChanges, names } = historyChanges(user, { userId: 7 }, logged);
  expect(shownChanges).toEqual({ deptName: ['甲', '乙'] });
  expect(names['deptName']?.label).toBe('部门');
});

test('a save of the price table shows only prices of the record', () => {
  const price = { material: 'A', option: '喷砂', before: null, after: { price: 1, time: 0 } };
  const prices = [
    { ...price, materialId: 7 },
    { ...price, materialId: 8, material: 'B' },
  ];
  expect(historyChanges(material, { id: 7 }, { prices, materials: [7, 8] }).shownChanges).toEqual({
    prices: [prices[0]],
  });
});

test('a save of several parameters shows only this parameter', () => {
  const logged = { ids: [3, 4], 'quote.validDays': ['15', '21'], 'site.name': ['甲', '乙'] };
  const record = { id: 3, configKey: 'quote.validDays' };
  expect(historyChanges(config, record, logged).shownChanges).toEqual({ configValue: ['15', '21'] });
});
