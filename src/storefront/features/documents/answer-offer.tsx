import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Fragment, useState, type ReactNode } from 'react';
import type { FieldErrors } from '#contract/kernel/errors.ts';
import { priceOfChosen } from '#contract/orders/alternatives.ts';
import { shares, type NewShareAnswer } from '#contract/orders/shares.ts';
import type { QuotationSnapshot } from '#contract/orders/documents.ts';
import { workingDaysText } from '#domain/delivery/ship-date.ts';
import { leadDocumentText } from '#domain/lead/lead-class.ts';
import { formatYuan } from '#domain/money.ts';
import { alternativeTitle } from '#domain/pricing/alternatives.ts';
import { PHONE, PHONE_HINT, plainPhone } from '#domain/orders/phone.ts';
import { call } from '#providers/http/http.ts';
import { Button } from '#storefront/ui/button.tsx';
import { Dialog } from '#storefront/ui/layer/dialog.tsx';
import { TextArea, TextField } from '#storefront/ui/form/field.tsx';
import { choicesOf, OfferChoices, type OfferChoice } from '#storefront/ui/order/offer-choices.tsx';
import styles from './answer-offer.module.css';
import { sharedDocumentQuery } from './document-query.ts';

interface Props {
  token: string;
  snapshot: QuotationSnapshot;
}

/**
 * Accepts or refuses a shared offer without an account, choosing one alternative per line that has any. The
 * choice is shown above the sheet, the reply bar below it.
 */
export function AnswerOffer({ token, snapshot, children }: Props & { children: ReactNode }) {
  const [kind, setKind] = useState<NewShareAnswer['kind']>();
  // Numbers of the chosen alternatives.
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const choices = choicesOf(
    snapshot.items.map((item) => ({ ...item, amount: item.isDeclined ? null : Number(item.amount) })),
    (snapshot.alternatives ?? []).map((alternative) => ({
      ...alternative,
      amount: Number(alternative.amount),
    })),
  );
  const total = totalOf(snapshot, chosen);
  return (
    <>
      {choices.length > 0 && (
        <OfferChoices choices={choices} chosen={chosen} total={total} onChange={setChosen} />
      )}
      {children}
      <div className={styles.bar}>
        <p>
          合计 <strong>{formatYuan(total)}</strong>
        </p>
        <Button onClick={() => setKind('refused')}>不接受</Button>
        <Button variant="primary" onClick={() => setKind('accepted')}>
          接受报价
        </Button>
        {kind && (
          <AnswerDialog
            token={token}
            orderNo={snapshot.orderNo}
            kind={kind}
            chosen={chosen}
            terms={{ total, days: daysText(snapshot, chosen), names: chosenTitles(choices, chosen) }}
            onClose={() => setKind(undefined)}
          />
        )}
      </div>
    </>
  );
}

/** Total in yuan with these alternatives in place of their lines. */
function totalOf(
  { items, charges = [], alternatives = [], total }: QuotationSnapshot,
  chosen: readonly number[],
): number {
  if (chosen.length === 0) return Number(total);
  const lines = items.map(({ lineNo, amount, days, isDeclined }) => ({
    lineNo,
    amount: isDeclined ? null : amount,
    days,
  }));
  return priceOfChosen(lines, charges, alternatives, chosen);
}

/** Working days of the slowest chosen line, unless the lead class sets them. */
function daysText(
  { items, charges = [], alternatives = [], lead }: QuotationSnapshot,
  chosen: readonly number[],
): string {
  if (lead !== undefined) return leadDocumentText(lead);
  const added = charges.reduce((sum, charge) => sum + (charge.days ?? 0), 0);
  const days = items.map(({ lineNo, days: lineDays, isDeclined, note }) => {
    const alternative = alternatives.find(
      (candidate) => candidate.lineNo === lineNo && chosen.includes(candidate.no),
    );
    // On a line with a note, staff set the days, including those that charges add.
    return alternative?.days ?? (isDeclined ? 0 : lineDays + (note === undefined ? added : 0));
  });
  return `${workingDaysText(Math.max(0, ...days))}，从接受后的下一个工作日算起`;
}

/** The chosen alternative per line: 零件 1 支架：50 件. */
const chosenTitles = (choices: readonly OfferChoice[], chosen: readonly number[]): string[] =>
  choices.flatMap(({ title, options }) => {
    const option = options.find(({ no }) => no !== undefined && chosen.includes(no)) ?? options[0];
    return option ? [`${title}：${alternativeTitle(option)}`] : [];
  });

interface DialogProps extends Pick<Props, 'token'> {
  orderNo: string;
  kind: NewShareAnswer['kind'];
  /** Numbers of the chosen alternatives. */
  chosen: readonly number[];
  /** The terms that the customer agrees to; `total` in yuan. */
  terms: { total: number; days: string; names: readonly string[] };
  onClose: () => void;
}

function AnswerDialog({ token, orderNo, kind, chosen, terms, onClose }: DialogProps) {
  const [person, setPerson] = useState({ name: '', phone: '', address: '', reason: '' });
  const [agreed, setAgreed] = useState(false);
  const [errors, setErrors] = useState<FieldErrors>({});
  const queryClient = useQueryClient();
  const isAccepted = kind === 'accepted';
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      const { reason, address, ...contact } = person;
      const accepted = { address, ...(chosen.length > 0 ? { chosen: [...chosen] } : {}) };
      const body = { ...contact, kind, agreed: true as const, ...(isAccepted ? accepted : { reason }) };
      return call(shares.answer, { params: { token }, body, quiet: true });
    },
    onSuccess: async (result) => {
      if (result.ok || result.code === 404) {
        onClose();
        await queryClient.invalidateQueries({ queryKey: sharedDocumentQuery(token).queryKey });
        return;
      }
      setErrors(result.errors ?? { form: result.msg });
    },
  });

  function submit() {
    const fieldErrors: FieldErrors = {
      ...(person.name.trim() === '' ? { name: '请填写姓名' } : {}),
      ...(person.phone.trim() === '' || !PHONE.test(plainPhone(person.phone)) ? { phone: PHONE_HINT } : {}),
      ...(agreed ? {} : { agreed: '请勾选' }),
    };
    setErrors(fieldErrors);
    if (Object.keys(fieldErrors).length === 0) mutate();
  }

  const control = (field: keyof typeof person) => ({
    value: person[field],
    error: errors[field],
    onChange: (event: { target: { value: string } }) => setPerson({ ...person, [field]: event.target.value }),
  });
  const problem = error?.message ?? errors['form'];
  return (
    <Dialog
      title={`${isAccepted ? '接受报价' : '不接受报价'} ${orderNo}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>返回</Button>
          <Button variant={isAccepted ? 'primary' : 'danger'} isBusy={isPending} onClick={submit}>
            {isAccepted ? '确认接受并下单' : '确认不接受'}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        {isAccepted && (
          <dl className={styles.terms}>
            <dt>合计</dt>
            <dd>{formatYuan(terms.total)}</dd>
            <dt>交期</dt>
            <dd>{terms.days}</dd>
            {terms.names.map((name) => (
              <Fragment key={name}>
                <dt>方案</dt>
                <dd>{name}</dd>
              </Fragment>
            ))}
          </dl>
        )}
        <TextField label="姓名" isRequired maxLength={60} autoComplete="name" {...control('name')} />
        <TextField
          label="电话"
          isRequired
          type="tel"
          maxLength={30}
          autoComplete="tel"
          {...control('phone')}
        />
        {isAccepted && (errors['address'] !== undefined || person.address !== '') && (
          <TextField
            label="收货地址"
            isRequired
            maxLength={200}
            autoComplete="street-address"
            {...control('address')}
          />
        )}
        {!isAccepted && <TextArea label="原因" hint="选填" maxLength={500} rows={3} {...control('reason')} />}
        <label className={styles.agree}>
          <input
            type="checkbox"
            checked={agreed}
            aria-invalid={errors['agreed'] === undefined ? undefined : true}
            onChange={(event) => setAgreed(event.target.checked)}
          />
          {isAccepted ? '我有权代表客户答复，并同意报价单所列的价格、交期与条款' : '我有权代表客户答复'}
        </label>
        {errors['agreed'] !== undefined && (
          <p role="alert" className={styles.problem}>
            {errors['agreed']}
          </p>
        )}
        {problem !== undefined && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  );
}
