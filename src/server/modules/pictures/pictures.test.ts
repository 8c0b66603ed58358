import { desc, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { images, operationLogs, users } from '#server/db/schema.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { stateOf } from '#tests/support/app/database-state.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { dataUri, noise, photoWithPlace, stamp } from '#tests/support/data/seal-pictures.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const bytesOf = (image: string) => Buffer.from(image.replace('data:image/png;base64,', ''), 'base64');
const imageOf = (answer: { data: unknown }) => (answer.data as { image: string }).image;
const newPerson = () => addPerson(app, { roleKey: 'customer' });
const sealOf = async (token: string) => imageOf(await app.send('GET', '/user/seal', { token }));

describe('the seal of the signed-in user', () => {
  test('is stored as a small PNG with transparency, read back, replaced and deleted', async () => {
    const { token, userId } = await newPerson();
    expect(await sealOf(token)).toBe('');
    const saved = await app.send('PUT', '/user/seal', { token, body: { image: await stamp(900) } });
    expect(saved).toMatchObject({ status: 200, msg: '印章已保存' });
    expect(await sealOf(token)).toBe(imageOf(saved));
    const metadata = await sharp(bytesOf(imageOf(saved))).metadata();
    expect(metadata).toMatchObject({ format: 'png', width: 480, height: 480, hasAlpha: true });
    const [red, green, blue, alpha] = await pixelAt(imageOf(saved), 240, 240);
    expect(red).toBeGreaterThan(190);
    expect(Math.max(green!, blue!)).toBeLessThan(40);
    expect(alpha).toBe(255);
    expect((await pixelAt(imageOf(saved), 2, 2))[3]).toBe(0);

    const other = await app.send('PUT', '/user/seal', { token, body: { image: await stamp(100) } });
    expect(imageOf(other)).not.toBe(imageOf(saved));
    expect(await app.send('DELETE', '/user/seal', { token })).toMatchObject({ status: 200 });
    expect(await sealOf(token)).toBe('');
    const rows = await app.database.db
      .select()
      .from(operationLogs)
      .where(eq(operationLogs.userId, userId))
      .orderBy(desc(operationLogs.id));
    expect(rows.map(({ title }) => title)).toStrictEqual(['移除签名印章', '保存签名印章', '保存签名印章']);
    expect(JSON.stringify(rows)).not.toContain('base64');
  });

  test('is visible only to its owner, and identical pictures are stored once', async () => {
    const [one, two] = [await newPerson(), await newPerson()];
    const image = await stamp(123);
    await app.send('PUT', '/user/seal', { token: one.token, body: { image } });
    expect(await sealOf(two.token)).toBe('');
    await app.send('PUT', '/user/seal', { token: two.token, body: { image } });
    const rows = await app.database.db.select().from(users).where(eq(users.userId, one.userId));
    const hash = rows[0]!.seal;
    expect(await app.database.db.select().from(images).where(eq(images.hash, hash))).toHaveLength(1);
  });

  test('loses its camera metadata and is turned upright', async () => {
    const { token } = await newPerson();
    const saved = await app.send('PUT', '/user/seal', { token, body: { image: await photoWithPlace() } });
    expect(saved.status).toBe(200);
    const png = bytesOf(imageOf(saved));
    const metadata = await sharp(png).metadata();
    expect(metadata).toMatchObject({ width: 60, height: 120 });
    for (const trace of ['exif', 'icc', 'xmp', 'comments'] as const) expect(metadata[trace]).toBeUndefined();
    expect(png.includes('Secret place')).toBe(false);
  });
});

describe('a refused picture', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

  test.each<[string, () => Promise<string> | string, string]>([
    ['an SVG labelled as PNG', () => dataUri(svg), '图片只接受 PNG 或 JPEG 格式'],
    ['HTML', () => dataUri(Buffer.from('<!doctype html><p>x')), '图片只接受 PNG 或 JPEG 格式'],
    ['a GIF', async () => dataUri(await flat(10, 10).gif().toBuffer()), '图片只接受 PNG 或 JPEG 格式'],
    ['declared as another format', () => 'data:image/svg+xml;base64,AAAA', '图片只接受 PNG 或 JPEG 格式'],
    ['a URL', () => 'https://example.com/a.png', '图片只接受 PNG 或 JPEG 格式'],
    ['only a header', () => dataUri(Buffer.from('89504e470d0a1a0a', 'hex')), '图片无法读取，可能已损坏'],
    ['half a PNG', async () => dataUri(half(await png(300))), '图片无法读取，可能已损坏'],
    [
      'half a JPEG',
      async () => dataUri(half(await flat(300, 300).jpeg().toBuffer())),
      '图片无法读取，可能已损坏',
    ],
    ['broken bytes', async () => dataUri(broken(await png(300))), '图片无法读取，可能已损坏'],
    [
      'more than 25 megapixels',
      async () => dataUri(await flat(5001, 5000).png({ compressionLevel: 9 }).toBuffer()),
      '图片超过 2500 万像素，请缩小后再上传',
    ],
    ['blank', async () => dataUri(await blank()), '图片是空白的'],
  ])('is %s: nothing is written', async (_name, make, msg) => {
    const { token } = await newPerson();
    const body = { image: await make() };
    const before = await stateOf(app.database);
    const answer = await app.send('PUT', '/user/seal', { token, body });
    expect(answer).toMatchObject({ status: 400, errors: { image: msg } });
    expect(await stateOf(app.database)).toStrictEqual(before);
  });

  test('is too large to be read at all', async () => {
    const { token } = await newPerson();
    const body = { image: `data:image/png;base64,${'A'.repeat(547_000)}` };
    expect(await app.send('PUT', '/user/seal', { token, body })).toMatchObject({ status: 413 });
  });
});

describe('the avatar of the signed-in user', () => {
  test('is cropped to the centre, large in the profile and small in the header', async () => {
    const { token } = await newPerson();
    const picture = await sharp({
      create: { width: 600, height: 200, channels: 3, background: '#ffffff' },
    })
      .composite([
        {
          input: { create: { width: 200, height: 200, channels: 3, background: '#1020c0' } },
          left: 200,
          top: 0,
        },
      ])
      .jpeg()
      .toBuffer();
    const saved = await app.send('POST', '/user/avatar', {
      token,
      body: { image: dataUri(picture, 'jpeg') },
    });
    expect(saved).toMatchObject({ status: 200, msg: '头像已更新' });
    const { user } = (await app.send('GET', '/user/profile', { token })).data as { user: { avatar: string } };
    expect(user.avatar).toBe(imageOf(saved));
    const large = sharp(bytesOf(user.avatar));
    expect(await large.metadata()).toMatchObject({ width: 256, height: 256 });
    const { channels } = await large.stats();
    expect(channels[2]!.mean).toBeGreaterThan(150);
    expect(channels[0]!.mean).toBeLessThan(60);
    const { avatar } = (await app.send('GET', '/getinfo', { token })).data as { avatar: string };
    expect(await sharp(bytesOf(avatar)).metadata()).toMatchObject({ width: 64, height: 64 });

    await app.send('DELETE', '/user/avatar', { token });
    expect((await app.send('GET', '/getinfo', { token })).data).toMatchObject({ avatar: '' });
    expect((await app.send('GET', '/user/profile', { token })).data).toMatchObject({ user: { avatar: '' } });
  });
});

async function pixelAt(image: string, left: number, top: number): Promise<number[]> {
  const area = { left, top, width: 1, height: 1 };
  return [...(await sharp(bytesOf(image)).ensureAlpha().extract(area).raw().toBuffer())];
}

const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c81010' } });
const png = async (side: number) =>
  Buffer.from((await noise(side)).slice('data:image/png;base64,'.length), 'base64');
const half = (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1);
const blank = () =>
  sharp({ create: { width: 20, height: 20, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer();

function broken(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy.fill(0x55, copy.length >> 2, copy.length >> 1);
  return copy;
}
