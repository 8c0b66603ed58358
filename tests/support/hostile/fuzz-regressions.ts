import type { FuzzCase } from './fuzz-cases.ts';

/**
 * Requests that were once answered wrongly, by operation; sent on every run before the random ones. New failures of the
 * fuzz test are added here with an explanation.
 */
export const regressions: Readonly<Record<string, readonly FuzzCase[]>> = {
  // English messages of the validator, in the built server only, because another part had loaded its English locale.
  'materials.setPrices': [json('POST', '/material_process/1', '{"processConfig":[[]],"version":1}')],
  'priceTable.save': [
    json('PUT', '/price-table', '{"cells":3.5e-323}'),
    json('PUT', '/price-table', '{"cells":[[]]}'),
    json(
      'PUT',
      '/price-table',
      '{"cells":[{"materialId":1,"optionId":1,"before":"null","after":741398340}]}',
    ),
  ],
  'machiningPrices.save': [
    json('PUT', '/machining-price', '{"deptId":0,"prices":[null]}'),
    json('PUT', '/machining-price', '{"deptId":0,"prices":"-1"}'),
  ],
  'defaultConfigs.saveCompany': [
    json('POST', '/material_process/company_default_config', '{"item":3.5e-323,"deptId":407537}'),
  ],
  'quotes.quote': [json('POST', '/quote', '{"items":[-558031029]}')],
  'settings.save': [json('PUT', '/set-config', '["\ud800"]')],
};

function json(method: string, url: string, body: string): FuzzCase {
  const headers = { 'content-type': 'application/json', 'idempotency-key': '0123456789abcdef0123' };
  return { method, url, headers, body, isRouted: true };
}
