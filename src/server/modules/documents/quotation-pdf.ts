import { createRequire } from 'node:module';
import { openSync, type Font } from 'fontkit';
import PdfKit from 'pdfkit';
import { encode } from 'uqr';
import { formatYuan, fenFromYuan } from '#domain/money.ts';
import { dayNumber, dayText } from '#domain/shanghai-time.ts';
import type { QuotationDocument, QuotationSnapshot } from '#contract/documents.ts';
import { heightOf, text } from './pdf-text.ts';

/** A quotation as it is drawn: what is frozen, and where it can be verified. */
export type QuotationToDraw = Pick<QuotationDocument, 'snapshot' | 'code' | 'verifyUrl' | 'hash'>;

type Line = QuotationSnapshot['items'][number];
type Doc = PDFKit.PDFDocument;

/** Opened once a thread: each is read in part, as glyphs are needed. */
const fonts = { regular: openFont('400Regular'), bold: openFont('700Bold') };

function openFont(weight: string): Font {
  const file = `@expo-google-fonts/noto-sans-sc/${weight}/NotoSansSC_${weight}.ttf`;
  const font = openSync(createRequire(import.meta.url).resolve(file));
  if ('fonts' in font) throw new Error(`${file} is a collection`);
  return font;
}

// Points, of 1/72 inch; A4 is 595 × 842.
const LEFT = 40;
const RIGHT = 555;
const WIDTH = RIGHT - LEFT;
const TOP = 40;
const BOTTOM = 800;
const PADDING = 4;
/** Of the totals, the terms' frame, the seals and the code, which stay together. */
const SEALS_HEIGHT = 100;

const GREEN = '#15803d';
const INK = '#1f2937';
const MUTED = '#6b7280';
const RULE = '#d1d5db';
const TINT = '#f0fdf4';

const columns = [
  { head: '序号', width: 30, align: 'center' },
  { head: '零件 / 材料 / 尺寸 / 工艺', width: 261, align: 'left' },
  { head: '数量', width: 44, align: 'right' },
  { head: '单价（元）', width: 64, align: 'right' },
  { head: '金额（元）', width: 74, align: 'right' },
  { head: '天数', width: 42, align: 'right' },
] as const;

/** The sealed quotation as a PDF: A4, selectable text, fonts embedded as subsets; the same input gives the same bytes. */
export async function drawQuotation({
  snapshot,
  code,
  verifyUrl,
  hash,
}: QuotationToDraw): Promise<Uint8Array> {
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
  const bytes = collect(doc);
  for (const [name, font] of Object.entries(fonts)) doc.registerFont(name, font as unknown as ArrayBuffer);
  doc.addPage();
  let y = drawHead(doc, snapshot);
  y = drawTableHead(doc, y);
  for (const item of snapshot.items) {
    const height = rowHeight(doc, item);
    if (y + height > BOTTOM) y = drawTableHead(doc, nextPage(doc, snapshot));
    drawRow(doc, item, y, height);
    y += height;
  }
  y = drawTotal(doc, snapshot, fits(doc, snapshot, y, 62));
  y = drawNotes(doc, snapshot, y);
  drawSeals(doc, snapshot, { code, verifyUrl }, fits(doc, snapshot, y, SEALS_HEIGHT));
  drawFeet(doc, snapshot, hash);
  doc.end();
  return bytes;
}

/** Where to go on: here, or on the next page when less than `height` is left. */
const fits = (doc: Doc, snapshot: QuotationSnapshot, y: number, height: number): number =>
  y + height > BOTTOM ? nextPage(doc, snapshot) : y;

function drawHead(doc: Doc, snapshot: QuotationSnapshot): number {
  const { issuer, customer } = snapshot;
  doc.font('bold').fontSize(15).fillColor(INK);
  text(doc, issuer.name, LEFT, TOP, { width: 330 });
  doc.fontSize(20).fillColor(GREEN);
  text(doc, '报 价 单', LEFT + 340, TOP - 4, { width: WIDTH - 340, align: 'right' });
  const address = [issuer.address, issuer.phone && `电话 ${issuer.phone}`].filter(Boolean).join('    ');
  doc.font('regular').fontSize(8).fillColor(MUTED);
  if (address) text(doc, address, LEFT, TOP + 24, { width: 400 });
  const top = TOP + 40;
  doc.moveTo(LEFT, top).lineTo(RIGHT, top).lineWidth(1.5).strokeColor(GREEN).stroke();

  const left = facts(doc, LEFT, top + 8, 300, [
    ['客户', customer.company],
    ['联系人', customer.contactName],
    ['电话', customer.phone],
    ['地址', customer.address],
  ]);
  const right = facts(doc, LEFT + 320, top + 8, WIDTH - 320, [
    ['编号', `${snapshot.orderNo}（第 ${snapshot.revision} 版）`],
    ['日期', dayText(dayNumber(new Date(snapshot.issuedAt)))],
    ['有效期至', dayText(dayNumber(new Date(snapshot.validUntil)))],
    ['预计发货', snapshot.promisedDate],
  ]);
  return Math.max(left, right) + 8;
}

function facts(doc: Doc, x: number, y: number, width: number, rows: readonly (readonly [string, string])[]) {
  let at = y;
  for (const [label, value] of rows) {
    if (!value) continue;
    doc.font('regular').fontSize(9).fillColor(MUTED);
    text(doc, label, x, at, { width: 50 });
    doc.fillColor(INK);
    const height = heightOf(doc, value, width - 52);
    text(doc, value, x + 52, at, { width: width - 52 });
    at += height + 2;
  }
  return at;
}

function drawTableHead(doc: Doc, y: number): number {
  const height = 18;
  doc.rect(LEFT, y, WIDTH, height).fill(TINT);
  doc.font('bold').fontSize(8).fillColor(INK);
  eachColumn((column, x) =>
    text(doc, column.head, x + PADDING, y + 4, { width: column.width - 2 * PADDING, align: column.align }),
  );
  rule(doc, y);
  rule(doc, y + height);
  return y + height;
}

const title = ({ name, materialName, size }: Line) =>
  [name, name === materialName ? '' : materialName, `${size.join(' × ')} mm`].filter(Boolean).join('　');

const details = ({ processes, remark }: Line) =>
  [
    ...processes.map(({ processName, optionName }) => `${processName} ${optionName}`),
    remark && `备注：${remark}`,
  ]
    .filter(Boolean)
    .join('；');

const titleWidth = columns[1].width - 2 * PADDING;
/** Below the figures of the line there is room up to the margin. */
const detailWidth = WIDTH - columns[0].width - 2 * PADDING;

function rowHeight(doc: Doc, line: Line): number {
  const head = heightOf(doc.font('bold').fontSize(8.5), title(line), titleWidth);
  const rest = heightOf(doc.font('regular').fontSize(7), details(line), detailWidth);
  return head + rest + 2 * PADDING;
}

function drawRow(doc: Doc, line: Line, y: number, height: number): void {
  const values = [
    String(line.lineNo),
    '',
    String(line.num),
    grouped(line.unitPrice),
    grouped(line.amount),
    String(line.days),
  ];
  doc.font('regular').fontSize(8.5).fillColor(INK);
  eachColumn((column, x, index) =>
    text(doc, values[index] ?? '', x + PADDING, y + PADDING, {
      width: column.width - 2 * PADDING,
      align: column.align,
    }),
  );
  const x = LEFT + columns[0].width + PADDING;
  doc.font('bold');
  text(doc, title(line), x, y + PADDING, { width: titleWidth });
  const below = y + PADDING + heightOf(doc, title(line), titleWidth);
  doc.font('regular').fontSize(7).fillColor(MUTED);
  text(doc, details(line), x, below, { width: detailWidth });
  rule(doc, y + height);
}

function drawTotal(doc: Doc, { total, totalInWords, taxNote, items }: QuotationSnapshot, y: number): number {
  const pieces = items.reduce((sum, { num }) => sum + num, 0);
  doc.rect(LEFT, y + 6, WIDTH, 42).fill(TINT);
  doc.font('regular').fontSize(9).fillColor(INK);
  text(doc, `共 ${items.length} 种 ${pieces} 件`, LEFT + 8, y + 12, { width: 200 });
  text(doc, `大写金额：${totalInWords}`, LEFT + 8, y + 29, { width: 330 });
  doc.font('bold').fontSize(14).fillColor(GREEN);
  text(doc, `合计 ${formatYuan(fenFromYuan(total))}`, LEFT + 300, y + 12, {
    width: WIDTH - 308,
    align: 'right',
  });
  doc.font('regular').fontSize(8).fillColor(MUTED);
  if (taxNote) text(doc, taxNote, LEFT + 338, y + 33, { width: WIDTH - 346, align: 'right' });
  return y + 56;
}

function drawNotes(doc: Doc, snapshot: QuotationSnapshot, start: number): number {
  let y = start;
  const notes = [
    ...(snapshot.remark ? [`客户备注：${snapshot.remark}`] : []),
    ...snapshot.terms.map((term, index) => `${index + 1}. ${term}`),
  ];
  for (const note of notes) {
    doc.font('regular').fontSize(8).fillColor(INK);
    const height = heightOf(doc, note, WIDTH);
    y = fits(doc, snapshot, y, height);
    doc.font('regular').fontSize(8).fillColor(INK);
    text(doc, note, LEFT, y, { width: WIDTH });
    y += height + 2;
  }
  return y + 8;
}

function drawSeals(
  doc: Doc,
  { issuer, customer }: QuotationSnapshot,
  { code, verifyUrl }: Pick<QuotationToDraw, 'code' | 'verifyUrl'>,
  y: number,
): void {
  const side = 84;
  drawCode(doc, verifyUrl, RIGHT - side, y, side);
  const width = (WIDTH - side - 130) / 2;
  [
    ['报价单位（盖章）', issuer.name],
    ['客户确认（盖章）', customer.company],
  ].forEach(([label, name], index) => {
    const x = LEFT + index * (width + 10);
    doc.font('regular').fontSize(8).fillColor(MUTED);
    text(doc, label ?? '', x, y, { width });
    doc.fontSize(9).fillColor(INK);
    text(doc, name ?? '', x, y + 14, { width });
    doc
      .moveTo(x, y + side)
      .lineTo(x + width, y + side)
      .lineWidth(0.5)
      .strokeColor(RULE)
      .stroke();
  });
  const x = RIGHT - side - 104;
  doc.font('bold').fontSize(8).fillColor(INK);
  text(doc, '扫码验真', x, y, { width: 96, align: 'right' });
  doc.font('regular').fontSize(7).fillColor(MUTED);
  text(doc, code.replace(/.{5}(?=.)/g, '$&-').replace(/^(.{12})/, '$1\n'), x, y + 14, {
    width: 96,
    align: 'right',
  });
  text(doc, '印章图样不是 CA 数字签名，以验证码查得的内容为准', x, y + 40, { width: 96, align: 'right' });
}

/** The address as a QR code of squares. */
function drawCode(doc: Doc, address: string, x: number, y: number, side: number): void {
  const { data, size } = encode(address, { ecc: 'M', border: 0 });
  const unit = side / size;
  data.forEach((row, line) =>
    row.forEach((isDark, place) => {
      if (isDark) doc.rect(x + place * unit, y + line * unit, unit, unit);
    }),
  );
  doc.fill('#000000');
}

/** Numbers the pages once all are there. */
function drawFeet(doc: Doc, { orderNo, revision }: QuotationSnapshot, hash: string): void {
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page);
    doc.font('regular').fontSize(7).fillColor(MUTED);
    text(doc, `${orderNo} R${revision}　内容指纹 ${hash}`, LEFT, 815, { width: 420 });
    text(doc, `第 ${page + 1} 页 共 ${count} 页`, RIGHT - 90, 815, { width: 90, align: 'right' });
  }
}

/** Begins a page with the quotation's number on top; answers where its content starts. */
function nextPage(doc: Doc, { issuer, orderNo, revision }: QuotationSnapshot): number {
  doc.addPage();
  doc.font('regular').fontSize(8).fillColor(MUTED);
  text(doc, `${issuer.name}　报价单 ${orderNo}（第 ${revision} 版，续）`, LEFT, TOP - 12, { width: WIDTH });
  return TOP + 6;
}

function rule(doc: Doc, y: number): void {
  doc.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.5).strokeColor(RULE).stroke();
}

function eachColumn(draw: (column: (typeof columns)[number], x: number, index: number) => void): void {
  let x = LEFT;
  columns.forEach((column, index) => {
    draw(column, x, index);
    x += column.width;
  });
}

/** Yuan with thousands set apart, without the sign. */
const grouped = (yuan: string) => formatYuan(fenFromYuan(yuan)).slice(1);

function collect(doc: Doc): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const parts: Uint8Array[] = [];
    doc.on('data', (part: Uint8Array) => parts.push(part));
    doc.on('end', () => resolve(Buffer.concat(parts)));
    doc.on('error', reject);
  });
}
