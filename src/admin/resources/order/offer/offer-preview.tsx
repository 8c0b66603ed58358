import { Alert } from 'antd';
import type { DataOf } from '#contract/kernel/endpoint.ts';
import { PROMISED_DATE_LABEL } from '#contract/orders/documents.ts';
import type { orders } from '#contract/orders/orders.ts';
import { lineColumnTitles, linesNote, quotationRows, type LineTexts } from '#domain/documents/line-texts.ts';
import { formatYuan } from '#domain/money.ts';
import { dateText } from '#domain/shanghai-time.ts';
import { Dialog } from '../../../components/dialog.tsx';
import table from './offer-lines.module.css';
import styles from './offer-preview.module.css';

export type OfferPreviewData = DataOf<typeof orders.previewOffer>;

interface Props {
  preview: OfferPreviewData;
  onClose: () => void;
}

export function OfferPreview({ preview, onClose }: Props) {
  const { snapshot, percent, limitPercent, isForRelease } = preview;
  const { customer, issuer, items, total, totalInWords, taxNote, terms, remark, shopNote } = snapshot;
  const facts: [string, string][] = [
    ['客户', [customer.company, customer.contactName].filter(Boolean).join('　')],
    ['报价单位', issuer.name],
    ['编号', `${snapshot.orderNo}（第 ${snapshot.revision} 版）`],
    ['有效期至', dateText(snapshot.validUntil)],
    [PROMISED_DATE_LABEL, snapshot.promisedDate],
    ['客户备注', remark],
  ];
  return (
    <Dialog title="预览：客户将看到的报价" width={860} isTransient footer={null} onCancel={onClose}>
      {isForRelease ? (
        <Alert
          type="warning"
          showIcon
          title={`折扣 ${percent}% 超过您的上限 ${limitPercent}%，批准后才会发送`}
        />
      ) : null}
      {shopNote === undefined ? null : (
        <p className={styles.note}>
          <strong>商家说明：</strong>
          {shopNote}
        </p>
      )}
      <dl className={styles.facts}>
        {facts
          .filter(([, text]) => text !== '')
          .map(([label, text]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
      </dl>
      <div className={styles.scroll}>
        <table className={`${table.lines} ${styles.parts}`} aria-label="报价单的零件">
          <thead>
            <tr>
              {[
                lineColumnTitles.lineNo,
                lineColumnTitles.part,
                lineColumnTitles.num,
                lineColumnTitles.unit,
                lineColumnTitles.amount,
                lineColumnTitles.days,
              ].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {quotationRows(snapshot).map((texts, index) => (
              // Rows of a preview are never reordered.
              <Line key={index} texts={texts} />
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.total}>
        <strong>合计 {formatYuan(total)}</strong> <span>{taxNote}</span>
      </p>
      <p className={styles.small}>
        {linesNote(items)}　大写金额：{totalInWords}
      </p>
      <ol className={styles.small}>
        {terms.map((term) => (
          <li key={term}>{term}</li>
        ))}
      </ol>
    </Dialog>
  );
}

function Line({ texts: { lineNo, part, details, num, unit, amount, days } }: { texts: LineTexts }) {
  return (
    <tr>
      <td>{lineNo}</td>
      <th scope="row">
        {part}
        {details === '' ? null : <small>{details}</small>}
      </th>
      <td>{num}</td>
      <td>{unit}</td>
      <td>{amount}</td>
      <td>{days}</td>
    </tr>
  );
}
