import type { Api } from '../app/api.ts';

const FIELDS = [
  'materialTag',
  'density',
  'length',
  'width',
  'height',
  'deliveryTime',
  'speed',
  'sort',
  'remark',
] as const;

/**
 * Adds a draft of a material like another one, by the administrator; with its prices unless `hasPrices` is false. Returns its id.
 * Throws when the server refuses.
 */
export async function copyMaterial(
  app: Api,
  source: number,
  name: string,
  hasPrices = true,
): Promise<number> {
  const { data } = await app.send('GET', `/material/${source}`, { as: 'admin' });
  const record = data as Record<string, unknown>;
  const input = Object.fromEntries(FIELDS.map((field) => [field, record[field]]));
  const body = { ...input, name, status: 'draft', ...(hasPrices ? { copyOf: source } : {}) };
  const made = await app.send('POST', '/material', { as: 'admin', body });
  if (made.status !== 200) throw new Error(`a material: ${made.msg}`);
  return Number(made.data);
}
