import { Button, Checkbox, Input, Segmented } from 'antd';
import { useState } from 'react';
import { MAX_ALTERNATIVES, MAX_LINE_ALTERNATIVES } from '#contract/orders/alternatives.ts';
import type { OrderItem, OrderWithExt } from '#contract/orders/order-data.ts';
import { quoteDesk } from '#contract/orders/quote-desk.ts';
import type { LineGoal, SuggestionInYuan, Solution } from '#contract/orders/quotes.ts';
import { TRIED_QUANTITIES_TEXT } from '#domain/pricing/ladder.ts';
import { workingDaysText } from '#domain/delivery/ship-date.ts';
import { formatYuan } from '#domain/money.ts';
import { parseFigure } from '#domain/parse-figure.ts';
import { numberedTitle } from '#domain/parts/line-title.ts';
import { useEndpoint } from '../../../calls/use-endpoint.ts';
import { alternativeOfSuggestion, withAlternative, type AlternativeDraft } from './alternative-drafts.ts';
import styles from './offer-form.module.css';

interface Props {
  order: OrderWithExt;
  item: OrderItem;
  drafts: readonly AlternativeDraft[];
  onChange: (drafts: readonly AlternativeDraft[]) => void;
}

type GoalKind = LineGoal['goal'];

const GOALS = [
  { value: 'saving', label: '省钱建议' },
  { value: 'piece', label: '目标单价' },
  { value: 'total', label: '目标小计' },
  { value: 'days', label: '目标交期' },
] as const satisfies { value: GoalKind; label: string }[];

/** Suggests changes to a part that lower its automatic price or lead time; each can be added as an alternative. */
export function OfferSuggestions({ order, item, drafts, onChange }: Props) {
  const [kind, setKind] = useState<GoalKind>('saving');
  const [text, setText] = useState('');
  const [canChangeQuantity, setCanChangeQuantity] = useState(false);
  const [target, setTarget] = useState<number>();
  const goal = goalOf(kind, target, canChangeQuantity);
  const { data, isError, isFetching } = useEndpoint(quoteDesk.suggestions, {
    params: { id: order.id, lineNo: item.lineNo },
    body: goal ?? { goal: 'saving' },
    queryKey: ['quote-desk', 'suggestions', order.id, item.lineNo, order.version, goal],
    enabled: goal !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const label = GOALS.find(({ value }) => value === kind)?.label ?? '';
  const result = goal === undefined ? undefined : data;
  return (
    <section className={styles.suggestions} aria-label="降价与提前交付的办法">
      <p>
        可建议客户的改法 <span className={styles.hint}>{numberedTitle(item)}</span>
      </p>
      <div className={styles.suggestionsGoal}>
        <Segmented<GoalKind>
          aria-label="目标"
          options={GOALS}
          value={kind}
          onChange={(next) => {
            setKind(next);
            setText('');
            setTarget(undefined);
          }}
        />
        {kind === 'saving' ? null : (
          <>
            <Input.Search
              className={styles.suggestionsTarget}
              aria-label={label}
              inputMode="decimal"
              suffix={kind === 'days' ? '工作日' : '元'}
              enterButton="查找"
              loading={isFetching}
              value={text}
              status={text !== '' && parseTarget(kind, text) === undefined ? 'error' : undefined}
              onChange={(event) => setText(event.target.value)}
              onSearch={(value) => setTarget(parseTarget(kind, value))}
              // Enter searches; it must not send the offer.
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            />
            <Checkbox
              checked={canChangeQuantity}
              onChange={(event) => setCanChangeQuantity(event.target.checked)}
            >
              数量可以调整
            </Checkbox>
            {canChangeQuantity ? <small className={styles.hint}>{TRIED_QUANTITIES_TEXT}</small> : null}
          </>
        )}
      </div>
      <p aria-live="polite" className={styles.hint}>
        {isError
          ? '办法加载失败，请稍后重试'
          : result
            ? priceChangedText(result, item) + resultText(result, kind)
            : ''}
      </p>
      {result ? (
        <ul className={styles.suggestionsList} aria-label="可选办法">
          {[...result.proposals, ...(result.nearest ? [result.nearest] : [])].map((suggestion) => (
            <SuggestionRow
              key={suggestion.changes.join()}
              suggestion={suggestion}
              now={result.now}
              item={item}
              drafts={drafts}
              onChange={onChange}
            />
          ))}
        </ul>
      ) : null}
    </section>
  );
}

interface SuggestionRowProps extends Omit<Props, 'order'> {
  suggestion: SuggestionInYuan;
  now: Solution['now'];
}

function SuggestionRow({ suggestion, now, item, drafts, onChange }: SuggestionRowProps) {
  const {
    changes,
    delivery_time: days,
    added_days: addedDays = 0,
    price_change: change,
    sub_total: subTotal,
    amount = subTotal,
  } = suggestion;
  const text = changes.join('；');
  const alternative = alternativeOfSuggestion(item.lineNo, suggestion);
  const existing = drafts.find((draft) =>
    (['lineNo', 'num', 'label', 'amount', 'days'] as const).every(
      (field) => draft[field] === alternative[field],
    ),
  );
  const isFull =
    drafts.length >= MAX_ALTERNATIVES ||
    drafts.filter(({ lineNo }) => lineNo === item.lineNo).length >= MAX_LINE_ALTERNATIVES;
  const orderChange =
    suggestion.order_total === undefined || now?.order_total === undefined
      ? change
      : suggestion.order_total - now.order_total;
  return (
    <li>
      <span>
        {text}
        <small>
          小计 {formatYuan(amount)}（{changeText(change)}） · {workingDaysText(days + addedDays)}
          {addedDays > 0 ? `，其中机时加 ${addedDays} 个` : ''}
          {Math.abs(orderChange - change) < 0.005 || suggestion.order_total === undefined
            ? ''
            : ` · 整单 ${formatYuan(suggestion.order_total)}（${changeText(orderChange)}）`}
        </small>
      </span>
      {existing ? (
        <Button
          size="small"
          aria-label={`移除方案：${text}`}
          onClick={() => onChange(drafts.filter((draft) => draft !== existing))}
        >
          移除方案
        </Button>
      ) : (
        <Button
          size="small"
          disabled={isFull}
          aria-label={`加为方案：${text}`}
          onClick={() => onChange(withAlternative(drafts, alternative))}
        >
          加为方案
        </Button>
      )}
    </li>
  );
}

/** Amounts that differ by less than half a fen are equal. */
const changeText = (yuan: number): string =>
  Math.abs(yuan) < 0.005 ? '不变' : yuan < 0 ? `省 ${formatYuan(-yuan)}` : `多 ${formatYuan(yuan)}`;

function parseTarget(kind: GoalKind, text: string): number | undefined {
  const value = parseFigure(text, kind === 'days' ? 'days' : 'yuan');
  const isValid = typeof value === 'number' && (kind === 'days' ? value >= 0 : value > 0);
  return isValid ? value : undefined;
}

function goalOf(
  goal: GoalKind,
  target: number | undefined,
  canChangeQuantity: boolean,
): LineGoal | undefined {
  if (goal === 'saving') return { goal };
  if (target === undefined) return undefined;
  return goal === 'days'
    ? { goal, days: target, quantities: canChangeQuantity }
    : { goal, amount: target, quantities: canChangeQuantity };
}

/** The line's price dates from the request; suggestions use today's prices. */
function priceChangedText({ now }: Solution, { sub_total: requestPrice }: OrderItem): string {
  if (now === null || Math.abs(now.sub_total - requestPrice) < 0.005) return '';
  return `按今天的价目，这个零件是 ${formatYuan(now.sub_total)}（询价时 ${formatYuan(requestPrice)}），以下与今天的价格相比。`;
}

function resultText({ now, isReached, proposals, nearest }: Solution, kind: GoalKind): string {
  if (now === null) return '价格表不能给这个零件报价，没有可以计算的办法';
  if (kind === 'saving') return proposals.length > 0 ? '' : '在可选的材料和工艺里，没有更省的办法';
  if (isReached) return '现在的选择已经达到目标';
  if (proposals.length > 0) return '最多改两处就能达到目标：';
  return nearest ? '改两处也达不到目标，最接近的办法是：' : '改两处也达不到目标，现在的选择已经最接近';
}
