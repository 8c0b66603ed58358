import { formatYuan } from '#domain/money.ts';
import { FigureTable, type Column } from '../../components/figure-table.tsx';
import page from '../../components/page/page.module.css';
import { priceBookColumns } from './book-columns.ts';
import { changeOf, changeText, percentText, withCharges, type Amounts } from './change-texts.ts';

interface Props {
  title: string;
  lines: Amounts;
  charges: Amounts;
  trialName: string;
}

interface Row extends Amounts {
  name: string;
}

export function ChargeSums({ title, lines, charges, trialName }: Props) {
  const rows: Row[] = [
    { name: '零件小计', ...lines },
    { name: '附加费与折扣', ...charges },
    { name: '合计', ...withCharges({ ...lines, charges }) },
  ];
  const columns: Column<Row>[] = [
    { head: '金额', text: ({ name }) => name },
    { head: '成交', text: ({ paid }) => formatYuan(paid) },
    ...priceBookColumns<Row>(trialName, (row, book) => formatYuan(row[book])),
    {
      head: trialName === '现价' ? '较成交' : '变化',
      text: (row) => {
        const change = changeOf(row, trialName);
        return `${changeText(change)}（${percentText(change)}）`;
      },
    },
  ];
  return (
    <section className={`${page.card} ${page.section}`} aria-label={title}>
      <h2>{title}</h2>
      <FigureTable title={title} rows={rows} rowKey={({ name }) => name} columns={columns} />
    </section>
  );
}
