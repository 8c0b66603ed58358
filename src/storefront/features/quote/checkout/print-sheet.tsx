import { useQuery } from '@tanstack/react-query';
import { workingDaysText } from '#domain/delivery/ship-date.ts';
import { formatFen } from '#domain/money.ts';
import { LINE_PRICE_LABEL, linePrice } from '#domain/pricing/line-price.ts';
import { validUntil } from '#domain/orders/validity.ts';
import { dateText } from '#domain/shanghai-time.ts';
import { appConfigQuery, configKeys } from '#providers/app-config.ts';
import { findMaterial } from '../draft/catalogue-types.ts';
import { modelChargeText } from '../draft/charges/model-charge-text.ts';
import { partTitle, sizeText } from '../draft/draft.ts';
import { partProcessesText } from '../draft/part-texts.ts';
import {
  countsText,
  needsStaff,
  isReferencePrice,
  pendingLineLabel,
  uncountedText,
  type QuoteSummary,
} from '../draft/price-draft.ts';
import type { QuoteScope } from '../draft/quote-scope.ts';
import styles from './print-sheet.module.css';

export interface PrintSheetProps {
  summary: QuoteSummary;
  scope: QuoteScope;
  /** `YYYY-MM-DD` */
  shipsOn?: string;
  now: Date;
}

export function PrintSheet({ summary, scope, shipsOn, now }: PrintSheetProps) {
  const {
    lines,
    charges = [],
    modelChargesFen,
    totalFen,
    partCount,
    incompleteCount,
    unpricedCount,
    deliveryTime,
  } = summary;
  const { data = {} } = useQuery(appConfigQuery);
  const contact = [data[configKeys.companyAddress], data[configKeys.companyPhone]].filter(Boolean);
  const validDays = Number(data[configKeys.validDays]);
  const uncountedParts = uncountedText(summary);
  const isRequest = needsStaff(summary);
  const uncheckedCount = summary.toCheckCount + summary.checkingCount;
  const isReference = isRequest || uncheckedCount > 0;
  const isPriced = partCount > incompleteCount + unpricedCount;
  return (
    <article className={styles.sheet}>
      <header className={styles.head}>
        <div>
          <h2>{data[configKeys.companyName] || data[configKeys.productName]}</h2>
          {contact.length > 0 && <p>{contact.join('　')}</p>}
        </div>
        <div>
          <p>报价明细（草稿，未保存）</p>
          <p>
            {dateText(now)} · {countsText(summary)}
          </p>
        </div>
      </header>
      <table className={styles.table}>
        <colgroup>
          <col className={styles.nameColumn} />
          <col className={styles.materialColumn} />
          <col />
          <col className={styles.numColumn} />
          <col className={styles.pieceColumn} />
          <col className={styles.amountColumn} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">零件</th>
            <th scope="col">材料与尺寸</th>
            <th scope="col">工艺</th>
            <th scope="col">数量</th>
            <th scope="col">{LINE_PRICE_LABEL}</th>
            <th scope="col">小计</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ part, view, subTotalFen, isUnpriced }, index) => (
            <tr key={part.key}>
              <th scope="row">{partTitle(part, index)}</th>
              <td>
                {findMaterial(scope.catalogue, part.materialId)?.name}
                <br />
                <span className={styles.size}>{sizeText(part)}</span>
              </td>
              <td>{partProcessesText(part, scope)}</td>
              <td>{part.num}</td>
              <td>
                {subTotalFen !== undefined &&
                  view.price.isPriced &&
                  `¥${linePrice(subTotalFen, view.price.price.trace.num).figure}`}
              </td>
              <td>
                {subTotalFen === undefined ? pendingLineLabel({ part, isUnpriced }) : formatFen(subTotalFen)}
                {subTotalFen !== undefined && isReferencePrice(view.price) && '（参考价）'}
                {subTotalFen !== undefined && modelChargeText(modelChargesFen, part) !== '' && (
                  <small className={styles.charged}>附加费 {modelChargeText(modelChargesFen, part)}</small>
                )}
              </td>
            </tr>
          ))}
          {charges.map(({ title, value, reason }, index) => (
            <tr key={`${index} ${title}`}>
              <th scope="row">{title}</th>
              <td colSpan={4}>{reason}</td>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.total}>
        {isReference ? '参考价' : '合计'}{' '}
        <strong>{isRequest && !isPriced ? '待报价' : formatFen(totalFen)}</strong>
        {(!isRequest || isPriced) &&
          `　${isReference ? '参考交期' : '交期'} ${workingDaysText(deliveryTime)}`}
        {!isReference && shipsOn !== undefined && `，预计 ${shipsOn} 发货`}
      </p>
      {data[configKeys.taxNote] && isPriced && <p>{data[configKeys.taxNote]}</p>}
      <p className={styles.note}>
        {isPriced &&
          uncountedParts !== '' &&
          `另有 ${uncountedParts}，未计入${isReference ? '参考价' : '合计'}。`}
        {isReference && !isRequest && `${uncheckedCount} 个零件的模型需人工核对，价格核对后生效。`}
        {isRequest && '由我们人工报价，以收到的报价为准。'}
        本页为打印时的即时价格，只在当日供参考；
        {validDays > 0 && !isReference
          ? `当日保存为报价单后有效期至 ${dateText(validUntil(now, validDays))}，以报价单为准。`
          : '正式报价以保存后的报价单为准。'}
      </p>
    </article>
  );
}
