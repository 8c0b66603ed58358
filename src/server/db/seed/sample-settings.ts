import type { SettingKey } from '#server/modules/settings/settings-definitions.ts';

/** The introduction on the login page that matches the sample catalogue and its invented prices. */
export const sampleSettings: Partial<Record<SettingKey, string>> = {
  'site.intro': '数控铣削、车削与表面处理，单件试制到批量生产',
  'site.materials': '铝合金、不锈钢、碳钢、铜、工程塑料、钛合金',
  'site.example': '6061 铝合金 120×60×20 mm，喷砂阳极氧化，10 件 ¥713.57（以实时报价为准）',
};
