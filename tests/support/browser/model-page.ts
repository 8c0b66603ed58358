import { open } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { asciiStl, objText } from '../models/mesh-files.ts';
import { stepText } from '../models/brep-files.ts';
import { boxMesh } from '../models/mesh-parts.ts';
import type { Dropped } from './dropped-files.ts';

type Edges = readonly [number, number, number];

/** The model panel of a part on the quotation page. */
export const modelPanel = (page: Page, part: string): Locator =>
  page.getByRole('region', { name: part, exact: true }).getByRole('region', { name: '模型' });

/** A field of a part on the quotation page. */
export const partField = (page: Page, part: string, label: string): Locator =>
  page.getByRole('region', { name: part, exact: true }).getByLabel(label, { exact: true });

/** A box of these edges in mm, which needs the kernel to be read. */
export const stepBox = (name: string, edges: Edges): Dropped => ({ name, text: stepText(boxMesh(edges)) });

/** A box of these edges in mm, which is read without the kernel. */
export const stlBox = (name: string, edges: Edges): Dropped => ({ name, text: asciiStl(boxMesh(edges)) });

/** Chooses files in the file dialog, which unlike a drag does not preload the kernel. */
export async function chooseFiles(page: Page, files: readonly Dropped[]): Promise<void> {
  await page
    .getByLabel('选择模型或图纸')
    .first()
    .setInputFiles(files.map(({ name, text }) => ({ name, mimeType: '', buffer: Buffer.from(text) })));
}

/** Writes an OBJ of a box, padded with comments to an exact size. */
export async function writeObj(path: string, edges: Edges, bytes: number): Promise<void> {
  const file = await open(path, 'w');
  try {
    const text = Buffer.from(objText(boxMesh(edges)));
    await file.write(text);
    const line = Buffer.from(`#${' '.repeat(1_022)}\n`);
    for (let left = bytes - text.length; left > 0; left -= line.length)
      await file.write(line.subarray(-Math.min(left, line.length)));
  } finally {
    await file.close();
  }
}
