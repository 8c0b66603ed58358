import { useId, useState, Fragment } from 'react';
import { Link } from 'wouter';
import type { MatchingPart, Part } from '#contract/orders/parts.ts';
import { libraryTitle } from '#domain/parts/line-title.ts';
import { LINE_PRICE_LABEL, piecePriceText } from '#domain/pricing/line-price.ts';
import { dateText } from '#domain/shanghai-time.ts';
import { can } from '#providers/session/access-control.ts';
import { useModelThumbnail } from '#storefront/ui/order/use-model-thumbnail.ts';
import { paths } from '#storefront/app/paths.ts';
import { Button, ButtonLink } from '#storefront/ui/button.tsx';
import { classNames } from '#storefront/ui/class-names.ts';
import { Facts } from '#storefront/ui/facts.tsx';
import list from '#storefront/ui/list/paged-list.module.css';
import { Tag } from '#storefront/ui/tag.tsx';
import { EditPart } from './edit-part.tsx';
import { PartHistory } from './part-history.tsx';
import page from '#storefront/ui/page.module.css';
import styles from './parts-page.module.css';

/** The ids of the chosen parts, in order of selection, and how to change them. */
export interface PartChoice {
  chosen: readonly number[];
  onChoose: (id: number, isChosen: boolean) => void;
}

interface PartRowProps {
  part: Part | MatchingPart;
  /** Undefined if the user may not request quotations. */
  choice: PartChoice | undefined;
}

/** A part with its last configuration and price. */
export function PartRow({ part, choice }: PartRowProps) {
  const { id, code, revision, item, orders, pieces, quotations } = part;
  const name = libraryTitle(part.name, item);
  const [isOpen, setOpen] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const historyId = useId();
  const drawingNumber = [code, revision && `版本 ${revision}`].filter(Boolean).join(' ');
  return (
    <article aria-label={name} className={classNames(list.record, styles.row)}>
      {choice && (
        <label className={styles.choose}>
          <input
            type="checkbox"
            aria-label={`选择 ${name}`}
            checked={choice.chosen.includes(id)}
            onChange={({ target }) => choice.onChoose(id, target.checked)}
          />
        </label>
      )}
      <Picture part={part} />
      <div className={styles.info}>
        <h2>
          {name}
          {'likeness' in part && <Tag label={likenessText(part.likeness)} tone={toneOf(part.likeness)} />}
        </h2>
        {drawingNumber !== '' && <p>图号 {drawingNumber}</p>}
        <p className={page.meta}>
          {item.length}×{item.width}×{item.height} mm · {item.materialName}
          {item.processes
            // Options without price and days are left out.
            .filter(({ price, time }) => price > 0 || time > 0)
            .map(({ processId, optionName }) => (
              <span key={processId}> · {optionName}</span>
            ))}
        </p>
        <p className={page.meta}>
          {orders > 0 ? `下单 ${orders} 次，共 ${pieces} 件` : '还没有下单'}
          {quotations > 0 && `，另有报价 ${quotations} 次`}
        </p>
      </div>
      <LastOrder part={part} />
      <div className={styles.actions}>
        {choice && (
          <ButtonLink to={paths.repeatParts([id])} size="small">
            返单
          </ButtonLink>
        )}
        <Button
          size="small"
          aria-expanded={isOpen}
          aria-controls={historyId}
          onClick={() => setOpen(!isOpen)}
        >
          订单记录
        </Button>
        {can('mfr:order:add') && (
          <Button size="small" onClick={() => setEditing(true)}>
            修改图号
          </Button>
        )}
      </div>
      <div id={historyId} className={styles.history} hidden={!isOpen}>
        {isOpen && <PartHistory id={id} />}
      </div>
      {isEditing && <EditPart part={part} onClose={() => setEditing(false)} />}
    </article>
  );
}

/** The model's picture; decorative, so hidden from screen readers. */
function Picture({ part: { model } }: { part: Part }) {
  const picture = useModelThumbnail(model);
  return picture === undefined ? (
    <span className={styles.noPicture} aria-hidden="true">
      {model ? '模型' : '无模型'}
    </span>
  ) : (
    <img className={styles.picture} src={picture} alt="" />
  );
}

/** Price and date of the last order, or of the last quotation if the part was never ordered. */
function LastOrder({ part: { item, isOrdered, orderId, orderNo, at } }: { part: Part }) {
  return (
    <Facts
      className={styles.last}
      facts={[
        [
          `上次${LINE_PRICE_LABEL}`,
          item.line_total === null ? '没有报价' : piecePriceText(item.line_total, item.num),
        ],
        [
          isOrdered ? '上次下单' : '上次报价',
          <Fragment key="at">
            {dateText(at)} · {item.num} 件
            <br />
            <Link to={paths.orderDetails(orderId)}>{orderNo}</Link>
          </Fragment>,
        ],
      ]}
    />
  );
}

function likenessText(likeness: MatchingPart['likeness']): string {
  if (likeness === 'same') return '形状相同';
  if (likeness === 'mirrored') return '镜像件';
  return likeness === '25.4' ? '放大 25.4 倍后相同' : '缩小 25.4 倍后相同';
}

const toneOf = (likeness: MatchingPart['likeness']) => (likeness === 'same' ? 'green' : 'orange');
