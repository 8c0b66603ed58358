import { groupedCode, verifyAddress } from '#domain/documents/verify-address.ts';
import { lineHeads, linesNote, quotationRows, type LineTexts } from '#domain/documents/line-texts.ts';
import { formatYuan } from '#domain/money.ts';
import { dateText } from '#domain/shanghai-time.ts';
import {
  documentStatuses,
  PROMISED_DATE_LABEL,
  type QuotationDocument,
  type QuotationSnapshot,
} from '#contract/documents.ts';
import { classNames } from '#storefront/ui/class-names.ts';
import { Facts } from '#storefront/ui/facts.tsx';
import { SealArea } from '#storefront/ui/seal-area.tsx';
import { QrCode } from './qr-code.tsx';
import styles from './quotation-sheet.module.css';

/**
 * A quotation with the same content in the same order as the PDF: an A4 sheet on wide screens and on paper, blocks below each
 * other on phones. One that no longer counts bears that across the sheet.
 */
export function QuotationSheet({ document }: { document: QuotationDocument }) {
  const { snapshot, seals, status, code, verifyUrl } = document;
  const { issuer, customer, terms, remark } = snapshot;
  const contact = [issuer.address, issuer.phone && `电话 ${issuer.phone}`].filter(Boolean).join('　');
  return (
    <article className={styles.sheet} aria-label={`报价单 ${snapshot.orderNo}`}>
      {status !== 'valid' && <p className={styles.mark}>{documentStatuses[status]}</p>}
      <header className={styles.head}>
        <div>
          <h2>{issuer.name}</h2>
          {contact && <p className={styles.small}>{contact}</p>}
        </div>
        <p className={styles.kind}>报 价 单</p>
      </header>
      <div className={styles.facts}>
        <Facts
          facts={[
            ['客户', customer.company],
            ['联系人', customer.contactName],
            ['电话', customer.phone],
            ['地址', customer.address],
            ['税号', customer.taxNumber ?? ''],
          ]}
        />
        <Facts
          facts={[
            ['编号', `${snapshot.orderNo}（第 ${snapshot.revision} 版）`],
            ['日期', dateText(snapshot.issuedAt)],
            ['有效期至', dateText(snapshot.validUntil)],
            [PROMISED_DATE_LABEL, snapshot.promisedDate],
          ]}
        />
      </div>
      <Items rows={quotationRows(snapshot)} />
      <Total snapshot={snapshot} />
      {(remark || terms.length > 0) && (
        <div className={styles.terms}>
          {remark && <p>客户备注：{remark}</p>}
          <ol>
            {terms.map((term) => (
              <li key={term}>{term}</li>
            ))}
          </ol>
        </div>
      )}
      <footer className={styles.foot}>
        <SealArea label="报价单位（盖章）" name={issuer.name} image={seals.issuer} />
        <SealArea label="客户确认（签章）" name={customer.company} image={seals.customer} />
        <div className={styles.code}>
          <strong>扫码验真</strong>
          <span>或在 {verifyAddress(verifyUrl)} 输入验证码</span>
          <span>{groupedCode(code)}</span>
          <span>印章图样不是 CA 数字签名，以验证码查得的内容为准</span>
        </div>
        <QrCode className={styles.qr} text={verifyUrl} />
      </footer>
    </article>
  );
}

function Items({ rows }: { rows: readonly LineTexts[] }) {
  return (
    <table className={styles.items}>
      <thead>
        <tr>
          <th scope="col">{lineHeads.lineNo}</th>
          <th scope="col">{lineHeads.part}</th>
          <th scope="col">{lineHeads.num}</th>
          <th scope="col">{lineHeads.unit}</th>
          <th scope="col">{lineHeads.amount}</th>
          <th scope="col">{lineHeads.days}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((texts, index) => (
          // Rows of a frozen document never change their place.
          <Line key={index} texts={texts} />
        ))}
      </tbody>
    </table>
  );
}

function Line({ texts: { lineNo, part, details, num, unit, amount, days } }: { texts: LineTexts }) {
  return (
    <tr>
      <td className={styles.lineNo}>{lineNo}</td>
      <th scope="row">
        {part}
        <p className={classNames(styles.small, styles.details)}>{details}</p>
      </th>
      <td data-head={num && lineHeads.num}>{num}</td>
      <td data-head={unit && lineHeads.unit}>{unit}</td>
      <td data-head={lineHeads.amount}>{amount}</td>
      <td data-head={days && lineHeads.days}>{days}</td>
    </tr>
  );
}

function Total({ snapshot: { items, total, totalInWords, taxNote } }: { snapshot: QuotationSnapshot }) {
  return (
    <div className={styles.total}>
      <div>
        <p>{linesNote(items)}</p>
        <p>大写金额：{totalInWords}</p>
      </div>
      <div className={styles.sum}>
        <p className={styles.figure}>合计 {formatYuan(total)}</p>
        <p className={styles.small}>{taxNote}</p>
      </div>
    </div>
  );
}
