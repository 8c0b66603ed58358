import { useDeferredValue, useId, useMemo, useState } from 'react';
import { workingDaysText } from '#domain/delivery/ship-date.ts';
import { LEAD_LABEL } from '#domain/lead/lead-class.ts';
import { fenFromYuan, formatFen } from '#domain/money.ts';
import { parseFigure } from '#domain/parse-figure.ts';
import { numberError } from '#domain/parse-number.ts';
import { LADDER_QUANTITIES, TRIED_QUANTITIES_TEXT } from '#domain/pricing/ladder.ts';
import { LINE_PRICE_LABEL, linePrice } from '#domain/pricing/line-price.ts';
import {
  changeText,
  findSavings,
  solve,
  daysWithCharges,
  type Goal,
  type Problem,
  type Suggestion,
  type Solution,
  type SuggestionFigures,
} from '#domain/pricing/solve.ts';
import type { PartItem } from '#domain/pricing/types.ts';
import { Button } from '#storefront/ui/button.tsx';
import { TextField } from '#storefront/ui/form/field.tsx';
import { isSameConfiguration, selectionsOf, type PartDraft, type PartFields } from '../draft/draft.ts';
import type { QuoteScope } from '../draft/quote-scope.ts';
import { useSuggestionLeads, type SuggestionLeads } from './suggestion-leads.ts';
import styles from './part-suggestions.module.css';

interface PartSuggestionsProps {
  part: PartDraft;
  /** The part as it is priced. */
  item: PartItem;
  scope: QuoteScope;
}

const GOALS = { saving: '省钱建议', piece: '目标单价', total: '目标小计', days: '目标交期' } as const;
type GoalKind = keyof typeof GOALS;
const goalKinds = Object.keys(GOALS) as GoalKind[];

/** The fields of a part that a suggestion changes, and the lead class of the quotation. */
type Choice = Pick<PartFields, 'materialId' | 'num' | 'selections'> & { leadClassId: number | null };

/** Suggestions for a lower price or an earlier date; a click applies one, another undoes it. */
export function PartSuggestions({ part, item, scope }: PartSuggestionsProps) {
  const id = useId();
  const [kind, setKind] = useState<GoalKind>('saving');
  const [targetText, setTargetText] = useState('');
  const [canAdjustQuantity, setCanAdjustQuantity] = useState(false);
  /** The applied suggestions, oldest first. */
  const [applied, setApplied] = useState<readonly { before: Choice; after: Choice; text: string }[]>([]);
  const latest = applied.at(-1);
  const suggestionLeads = useSuggestionLeads(part, scope);
  const { leads, leadClassId } = suggestionLeads;
  // Typing in another part changes the price of the order, and must not wait for the search.
  const priceOrderWith = useDeferredValue(suggestionLeads.priceOrderWith);
  const addedDays = useDeferredValue(suggestionLeads.addedDays);
  const target = useDeferredValue(targetText);
  const goal = useMemo(() => (kind === 'saving' ? undefined : goalOf(kind, target)), [kind, target]);
  const solution = useMemo(() => {
    const problem: Problem = {
      item,
      ...scope.catalogue,
      ...leads,
      addedDays,
      quantities: canAdjustQuantity ? LADDER_QUANTITIES : [],
      isAllowed: (variant) => {
        const { price } = scope.viewOf({ ...part, ...partOf(variant) });
        return price.isPriced && (price.reviewReasons ?? []).length === 0;
      },
      orderFen:
        priceOrderWith &&
        ((variant, lead) => priceOrderWith({ ...part, ...partOf(variant) }, lead)?.totalFen),
    };
    return kind === 'saving' ? findSavings(problem) : goal && solve(problem, goal);
  }, [part, item, scope, goal, kind, canAdjustQuantity, leads, priceOrderWith, addedDays]);

  const setChoice = ({ leadClassId: chosen, ...choice }: Choice) => {
    if (!isSamePart(part, choice))
      scope.dispatch({
        type: 'bulkSet',
        fields: new Map([[part.key, { ...part, ...choice }]]),
        added: [],
      });
    if (chosen !== leadClassId) scope.dispatch({ type: 'leadClassPicked', leadClassId: chosen });
  };
  const isInEffect =
    latest !== undefined && latest.after.leadClassId === leadClassId && isSamePart(part, latest.after);
  const apply = (suggestion: Suggestion) => {
    const after = choiceOf(suggestion);
    const { materialId, num, selections } = part;
    setChoice(after);
    const before = { materialId, num, selections, leadClassId };
    const text = suggestion.changes.map(changeText).join('；');
    // Undo never reverts a manual change made in between.
    setApplied([...(isInEffect ? applied : []), { before, after, text }]);
  };

  return (
    <section className={styles.suggestions} aria-label="降价与提前交付的办法">
      <div className={styles.goal}>
        <fieldset className={styles.kinds}>
          <legend className={styles.legend}>想要</legend>
          {goalKinds.map((goalKind) => (
            <label key={goalKind}>
              <input
                type="radio"
                name={`${id}-goal`}
                checked={kind === goalKind}
                onChange={() => {
                  setKind(goalKind);
                  setTargetText('');
                }}
              />
              {GOALS[goalKind]}
            </label>
          ))}
        </fieldset>
        {kind === 'saving' ? null : (
          <div className={styles.target}>
            <TextField
              label={GOALS[kind]}
              isLabelHidden
              inputMode="decimal"
              autoComplete="off"
              value={targetText}
              placeholder={kind === 'days' ? '工作日' : '元'}
              error={goalError(kind, targetText)}
              onChange={({ target: { value } }) => setTargetText(value)}
            />
            <span aria-hidden="true">{kind === 'days' ? '个工作日以内' : '元以内'}</span>
            <label>
              <input
                type="checkbox"
                checked={canAdjustQuantity}
                onChange={({ target: { checked } }) => setCanAdjustQuantity(checked)}
              />
              数量可以调整
            </label>
            {canAdjustQuantity && <span className={styles.tried}>{TRIED_QUANTITIES_TEXT}</span>}
          </div>
        )}
      </div>
      {isInEffect && (
        <p className={styles.applied}>
          已采用：{latest.text}
          <Button
            size="small"
            onClick={() => {
              setChoice(latest.before);
              setApplied(applied.slice(0, -1));
            }}
          >
            撤销采用
          </Button>
        </p>
      )}
      <div role="status">{solution && <p className={styles.note}>{noteOf(solution, kind)}</p>}</div>
      {solution && (
        <ul className={styles.list} aria-label="可选办法">
          {[...solution.suggestions, ...(solution.nearest ? [solution.nearest] : [])].map((suggestion) => (
            <SuggestionRow
              key={suggestion.changes.map(changeText).join()}
              suggestion={suggestion}
              now={solution.now}
              part={part}
              suggestionLeads={suggestionLeads}
              onApply={apply}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

interface SuggestionRowProps extends Pick<PartSuggestionsProps, 'part'>, Pick<Solution, 'now'> {
  suggestion: Suggestion;
  suggestionLeads: SuggestionLeads;
  onApply: (suggestion: Suggestion) => void;
}

function SuggestionRow({ suggestion, now, part, suggestionLeads, onApply }: SuggestionRowProps) {
  const { changes, subTotalFen, amountFen, item } = suggestion;
  const text = changes.map(changeText).join('；');
  const piece = linePrice(amountFen, item.num);
  const hasLeadCharge = amountFen !== subTotalFen || (now && now.amountFen !== now.subTotalFen);
  return (
    <li>
      <p>{text}</p>
      <p className={styles.figures}>
        <span>
          {hasLeadCharge ? `小计含${LEAD_LABEL}` : '小计'} <strong>{formatFen(amountFen)}</strong>
          {now && differenceText(amountFen - now.amountFen)}
        </span>
        <span>
          {LINE_PRICE_LABEL} ¥{piece.figure}
        </span>
        <span>
          交期 {daysText(suggestion)}
          {now && daysText(suggestion) !== daysText(now) ? `（原 ${daysText(now)}）` : ''}
        </span>
        <QuotationTotal suggestion={suggestion} now={now} part={part} suggestionLeads={suggestionLeads} />
      </p>
      <Button size="small" aria-label={`采用：${text}`} onClick={() => onApply(suggestion)}>
        采用
      </Button>
    </li>
  );
}

/**
 * The quotation's total with this change and all charges; empty if it changes by the same amount as the part. With another lead
 * class, includes the ship date, since a class applies to the whole quotation.
 */
function QuotationTotal({ suggestion, now, part, suggestionLeads }: Omit<SuggestionRowProps, 'onApply'>) {
  const { leads, priceOrderWith, shipsOn } = suggestionLeads;
  const { amountFen, orderFen, item, lead } = suggestion;
  if (orderFen === undefined || now?.orderFen === undefined) return null;
  const changesLead = lead !== leads?.lead;
  const difference = orderFen - now.orderFen;
  if (!changesLead && difference === amountFen - now.amountFen) return null;
  const days = changesLead ? priceOrderWith?.({ ...part, ...partOf(item) }, lead)?.deliveryDays : undefined;
  const date = days === undefined ? undefined : shipsOn(days);
  return (
    <span>
      整单合计 <strong>{formatFen(orderFen)}</strong>
      {differenceText(difference)}
      {date === undefined ? '' : `，${date.slice(5)} 发货`}
    </span>
  );
}

/** The days of the part and those that charges add to the quotation: 5 个工作日，其中机时加 2 个. */
function daysText(figures: SuggestionFigures): string {
  const { addedDays } = figures;
  return workingDaysText(daysWithCharges(figures)) + (addedDays > 0 ? `，其中机时加 ${addedDays} 个` : '');
}

function differenceText(fen: number): string {
  if (fen === 0) return '（不变）';
  return fen < 0 ? `（省 ${formatFen(-fen)}）` : `（多 ${formatFen(fen)}）`;
}

function noteOf({ now, isReached, suggestions, nearest }: Solution, kind: GoalKind): string {
  if (!now) return '选完必选工艺并有在线价格后，才能计算';
  if (kind === 'saving')
    return suggestions.length > 0 ? '只改一处，省得最多的办法：' : '在可选的材料和工艺里，没有更省的办法';
  if (isReached) return '现在的选择已经达到目标';
  if (suggestions.length > 0) return '最多改两处就能达到目标：';
  return nearest ? '改两处也达不到目标，最接近的办法是：' : '改两处也达不到目标，现在的选择已经最接近';
}

function goalError(kind: Exclude<GoalKind, 'saving'>, text: string): string | undefined {
  if (text.trim() === '' || goalOf(kind, text) !== undefined) return undefined;
  return parseFigure(text, kind === 'days' ? 'days' : 'yuan') === undefined
    ? numberError(text)
    : '请填写大于 0 的数字';
}

/** Undefined for empty or invalid text and for a price of zero. */
function goalOf(kind: Exclude<GoalKind, 'saving'>, text: string): Goal | undefined {
  const value = parseFigure(text, kind === 'days' ? 'days' : 'yuan');
  if (value === null || value === undefined || value < 0 || (kind !== 'days' && value === 0))
    return undefined;
  if (kind === 'days') return { kind, days: value };
  return value < 1e8 ? { kind, fen: fenFromYuan(value) } : undefined;
}

const partOf = (item: PartItem) => ({
  materialId: item.material,
  num: String(item.num),
  selections: selectionsOf(item),
});

const choiceOf = ({ item, lead }: Suggestion): Choice => ({ ...partOf(item), leadClassId: lead?.id ?? null });

const isSamePart = (part: PartFields, choice: Omit<Choice, 'leadClassId'>): boolean =>
  part.num === choice.num && isSameConfiguration(part, choice);
