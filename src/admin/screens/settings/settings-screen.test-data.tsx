import { ok } from '#providers/fake-server.test-data.ts';
import { openAdmin } from '../../app/open-admin.test-data.tsx';
import { buildSetting } from './setting.test-data.ts';

const name = buildSetting();
const days = buildSetting({
  configKey: 'quote.holidays',
  configName: '节假日',
  kind: 'days',
  configValue: '2026-12-31, 2027-01-01',
  version: 3,
});
const valid = buildSetting({
  configKey: 'quote.validDays',
  configName: '报价有效天数',
  kind: 'whole',
  min: 1,
  max: 365,
  configValue: '15',
  initial: '15',
  group: '报价',
});
export const all = [name, days, valid];

export const open = (more: Parameters<typeof openAdmin>[1] = {}) =>
  openAdmin('/admin/sys-config/set', {
    ...more,
    answers: {
      'GET /set-config/typed': ok(all),
      'GET /set-config/mail': ok({ isOn: false, from: '', waiting: 0, failed: 0, lastFailure: '' }),
      ...more.answers,
    },
  });
