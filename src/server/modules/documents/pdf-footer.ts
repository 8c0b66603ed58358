import { encode } from 'uqr';
import { linesNote } from '#domain/documents/line-texts.ts';
import { groupedCode, shortVerifyUrl } from '#domain/documents/verify-url.ts';
import { formatYuan } from '#domain/money.ts';
import type { QuotationDocument, QuotationSnapshot } from '#contract/orders/documents.ts';
import { ensureSpace, GREEN, INK, LEFT, MUTED, RIGHT, RULE, TINT, WIDTH, type Doc } from './pdf-page.ts';
import { heightOf, linesOf, writeText } from './pdf-text.ts';

/** Draws the total in figures and in words; returns the y position below. */
export function drawTotal(
  doc: Doc,
  { total, totalInWords, taxNote, items }: QuotationSnapshot,
  y: number,
): number {
  doc.rect(LEFT, y + 6, WIDTH, 42).fill(TINT);
  doc.font('regular').fontSize(9).fillColor(INK);
  writeText(doc, linesNote(items), LEFT + 8, y + 12, { width: 300 });
  writeText(doc, `大写金额：${totalInWords}`, LEFT + 8, y + 29, { width: 330 });
  doc.font('bold').fontSize(14).fillColor(GREEN);
  writeText(doc, `合计 ${formatYuan(total)}`, LEFT + 300, y + 12, {
    width: WIDTH - 308,
    align: 'right',
  });
  doc.font('regular').fontSize(8).fillColor(MUTED);
  if (taxNote) writeText(doc, taxNote, LEFT + 338, y + 33, { width: WIDTH - 346, align: 'right' });
  return y + 56;
}

/** Draws the shop's note, the customer's remark and the terms, over as many pages as needed; returns the y position below. */
export function drawNotes(doc: Doc, snapshot: QuotationSnapshot, start: number): number {
  let y = start;
  const notes = [
    ...(snapshot.shopNote === undefined ? [] : [`商家说明：${snapshot.shopNote}`]),
    ...(snapshot.remark ? [`客户备注：${snapshot.remark}`] : []),
    ...snapshot.terms.map((term, index) => `${index + 1}. ${term}`),
  ];
  for (const note of notes) {
    doc.font('regular').fontSize(8).fillColor(INK);
    const height = heightOf(doc, note, WIDTH);
    y = ensureSpace(doc, snapshot, y, height);
    doc.font('regular').fontSize(8).fillColor(INK);
    writeText(doc, note, LEFT, y, { width: WIDTH });
    y += height + 2;
  }
  return y + 8;
}

/** The maximum height of a seal in points: 28 mm. */
const SEAL_HEIGHT = 80;
const QR_SIDE = 84;
const CODE_WIDTH = 96;
/** The height of the seals and the QR code, which stay on one page. */
export const SIGNATURES_HEIGHT = 130;

/** A picture object of pdfkit: `embed` prepares it, and `finalize` then writes it to the file. */
interface EmbeddedPicture {
  embed: (doc: Doc) => void;
  finalize: () => void;
}

/**
 * Embeds each picture once, one after the other: pdfkit unpacks transparency asynchronously, so that the order of
 * completion would change the bytes.
 */
export async function embedPictures(doc: Doc, pictures: Iterable<string>): Promise<void> {
  for (const picture of new Set(pictures)) {
    if (picture === '') continue;
    const { openImage } = doc as unknown as { openImage: (source: string) => EmbeddedPicture };
    const image = openImage.call(doc, picture);
    await new Promise<void>((resolve) => {
      const { finalize } = image;
      image.finalize = () => {
        finalize.call(image);
        resolve();
      };
      image.embed(doc);
    });
  }
}

/**
 * Draws the signature areas of both sides, with the seals below the names, and next to them the instructions for
 * verification.
 */
export function drawSeals(
  doc: Doc,
  { snapshot, seals, code, verifyUrl }: Pick<QuotationDocument, 'snapshot' | 'seals' | 'code' | 'verifyUrl'>,
  y: number,
): void {
  drawQrCode(doc, verifyUrl, RIGHT - QR_SIDE, y, QR_SIDE);
  const { issuer, customer } = snapshot;
  const width = (WIDTH - QR_SIDE - CODE_WIDTH - 34) / 2;
  drawSealArea(doc, '报价单位（盖章）', issuer.name, seals.issuer, { x: LEFT, y, width });
  drawSealArea(doc, '客户确认（签章）', customer.company, seals.customer, {
    x: LEFT + width + 10,
    y,
    width,
  });
  const x = RIGHT - QR_SIDE - CODE_WIDTH - 8;
  doc.font('bold').fontSize(8).fillColor(INK);
  writeText(doc, '扫码验真', x, y, { width: CODE_WIDTH, align: 'right' });
  doc.font('regular').fontSize(7).fillColor(MUTED);
  let textY = y + 13;
  for (const paragraph of [
    `或在 ${shortVerifyUrl(verifyUrl)} 输入验证码`,
    groupedCode(code).replace(/^(.{12})/, '$1\n'),
    '印章图样不是 CA 数字签名，以验证码查得的内容为准',
  ]) {
    const lines = linesOf(doc, paragraph, CODE_WIDTH).slice(0, 4).join('\n');
    writeText(doc, lines, x, textY, { width: CODE_WIDTH, align: 'right' });
    textY += heightOf(doc, lines, CODE_WIDTH) + 4;
  }
}

function drawSealArea(
  doc: Doc,
  label: string,
  name: string,
  picture: string,
  { x, y, width }: { x: number; y: number; width: number },
): void {
  doc.font('regular').fontSize(8).fillColor(MUTED);
  writeText(doc, label, x, y, { width });
  doc.fontSize(9).fillColor(INK);
  linesOf(doc, name, width)
    .slice(0, 2)
    .forEach((line, index) => writeText(doc, line, x, y + 13 + index * 13, { width }));
  const bottom = y + SIGNATURES_HEIGHT - 4;
  if (picture !== '')
    doc.image(picture, x, bottom - SEAL_HEIGHT - 2, {
      fit: [width, SEAL_HEIGHT],
      align: 'center',
      valign: 'center',
    });
  doc
    .moveTo(x, bottom)
    .lineTo(x + width, bottom)
    .lineWidth(0.5)
    .strokeColor(RULE)
    .stroke();
}

/** Draws a URL as a QR code made of squares. */
function drawQrCode(doc: Doc, url: string, x: number, y: number, side: number): void {
  const { data, size } = encode(url, { ecc: 'M', border: 0 });
  const unit = side / size;
  data.forEach((row, line) =>
    row.forEach((isDark, column) => {
      if (isDark) doc.rect(x + column * unit, y + line * unit, unit, unit);
    }),
  );
  doc.fill('#000000');
}

/** Adds the order number, the hash and the page number to every page, once all pages exist. */
export function drawPageFooters(doc: Doc, { orderNo, revision }: QuotationSnapshot, hash: string): void {
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page);
    doc.font('regular').fontSize(7).fillColor(MUTED);
    writeText(doc, `${orderNo} R${revision}　内容指纹 ${hash}`, LEFT, 815, { width: 420 });
    writeText(doc, `第 ${page + 1} 页 共 ${count} 页`, RIGHT - 90, 815, { width: 90, align: 'right' });
  }
}
