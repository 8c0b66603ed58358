import { createTestApp } from '#tests/support/app/test-app.ts';

export const type = (dictType: string) => ({ dictName: '班次', dictType, status: 2, remark: '' });

/** The app with dictionaries. */
export async function startDictionaries() {
  const app = await createTestApp();

  const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
    app.send(method, path, { as: 'admin', body });
  const options = async (type: string) =>
    (await app.send('GET', `/dict-data/option-select?dictType=${type}`, { as: 'demo' })).data as {
      value: string;
    }[];
  const valuesOf = async (type: string) => (await options(type)).map(({ value }) => value);
  return { app, send, options, valuesOf };
}
