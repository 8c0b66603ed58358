import type { QuotationSnapshot } from '#contract/orders/documents.ts';
import { writeText } from './pdf-text.ts';

export type Doc = PDFKit.PDFDocument;

// In points of 1/72 inch; A4 is 595 × 842.
export const LEFT = 40;
export const RIGHT = 555;
export const WIDTH = RIGHT - LEFT;
export const TOP = 40;
export const BOTTOM = 806;
export const PADDING = 4;
/** Space above and below a line of the table. */
export const ROW_PADDING = 3;

export const GREEN = '#15803d';
export const INK = '#1f2937';
export const MUTED = '#6b7280';
export const RULE = '#d1d5db';
export const TINT = '#f0fdf4';

/** Returns the y position to continue at: `y`, or the top of a new page if less than `height` remains. */
export const ensureSpace = (doc: Doc, snapshot: QuotationSnapshot, y: number, height: number): number =>
  y + height > BOTTOM ? nextPage(doc, snapshot) : y;

/** Adds a page with the quotation's number at the top; returns the y position of its content. */
export function nextPage(doc: Doc, { issuer, orderNo, revision }: QuotationSnapshot): number {
  doc.addPage();
  doc.font('regular').fontSize(8).fillColor(MUTED);
  writeText(doc, `${issuer.name}　报价单 ${orderNo}（第 ${revision} 版，续）`, LEFT, TOP - 12, {
    width: WIDTH,
  });
  return TOP + 6;
}

/** Draws a thin line from margin to margin. */
export function drawRule(doc: Doc, y: number): void {
  doc.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.5).strokeColor(RULE).stroke();
}
