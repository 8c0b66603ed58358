import { paymentLines } from '#domain/payment-lines.ts';
import PdfKit from 'pdfkit';
import { quotationRows } from '#domain/documents/line-texts.ts';
import { dateText } from '#domain/shanghai-time.ts';
import { LEAD_LABEL, leadDocumentText } from '#domain/lead/lead-class.ts';
import {
  PROMISED_DATE_LABEL,
  promisedDateText,
  type QuotationDocument,
  type QuotationSnapshot,
} from '#contract/orders/documents.ts';
import {
  drawPageFooters,
  drawNotes,
  drawSeals,
  drawTotal,
  embedPictures,
  SIGNATURES_HEIGHT,
} from './pdf-footer.ts';
import { fonts } from './pdf-fonts.ts';
import {
  BOTTOM,
  ensureSpace,
  GREEN,
  INK,
  LEFT,
  MUTED,
  nextPage,
  PADDING,
  RIGHT,
  TOP,
  WIDTH,
  type Doc,
} from './pdf-page.ts';
import { drawRow, drawTableHead, PICTURE_SIDE, rowHeight } from './pdf-table.ts';
import { heightOf, writeText } from './pdf-text.ts';

/** The space for the total, in points. */
const TOTAL_HEIGHT = 62;

/** The snapshot, the pictures of seals and parts, and the data for verification. */
export type QuotationToDraw = Pick<
  QuotationDocument,
  'snapshot' | 'seals' | 'pictures' | 'code' | 'verifyUrl' | 'hash'
>;

/** Draws the sealed quotation as a PDF: A4, selectable text, fonts embedded as subsets. The same input gives the same bytes. */
export async function drawQuotation(quotation: QuotationToDraw): Promise<Uint8Array> {
  const { snapshot, hash } = quotation;
  const issuedAt = new Date(snapshot.issuedAt);
  const doc = new PdfKit({
    size: 'A4',
    margins: { top: TOP, left: LEFT, right: 40, bottom: 0 },
    bufferPages: true,
    autoFirstPage: false,
    lang: 'zh-CN',
    pdfVersion: '1.7',
    info: {
      Title: `报价单 ${snapshot.orderNo}`,
      Author: snapshot.issuer.name,
      Subject: `SHA-256 ${hash}`,
      CreationDate: issuedAt,
      ModDate: issuedAt,
    },
  });
  const bytes = collectBytes(doc);
  for (const [name, font] of Object.entries(fonts)) doc.registerFont(name, font as unknown as ArrayBuffer);
  doc.addPage();
  const { issuer, customer } = quotation.seals;
  const linePictures = listLinePictures(quotation);
  await embedPictures(doc, [issuer, customer, ...linePictures.values()]);
  const indent = linePictures.size > 0 ? PICTURE_SIDE + PADDING : 0;
  let y = drawHead(doc, snapshot);
  y = drawTableHead(doc, y);
  for (const item of quotationRows(snapshot)) {
    const row = { texts: item, picture: linePictures.get(item.picture ?? ''), indent };
    const height = rowHeight(doc, row);
    if (y + height > BOTTOM) y = drawTableHead(doc, nextPage(doc, snapshot));
    drawRow(doc, row, y, height);
    y += height;
  }
  y = drawTotal(doc, snapshot, ensureSpace(doc, snapshot, y, TOTAL_HEIGHT));
  y = drawNotes(doc, snapshot, y);
  drawSeals(doc, quotation, ensureSpace(doc, snapshot, y, SIGNATURES_HEIGHT));
  drawPageFooters(doc, snapshot, hash);
  doc.end();
  return bytes;
}

/** The pictures of the lines, by hash. */
const listLinePictures = ({ snapshot, pictures }: QuotationToDraw): ReadonlyMap<string, string> =>
  new Map(
    snapshot.items.flatMap(({ picture = '' }) => {
      const image = pictures[picture];
      return image === undefined ? [] : [[picture, image] as const];
    }),
  );

function drawHead(doc: Doc, snapshot: QuotationSnapshot): number {
  const { issuer, customer } = snapshot;
  doc.font('bold').fontSize(15).fillColor(INK);
  writeText(doc, issuer.name, LEFT, TOP, { width: 330 });
  doc.fontSize(20).fillColor(GREEN);
  writeText(doc, '报 价 单', LEFT + 340, TOP - 4, { width: WIDTH - 340, align: 'right' });
  const contact = [issuer.address, issuer.phone && `电话 ${issuer.phone}`].filter(Boolean).join('    ');
  doc.font('regular').fontSize(8).fillColor(MUTED);
  if (contact) writeText(doc, contact, LEFT, TOP + 24, { width: 400 });
  const payment = issuer.payment ? paymentLines(issuer.payment) : [];
  let top = TOP + (contact || payment.length === 0 ? 40 : 26);
  for (const line of payment) {
    writeText(doc, line, LEFT, top - 2, { width: WIDTH });
    top += heightOf(doc, line, WIDTH) + 2;
  }
  doc.moveTo(LEFT, top).lineTo(RIGHT, top).lineWidth(1.5).strokeColor(GREEN).stroke();

  const left = drawFacts(doc, { x: LEFT, y: top + 8, width: 280, labelWidth: 50 }, [
    ['客户', customer.company],
    ['联系人', customer.contactName],
    ['电话', customer.phone],
    ['地址', customer.address],
    ['税号', customer.taxNumber ?? ''],
  ]);
  const right = drawFacts(doc, { x: LEFT + 300, y: top + 8, width: WIDTH - 300, labelWidth: 84 }, [
    ['编号', `${snapshot.orderNo}（第 ${snapshot.revision} 版）`],
    ['日期', dateText(snapshot.issuedAt)],
    ['有效期至', dateText(snapshot.validUntil)],
    [LEAD_LABEL, snapshot.lead === undefined ? '' : leadDocumentText(snapshot.lead)],
    [PROMISED_DATE_LABEL, promisedDateText(snapshot)],
  ]);
  return Math.max(left, right) + 8;
}

interface Column {
  x: number;
  y: number;
  width: number;
  labelWidth: number;
}

function drawFacts(
  doc: Doc,
  { x, y, width, labelWidth }: Column,
  rows: readonly (readonly [string, string])[],
): number {
  const indent = labelWidth + 2;
  let lineY = y;
  for (const [label, value] of rows) {
    if (!value) continue;
    doc.font('regular').fontSize(9).fillColor(MUTED);
    writeText(doc, label, x, lineY, { width: labelWidth });
    doc.fillColor(INK);
    const height = heightOf(doc, value, width - indent);
    writeText(doc, value, x + indent, lineY, { width: width - indent });
    lineY += height + 2;
  }
  return lineY;
}

function collectBytes(doc: Doc): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const parts: Uint8Array[] = [];
    doc.on('data', (part: Uint8Array) => parts.push(part));
    doc.on('end', () => resolve(Buffer.concat(parts)));
    doc.on('error', reject);
  });
}
