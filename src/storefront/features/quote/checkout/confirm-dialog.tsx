import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { FieldErrors } from '#contract/kernel/errors.ts';
import { workingDaysText } from '#domain/delivery/ship-date.ts';
import { formatYuan } from '#domain/money.ts';
import { readContactRule, missingContact, requiredFields } from '#domain/orders/contact.ts';
import type { DeskCustomer } from '#contract/orders/quote-desk.ts';
import { dayNumber, dayText } from '#domain/shanghai-time.ts';
import { appConfigQuery, configKeys } from '#providers/app-config.ts';
import { Button } from '#storefront/ui/button.tsx';
import { ContactFields } from '#storefront/ui/form/contact-fields.tsx';
import { Dialog } from '#storefront/ui/layer/dialog.tsx';
import { ModelPicture } from '../models/model-picture.tsx';
import { CustomerPicker } from './customer-picker.tsx';
import { amountText, type OrderToPlace } from './order-to-place.ts';
import { PriceChange } from './price-change.tsx';
import type { QuotationEdit } from './quotation-edit.ts';
import { UnprintableCharactersNotice } from './summary/unprintable-notice.tsx';
import { usePlacement, type PlacementStep } from './use-placement.ts';
import { WishFields } from './wish-fields.tsx';
import type { Wishes } from './wishes.ts';
import page from '#storefront/ui/page.module.css';
import styles from './confirm-dialog.module.css';
import type { Checkout } from './use-checkout.ts';

interface ConfirmDialogProps {
  order: OrderToPlace;
  checkout: Checkout;
  /** Present while an existing quotation, request or offer is edited. */
  edit: QuotationEdit | undefined;
  onCustomerChange: (customer: DeskCustomer | undefined) => void;
}

const labels = {
  placed: { title: '确认提交订单', action: '确认提交' },
  reference: { title: '按参考价提交订单', action: '确认提交' },
  quoted: { title: '保存报价', action: '保存' },
  requested: { title: '提交询价', action: '提交询价' },
} as const;

/** Confirms an order with total, date and contact; shows changed prices next to the old ones. */
export function ConfirmDialog({ order, checkout, edit, onCustomerChange }: ConfirmDialogProps) {
  const { contact, wishes, setWishes } = checkout;
  const { step, place, requestInstead, acceptNewPrice } = usePlacement(order, checkout, edit);
  const isSending = step.name === 'sending';
  const close = () => {
    // Closing would hide the response of the running request.
    if (!isSending) checkout.close();
  };
  const isRequest = order.status === 'requested';
  const isReference = order.status === 'placed' && order.lines.some(({ holds }) => holds);
  const { title, action } =
    edit?.kind === 'request' && isRequest
      ? saveRequestLabels
      : labels[isReference ? 'reference' : order.status];
  // A quotation that is sent to staff needs a reason instead of wishes.
  const isReviewRequest = isRequest && edit?.kind === 'quotation';
  const { data: config } = useQuery(appConfigQuery);
  const rule = order.status === 'placed' ? readContactRule(config?.[configKeys.orderContact]) : 'none';
  const [inputErrors, setInputErrors] = useState<FieldErrors>({});
  const [isAskingForDrawing, setAskingForDrawing] = useState(false);
  const errors = step.name === 'editing' ? { ...step.errors, ...inputErrors } : {};
  const isWaiting = step.name === 'measuring' || step.name === 'late';
  const isLocked = isSending || isWaiting || step.name === 'unknown';
  const progress = progressOf(step);

  function submit() {
    const problems = {
      ...missingContact(rule, contact),
      ...(isRequest ? wishErrors(wishes, isReviewRequest) : {}),
    };
    flushSync(() => setInputErrors(problems));
    document.querySelector<HTMLElement>('dialog[open] [aria-invalid]')?.focus();
    if (Object.keys(problems).length > 0) return;
    if (
      order.status === 'placed' &&
      !checkout.hasAskedForDrawing &&
      order.lines.every(({ hasFiles }) => !hasFiles)
    ) {
      return setAskingForDrawing(true);
    }
    void place(contact, wishes);
  }

  function submitWithoutDrawing() {
    checkout.markDrawingAsked();
    setAskingForDrawing(false);
    void place(contact, wishes);
  }

  if (isAskingForDrawing) {
    return (
      <Dialog
        key="drawing"
        title="还没有附图纸"
        onClose={close}
        footer={
          <>
            <Button onClick={submitWithoutDrawing}>没有图纸，继续提交</Button>
            <Button variant="primary" onClick={checkout.addDrawing}>
              去添加图纸
            </Button>
          </>
        }
      >
        <p>
          没有图纸，我们只能按填写的尺寸和所选工艺加工，孔、槽、倒角与公差都无从得知。提交后、订单确认前也可以补充图纸。
        </p>
      </Dialog>
    );
  }

  if (step.name === 'priceChanged') {
    return (
      <Dialog
        title="价格已更新"
        onClose={close}
        footer={
          <>
            <Button onClick={close}>返回修改</Button>
            <Button variant="primary" onClick={() => void acceptNewPrice(step.figures, contact, wishes)}>
              接受新价格并{order.status === 'quoted' ? '保存' : '提交'}
            </Button>
          </>
        }
      >
        <PriceChange before={step.before} figures={step.figures} />
      </Dialog>
    );
  }
  return (
    <Dialog
      title={title}
      onClose={close}
      footer={
        <>
          <p role="status" className={progress === '' ? undefined : styles.progress}>
            {progress}
          </p>
          <Button onClick={close} disabled={isSending}>
            返回修改
          </Button>
          {step.name === 'late' && requestInstead && <Button onClick={requestInstead}>改为请人工报价</Button>}
          <Button variant="primary" isBusy={isSending || step.name === 'measuring'} onClick={submit}>
            {buttonLabels[step.name] ?? action}
          </Button>
        </>
      }
    >
      <OrderSummary order={order} />
      {edit && <p className={styles.explained}>{edit.explain(order)}</p>}
      {isRequest && !edit && (
        <p className={styles.explained}>由我们人工报价，收到报价后您再决定是否下单；提交询价不构成订单。</p>
      )}
      {isRequest && !edit && (
        <CustomerPicker
          className={styles.customer}
          customer={wishes.forCustomer}
          isChangeable={false}
          text={wishes.customerText}
          error={errors['forUserId']}
          isLocked={isLocked}
          onText={(customerText) => {
            setWishes({ ...wishes, customerText });
            setInputErrors(({ forUserId: _corrected, ...others }) => others);
          }}
          onChange={onCustomerChange}
        />
      )}
      {isRequest && (!edit || isReviewRequest) && (
        <WishFields
          wishes={wishes}
          errors={errors}
          isReviewRequest={isReviewRequest}
          earliest={today()}
          isLocked={isLocked}
          onChange={setWishes}
        />
      )}
      {step.name === 'unknown' && (
        <p role="alert" className={styles.unknown}>
          {step.reason}。尚不确定{isRequest ? '询价' : '订单'}是否已提交；重试不会重复
          {isRequest ? '提交' : '下单'}。
        </p>
      )}
      <UnprintableCharactersNotice lines={order.lines} contact={contact} />
      <ContactFields
        contact={contact}
        errors={errors}
        required={requiredFields(rule)}
        isRemarkHidden={edit?.kind === 'offer' && order.status === 'placed'}
        isLocked={isLocked}
        onChange={checkout.setContact}
      />
    </Dialog>
  );
}

const buttonLabels: Partial<Record<PlacementStep['name'], string>> = {
  measuring: '正在测量模型…',
  late: '继续等待',
  unknown: '重试',
};

/** What the submission waits for, or why it became a request. Shown above the buttons, which are always visible. */
function progressOf(step: PlacementStep): string {
  if (step.name === 'editing') return step.notice ?? '';
  if (step.name === 'sending') return step.progress ?? '';
  if (step.name !== 'measuring' && step.name !== 'late') return '';
  const [first, ...others] = step.titles;
  const partsText =
    first === undefined ? '' : `${first}${others.length > 0 ? ` 等 ${others.length + 1} 个零件` : ''}的`;
  return step.name === 'measuring'
    ? `正在测量${partsText}模型，量完后自动提交，不需要再按。`
    : `${partsText}模型等了 3 分钟还没有量完，订单没有提交。可以继续等待，或返回稍后再提交，填写的内容都在。`;
}

const saveRequestLabels = { title: '保存询价', action: '保存' } as const;

const today = () => dayText(dayNumber(new Date()));

/** Validates the wished date, the reason and the customer of a request. */
function wishErrors(wishes: Wishes, isReviewRequest: boolean): FieldErrors {
  const { wishedDate, reason, customerText } = wishes;
  if (isReviewRequest) return reason.trim() === '' ? { reason: '请填写询价说明' } : {};
  return {
    ...(wishedDate !== '' && wishedDate < today() ? { wishedDate: '期望发货日不能早于今天' } : {}),
    ...(customerText.trim() === ''
      ? {}
      : { forUserId: '还没有选定客户：请从查找结果中选择，或清空这一栏，以您本人的名义询价' }),
  };
}

function OrderSummary({ order }: { order: OrderToPlace }) {
  const unpriced = order.lines.filter(
    ({ subTotalFen, isDeclined }) => subTotalFen === undefined && !isDeclined,
  );
  const isPriced = unpriced.length < order.lines.length;
  const hasPictures = order.lines.some(({ pictureModel }) => pictureModel);
  const isRequest = order.status === 'requested';
  const isReference = isRequest || order.lines.some(({ holds }) => holds);
  return (
    <>
      <ul className={styles.lines} aria-label="零件清单">
        {order.lines.map((line) => (
          <li key={line.key}>
            {hasPictures && (
              <span className={styles.picture}>
                {line.pictureModel && <ModelPicture model={line.pictureModel} size="row" />}
              </span>
            )}
            <span className={styles.name}>
              {line.title}
              <small>{line.details}</small>
              {line.processes !== '' && <small>{line.processes}</small>}
              {line.remark !== '' && <small>备注：{line.remark}</small>}
              {line.holds && <small className={styles.holds}>需人工核对：{line.holds.join('；')}</small>}
              {line.isModelAttached && (
                <small className={styles.holds}>
                  模型没有量出尺寸：按填写的尺寸报价，模型文件作为附件发给我们
                </small>
              )}
            </span>
            <span className={page.muted}>× {line.num}</span>
            <span className={styles.amount}>
              {amountText(line)}
              {line.modelCharge && <small>附加费 {line.modelCharge}</small>}
            </span>
          </li>
        ))}
      </ul>
      <dl className={styles.sums}>
        {order.charges?.map(({ title, value, reason }, index) => (
          <div key={`${index} ${title}`}>
            <dt>
              {reason === '' ? (
                title
              ) : (
                <details>
                  <summary>{title}</summary>
                  <small>{reason}</small>
                </details>
              )}
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div className={styles.total}>
          <dt>
            {isReference ? '参考价' : '合计'}
            {isReference && !isRequest && <small>核对后生效，核对前不承诺发货日</small>}
          </dt>
          <dd>{isPriced ? formatYuan(order.price) : '待报价'}</dd>
        </div>
        {isPriced && (
          <div>
            <dt>{isReference ? '参考交期' : '交期'}</dt>
            <dd>
              {order.lead && `${order.lead.name}，`}
              {workingDaysText(order.deliveryTime)}
              {!isReference && order.shipsOn !== undefined && `，预计 ${order.shipsOn} 发货`}
            </dd>
          </div>
        )}
        {isPriced && unpriced.length > 0 && (
          <div>
            <dt>待报价</dt>
            <dd>{unpriced.length} 个零件，未计入</dd>
          </div>
        )}
      </dl>
    </>
  );
}
