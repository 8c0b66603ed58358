import { expect } from 'vitest';
import type { Material } from '#contract/catalogue/material-list.ts';
import { readCatalogue } from '#tests/support/data/quotations.ts';
import { createTestApp } from '#tests/support/app/test-app.ts';

const input = {
  name: '试验铝材',
  materialTag: '',
  density: 2.7,
  length: 300,
  width: 200,
  height: 50,
  deliveryTime: 2.5,
  speed: 0.3,
  sort: 9000,
  remark: '',
};

/** The app, and an administrator's calls about materials. */
export async function startMaterials() {
  const app = await createTestApp();
  const admin = { as: 'admin' };
  const post = (path: string, body: unknown) => app.send('POST', path, { ...admin, body });
  const put = (path: string, body: unknown) => app.send('PUT', path, { ...admin, body });
  const newMaterial = async (rest: Partial<typeof input> = {}) => ({
    ...input,
    materialTag: (await readCatalogue(app)).materials[0]!.materialTag,
    ...rest,
  });

  async function addMaterial(rest: Partial<typeof input> = {}): Promise<Material> {
    const created = await post('/material', await newMaterial(rest));
    expect(created).toMatchObject({ status: 200, msg: '创建成功' });
    return (await app.send('GET', `/material/${String(created.data)}`, admin)).data;
  }
  return { app, admin, post, put, newMaterial, addMaterial };
}
