import { MAX_LIST_LENGTH } from '#contract/orders/quotes.ts';
import { AppError } from '#server/http/app-error.ts';
import type { RawCell, TableRows } from './sheet-rows.ts';

/** The rows as tab-separated text, as if copied from a spreadsheet, and notes on omitted rows. Throws `import.unreadable`. */
export function listText({ rows, leftOut = [] }: TableRows): string {
  const notes = leftOut.map((sentence) => `\n注：${sentence}`);
  const text = rows.map((row) => row.map(cellText).join('\t')).join('\n') + notes.join('');
  if (text.trim() === '') throw new AppError('import.unreadable', { msg: '表格里没有内容' });
  if (text.length > MAX_LIST_LENGTH)
    throw new AppError('import.unreadable', { msg: '清单过长，请拆分成几个文件' });
  return text;
}

/** A cell as text. Numbers get the fifteen digits that spreadsheets show: 12.3 may be stored as 12.300000000000001. */
function cellText(cell: RawCell): string {
  const text = typeof cell === 'number' ? String(Number(cell.toPrecision(15))) : String(cell ?? '');
  return /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
