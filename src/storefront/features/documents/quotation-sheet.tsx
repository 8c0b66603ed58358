import { renderSVG } from 'uqr';
import { paymentLines } from '#domain/payment-lines.ts';
import { groupedCode, shortVerifyUrl } from '#domain/documents/verify-url.ts';
import { lineColumnTitles, linesNote, quotationRows, type LineTexts } from '#domain/documents/line-texts.ts';
import { LEAD_LABEL, leadDocumentText } from '#domain/lead/lead-class.ts';
import { formatYuan } from '#domain/money.ts';
import { dateText } from '#domain/shanghai-time.ts';
import {
  documentStatusLabels,
  PROMISED_DATE_LABEL,
  promisedDateText,
  type QuotationDocument,
  type QuotationSnapshot,
} from '#contract/orders/documents.ts';
import { classNames } from '#storefront/ui/class-names.ts';
import { Facts } from '#storefront/ui/facts.tsx';
import { SealArea } from '#storefront/ui/order/seal-area.tsx';
import styles from './quotation-sheet.module.css';

/**
 * A quotation with the same content and order as the PDF: an A4 sheet on wide screens and paper, stacked
 * blocks on phones. An invalid quotation has a watermark.
 */
export function QuotationSheet({ document }: { document: QuotationDocument }) {
  const { snapshot, seals, pictures, status, code, verifyUrl } = document;
  const { issuer, customer, terms, remark, shopNote } = snapshot;
  const contact = [issuer.address, issuer.phone && `电话 ${issuer.phone}`].filter(Boolean).join('　');
  return (
    <article className={styles.sheet} aria-label={`报价单 ${snapshot.orderNo}`}>
      {status !== 'valid' && <p className={styles.mark}>{documentStatusLabels[status]}</p>}
      <header className={styles.head}>
        <div>
          <h2>{issuer.name}</h2>
          {contact && <p className={styles.small}>{contact}</p>}
          {issuer.payment &&
            paymentLines(issuer.payment).map((line) => (
              <p key={line} className={styles.small}>
                {line}
              </p>
            ))}
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
            [LEAD_LABEL, snapshot.lead === undefined ? '' : leadDocumentText(snapshot.lead)],
            [PROMISED_DATE_LABEL, promisedDateText(snapshot)],
          ]}
        />
      </div>
      <Items rows={quotationRows(snapshot)} pictures={pictures} />
      <Total snapshot={snapshot} />
      {(remark || shopNote !== undefined || terms.length > 0) && (
        <div className={styles.terms}>
          {shopNote !== undefined && <p>商家说明：{shopNote}</p>}
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
          <span>或在 {shortVerifyUrl(verifyUrl)} 输入验证码</span>
          <span>{groupedCode(code)}</span>
          <span>印章图样不是 CA 数字签名，以验证码查得的内容为准</span>
        </div>
        <QrCode className={styles.qr} text={verifyUrl} />
      </footer>
    </article>
  );
}

interface ItemsProps {
  rows: readonly LineTexts[];
  pictures: QuotationDocument['pictures'];
}

function Items({ rows, pictures }: ItemsProps) {
  const hasPictures = rows.some(({ picture = '' }) => pictures[picture] !== undefined);
  return (
    <table className={styles.items} data-pictures={hasPictures}>
      <thead>
        <tr>
          <th scope="col">{lineColumnTitles.lineNo}</th>
          <th scope="col">{lineColumnTitles.part}</th>
          <th scope="col">{lineColumnTitles.num}</th>
          <th scope="col">{lineColumnTitles.unit}</th>
          <th scope="col">{lineColumnTitles.amount}</th>
          <th scope="col">{lineColumnTitles.days}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((line, index) => (
          // Rows of a frozen document are never reordered.
          <Line key={index} texts={line} picture={pictures[line.picture ?? '']} />
        ))}
      </tbody>
    </table>
  );
}

interface LineProps {
  texts: LineTexts;
  picture: string | undefined;
}

function Line({ texts: { lineNo, part, details, num, unit, amount, days }, picture }: LineProps) {
  return (
    <tr>
      <td className={styles.lineNo}>{lineNo}</td>
      <th scope="row">
        {picture !== undefined && <img className={styles.picture} src={picture} alt="" />}
        {part}
        <p className={classNames(styles.small, styles.details)}>{details}</p>
      </th>
      <td data-head={num && lineColumnTitles.num}>{num}</td>
      <td data-head={unit && lineColumnTitles.unit}>{unit}</td>
      <td data-head={lineColumnTitles.amount}>{amount}</td>
      <td data-head={days && lineColumnTitles.days}>{days}</td>
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

interface QrCodeProps {
  text: string;
  className?: string | undefined;
}

/** A QR code as SVG. */
function QrCode({ text, className }: QrCodeProps) {
  const svg = renderSVG(text, { ecc: 'M', border: 1 });
  return (
    <img
      className={className}
      alt={`二维码：${text}`}
      src={`data:image/svg+xml;utf8,${encodeURIComponent(svg)}`}
    />
  );
}
