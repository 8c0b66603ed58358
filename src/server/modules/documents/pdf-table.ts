import { lineColumnTitles, type LineTexts } from '#domain/documents/line-texts.ts';
import { INK, LEFT, MUTED, PADDING, ROW_PADDING, drawRule, TINT, WIDTH, type Doc } from './pdf-page.ts';
import { heightOf, writeText } from './pdf-text.ts';

const columns = [
  { field: 'lineNo', width: 30, align: 'center' },
  { field: 'part', width: 245, align: 'left' },
  { field: 'num', width: 44, align: 'right' },
  { field: 'unit', width: 80, align: 'right' },
  { field: 'amount', width: 74, align: 'right' },
  { field: 'days', width: 42, align: 'right' },
] as const;

/** Draws the column titles; returns the y position of the rows. */
export function drawTableHead(doc: Doc, y: number): number {
  const height = 18;
  doc.rect(LEFT, y, WIDTH, height).fill(TINT);
  doc.font('bold').fontSize(8).fillColor(INK);
  eachColumn((column, x) =>
    writeText(doc, lineColumnTitles[column.field], x + PADDING, y + 4, {
      width: column.width - 2 * PADDING,
      align: column.align,
    }),
  );
  drawRule(doc, y);
  drawRule(doc, y + height);
  return y + height;
}

/** The side of a part's picture in points: about the height of a row with one line of details. */
export const PICTURE_SIDE = 23;

const titleWidth = columns[1].width - 2 * PADDING;
/** Details extend to the right margin. */
const detailWidth = WIDTH - columns[0].width - 2 * PADDING;

export interface Row {
  texts: LineTexts;
  /** A data URI. */
  picture: string | undefined;
  /** The width of a picture in every row of a document with pictures, so that names are aligned; otherwise 0. */
  indent: number;
}

/** The height of the row in points. */
export function rowHeight(doc: Doc, { texts: { part, details }, picture, indent }: Row): number {
  const titleHeight = heightOf(doc.font('bold').fontSize(8.5), part, titleWidth - indent);
  const detailsHeight = heightOf(doc.font('regular').fontSize(7), details, detailWidth - indent);
  return Math.max(titleHeight + detailsHeight, picture === undefined ? 0 : PICTURE_SIDE) + 2 * ROW_PADDING;
}

/** Draws one row: the picture of the part, its figures, and its details below the name. */
export function drawRow(doc: Doc, { texts: line, picture, indent }: Row, y: number, height: number): void {
  doc.font('regular').fontSize(8.5).fillColor(INK);
  eachColumn(({ field, width, align }, x) => {
    if (field === 'part') return;
    writeText(doc, line[field], x + PADDING, y + ROW_PADDING, { width: width - 2 * PADDING, align });
  });
  const left = LEFT + columns[0].width + PADDING;
  if (picture !== undefined) doc.image(picture, left, y + ROW_PADDING, { fit: [PICTURE_SIDE, PICTURE_SIDE] });
  const x = left + indent;
  doc.font('bold');
  writeText(doc, line.part, x, y + ROW_PADDING, { width: titleWidth - indent });
  const detailsY = y + ROW_PADDING + heightOf(doc, line.part, titleWidth - indent);
  doc.font('regular').fontSize(7).fillColor(MUTED);
  writeText(doc, line.details, x, detailsY, { width: detailWidth - indent });
  drawRule(doc, y + height);
}

function eachColumn(draw: (column: (typeof columns)[number], x: number) => void): void {
  let x = LEFT;
  for (const column of columns) {
    draw(column, x);
    x += column.width;
  }
}
