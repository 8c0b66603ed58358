import { formatFigure } from '#domain/money.ts';
import type { QuotationSnapshot } from '#contract/documents.ts';
import { INK, LEFT, MUTED, PADDING, rule, TINT, WIDTH, type Doc } from './pdf-page.ts';
import { heightOf, text } from './pdf-text.ts';

type Line = QuotationSnapshot['items'][number];

const columns = [
  { head: '序号', width: 30, align: 'center' },
  { head: '零件 / 材料 / 尺寸 / 工艺', width: 261, align: 'left' },
  { head: '数量', width: 44, align: 'right' },
  { head: '单价（元）', width: 64, align: 'right' },
  { head: '金额（元）', width: 74, align: 'right' },
  { head: '天数', width: 42, align: 'right' },
] as const;

/** Draws the column titles; returns the y position of the rows. */
export function drawTableHead(doc: Doc, y: number): number {
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
/** The line's details extend up to the right margin. */
const detailWidth = WIDTH - columns[0].width - 2 * PADDING;

/** The height of the line in points. */
export function rowHeight(doc: Doc, line: Line): number {
  const head = heightOf(doc.font('bold').fontSize(8.5), title(line), titleWidth);
  const rest = heightOf(doc.font('regular').fontSize(7), details(line), detailWidth);
  return head + rest + 2 * PADDING;
}

/** Draws one line: its figures, and its processes below the name. */
export function drawRow(doc: Doc, line: Line, y: number, height: number): void {
  const values = [
    String(line.lineNo),
    '',
    String(line.num),
    formatFigure(line.unitPrice),
    formatFigure(line.amount),
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

function eachColumn(draw: (column: (typeof columns)[number], x: number, index: number) => void): void {
  let x = LEFT;
  columns.forEach((column, index) => {
    draw(column, x, index);
    x += column.width;
  });
}
