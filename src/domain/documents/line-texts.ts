import { workingDays } from '#domain/delivery/ship-date.ts';
import { formatFigure } from '#domain/money.ts';
import { REFERENCE_PRICE_LABEL } from '#domain/orders/ship-date-label.ts';
import { lineTitle } from '#domain/parts/line-title.ts';
import { LINE_PRICE_LABEL, linePriceFromYuan, linePriceNote } from '#domain/pricing/line-price.ts';
import { processesLine, type Choice } from '#domain/process-tree/chosen-processes.ts';

/** A line of a quotation as stored in its document. */
export interface DocumentLine {
  readonly lineNo: number;
  readonly name: string;
  readonly materialName: string;
  /** Length, width, height in mm. */
  readonly size: readonly number[];
  readonly num: number;
  readonly processes: readonly Choice[];
  /** Yuan. */
  readonly amount: string;
  readonly days: number;
  readonly remark: string;
  /** The shop does not make the part. */
  readonly isDeclined?: boolean;
  /** The staff's note about the price, or why the part is declined. */
  readonly note?: string;
  /** Hash of the small picture of its model. */
  readonly picture?: string;
  /** What the shop must still check before the price is binding; missing if it is binding. */
  readonly holds?: readonly string[];
}

/** Column titles of a document, on the page and in the PDF. */
export const lineColumnTitles = {
  lineNo: '序号',
  part: '零件 / 材料 / 尺寸 / 工艺',
  num: '数量',
  unit: `${LINE_PRICE_LABEL}（元）`,
  amount: '小计（元）',
  days: '工作日',
} as const;

export type LineTexts = Record<keyof typeof lineColumnTitles, string> & {
  /** Processes, remark and notes, in small print below the part. */
  details: string;
  /** Hash of the small picture of the part. */
  picture?: string | undefined;
};

function lineTexts(line: DocumentLine): LineTexts {
  const { num, amount, isDeclined, note, picture, holds } = line;
  return {
    lineNo: String(line.lineNo),
    part: [lineTitle(line), line.materialName, `${line.size.join(' × ')} mm`].join('　'),
    details: [
      processesLine(line.processes),
      line.remark && `备注：${line.remark}`,
      note && `${isDeclined ? '不报价' : '报价说明'}：${note}`,
      holds && `${REFERENCE_PRICE_LABEL}：${holds.join('；')}`,
    ]
      .filter(Boolean)
      .join('；'),
    num: String(num),
    unit: isDeclined ? '—' : linePriceFromYuan(amount, num).figure,
    amount: isDeclined ? '不报价' : formatFigure(amount),
    days: isDeclined ? '—' : String(workingDays(line.days)),
    ...(picture === undefined ? {} : { picture }),
  };
}

/** A charge as stored in a document; the amount in yuan. */
interface DocumentCharge {
  readonly label: string;
  readonly amount: string;
  readonly note: string;
  /** Working days that it adds, shown instead of an amount. */
  readonly days?: number | undefined;
}

/** An alternative of a line as stored in a document; the amount in yuan. */
interface DocumentAlternative {
  readonly no: number;
  readonly lineNo: number;
  readonly num: number;
  readonly label: string;
  readonly amount: string;
  readonly days: number;
}

/** The table of a quotation as printed: each line with its alternatives, then the charges. */
export const quotationRows = ({
  items,
  alternatives = [],
  charges = [],
}: {
  readonly items: readonly DocumentLine[];
  readonly alternatives?: readonly DocumentAlternative[];
  readonly charges?: readonly DocumentCharge[];
}): LineTexts[] => [
  ...items.flatMap((item) => [
    lineTexts(item),
    ...alternatives.filter(({ lineNo }) => lineNo === item.lineNo).map(alternativeTexts),
  ]),
  ...charges.map(chargeTexts),
];

const alternativeTexts = ({ lineNo, num, label, amount, days }: DocumentAlternative): LineTexts => ({
  lineNo: '',
  part: ['可选方案', label].filter(Boolean).join('　'),
  details: `可代替零件 ${lineNo}，未计入合计`,
  num: String(num),
  unit: linePriceFromYuan(amount, num).figure,
  amount: formatFigure(amount),
  days: String(workingDays(days)),
});

const chargeTexts = ({ label, amount, note, days }: DocumentCharge): LineTexts => ({
  lineNo: '',
  part: label,
  details: note,
  num: '',
  unit: '',
  amount: days === undefined ? formatFigure(amount) : '',
  days: days === undefined ? '' : `+${days}`,
});

/** The note below the lines: how many parts and pieces there are, and that sub-totals are binding where prices are rounded. */
export function linesNote(lines: readonly DocumentLine[]): string {
  const offered = lines.filter(({ isDeclined }) => !isDeclined);
  const pieces = offered.reduce((sum, { num }) => sum + num, 0);
  const note = linePriceNote(offered.map(({ amount, num }) => linePriceFromYuan(amount, num)));
  const declined = lines.length - offered.length;
  const count = `共 ${offered.length} 种 ${pieces} 件${declined > 0 ? `，另有 ${declined} 种不报价` : ''}`;
  return [count, note].filter(Boolean).join('　');
}
