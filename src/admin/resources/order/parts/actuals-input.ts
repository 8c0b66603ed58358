import {
  actualFee,
  actualHours,
  actualKg,
  type LineActual,
  type NewActual,
} from '#contract/orders/actuals.ts';
import { parseFigure } from '#domain/parse-figure.ts';
import { numberError } from '#domain/parse-number.ts';

export interface ActualInputs {
  hours: string;
  kg: string;
  /** Amounts in yuan by option id. */
  fees: Readonly<Record<number, string>>;
  note: string;
}

/** Errors by field; the key of a fee is its option id. */
export type ActualProblems = Partial<Record<'hours' | 'kg' | number, string>>;

const textOf = (figure: number | null | undefined) => (figure == null ? '' : String(figure));

export const actualInputsOf = (actual: LineActual | undefined): ActualInputs => ({
  hours: textOf(actual?.hours),
  kg: textOf(actual?.kg),
  fees: Object.fromEntries((actual?.fees ?? []).map(({ optionId, amount }) => [optionId, String(amount)])),
  note: actual?.note ?? '',
});

const units = /\s*(小时|h|kg|千克|公斤)$/i;

/** Parses the input; empty text means that there is no figure. */
export function readActual(
  { hours, kg, fees, note }: ActualInputs,
  saved: LineActual | undefined,
  lineNo: number,
): { entry: NewActual } | { problems: ActualProblems } {
  const problems: ActualProblems = {};
  const read = (field: keyof ActualProblems, text: string, schema: typeof actualHours, label: string) => {
    const plain = text.trim().replace(units, '');
    const figure = parseFigure(plain);
    const problem =
      figure === undefined
        ? numberError(plain, label)
        : figure === null
          ? undefined
          : schema.safeParse(figure).error?.issues[0]?.message;
    if (problem !== undefined) problems[field] = problem;
    return figure ?? null;
  };
  const entry: NewActual = {
    lineNo,
    hours: read('hours', hours, actualHours, '实际工时'),
    kg: read('kg', kg, actualKg, '实际用料'),
    fees: Object.entries(fees).flatMap(([optionId, text]) => {
      const amount = read(Number(optionId), text, actualFee, '实际费用');
      return amount === null ? [] : [{ optionId: Number(optionId), amount }];
    }),
    note: note.trim(),
    // 0: there is no entry yet.
    version: saved?.version ?? 0,
  };
  return Object.keys(problems).length > 0 ? { problems } : { entry };
}
