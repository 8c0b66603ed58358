import type { TypedSetting } from '#contract/system/settings.ts';
import { createTestApp } from '#tests/support/app/test-app.ts';

export const admin = { as: 'admin' };

/** The app, whose settings an administrator saves. */
export async function startSettings() {
  const app = await createTestApp();

  const typed = async () => (await app.send('GET', '/set-config/typed', admin)).data as TypedSetting[];
  const one = async (key: string) => (await typed()).find((row) => row.configKey === key)!;
  const save = (...changes: Partial<TypedSetting>[]) =>
    app.send('PUT', '/set-config', { ...admin, body: changes });
  return { app, typed, one, save };
}
