import { formatYuan } from '#domain/money.ts';
import { itemTitle } from '#domain/parts/line-title.ts';
import type { LostLine, ReplayResult } from '#contract/prices/replay-result.ts';
import page from '../../components/page/page.module.css';
import { FigureTable } from '../../components/figure-table.tsx';

interface Props {
  result: ReplayResult;
  trialName: string;
}

/** The lines without a price in one of the two price books: counts by reason, and a list. */
export function LostLines({ result: { total, reasons, lost }, trialName }: Props) {
  const bookText = ({ book, reason }: Pick<LostLine, 'book' | 'reason'>) =>
    book === 'after' ? `${trialName}中${reason}` : reason;
  return (
    <section className={`${page.card} ${page.section}`} aria-label="无法计价的零件">
      <h2>
        无法计价的零件：{total.lostLines.toLocaleString()} 行，成交 {formatYuan(total.lost)}
      </h2>
      <FigureTable
        title="原因"
        rows={reasons}
        rowKey={(row) => `${row.book}/${row.reason}`}
        columns={[
          { head: '原因', text: bookText },
          { head: '零件行', text: ({ lines }) => lines.toLocaleString() },
          { head: '成交', text: ({ paid }) => formatYuan(paid) },
        ]}
      />
      <details>
        <summary>逐行查看{total.lostLines > lost.length ? `（前 ${lost.length} 行）` : ''}</summary>
        <FigureTable
          title="无法计价的零件逐行"
          rows={lost}
          rowKey={(line) => `${line.orderId}/${line.lineNo}`}
          columns={[
            { head: '订单', text: ({ orderNo }) => orderNo },
            { head: '零件', isText: true, text: ({ lineNo, name }) => itemTitle(lineNo, name) },
            { head: '成交', text: ({ paid }) => formatYuan(paid) },
            { head: '原因', isText: true, text: bookText },
          ]}
        />
      </details>
    </section>
  );
}
