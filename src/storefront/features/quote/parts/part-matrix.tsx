import { useQuery } from '@tanstack/react-query';
import { use, useMemo, useRef, type KeyboardEvent } from 'react';
import { workingDaysText } from '#domain/delivery/ship-date.ts';
import { leadMatrix, type MatrixCell } from '#domain/lead/lead-offers.ts';
import { STANDARD } from '#domain/lead/lead-class.ts';
import { formatFen } from '#domain/money.ts';
import { ladderQuantities } from '#domain/pricing/ladder.ts';
import { priceOrUndefined } from '#domain/pricing/pricing-error.ts';
import hidden from '#storefront/ui/visually-hidden.module.css';
import { chargedPart, chargedParts, type ChargeTable } from '../draft/charges/charged-lines.ts';
import { chargesQuery } from '../draft/charges/charges-query.ts';
import { parseField, type PartDraft } from '../draft/draft.ts';
import { QuoteLinesContext, type QuoteLines } from '../draft/quote-lines.ts';
import type { QuoteScope } from '../draft/quote-scope.ts';
import styles from './part-matrix.module.css';

interface PartMatrixProps {
  part: PartDraft;
  scope: QuoteScope;
}

/** The quotation's total and ship date by quantity of the part and lead class; a click chooses both. */
export function PartMatrix({ part, scope }: PartMatrixProps) {
  const { data } = useQuery(chargesQuery);
  const { lines, chargeResult, shipsOn } = use(QuoteLinesContext);
  const { leadChoice, repeats } = chargeResult ?? {};
  const table = useRef<HTMLTableElement>(null);
  const rows = useMemo(
    () => data && matrixOf(part, scope, lines, repeats, data),
    [part, scope, lines, repeats, data],
  );
  const [first] = rows ?? [];
  if (!rows || !first || !leadChoice) return null;
  const num = parseField(part, 'num');
  const current = Math.max(
    0,
    rows.findIndex((row) => row.num === num),
  );
  const choose = (pieces: number, leadClassId: number | null) => {
    if (pieces !== num) scope.dispatch({ type: 'typed', key: part.key, field: 'num', text: String(pieces) });
    scope.dispatch({ type: 'leadClassPicked', leadClassId });
  };
  return (
    <section className={styles.matrix} aria-label="数量与交期">
      <p className={styles.note}>
        {lines.length > 1 ? '每格为整单合计与发货日，其余零件不变；' : '每格为合计与发货日；'}
        点一格，数量和交期档位一起选定。
      </p>
      <div className={styles.scroll}>
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its buttons */}
        <table ref={table} onKeyDown={(event) => moveFocus(event, table.current)}>
          <thead>
            <tr>
              <th scope="col">数量</th>
              {first.cells.map(({ lead }) => (
                <th key={lead?.id ?? 0} scope="col">
                  {(lead ?? STANDARD).name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={row.num} data-current={row.num === num || undefined}>
                <th scope="row">{row.num} 件</th>
                {row.cells.map((cell) => {
                  const id = cell.lead?.id ?? null;
                  const isChosen = row.num === num && id === leadChoice.id;
                  return (
                    <td key={id ?? 0}>
                      <Cell
                        num={row.num}
                        cell={cell}
                        needsReview={row.needsReview}
                        freeSlots={leadChoice.offers.find((offer) => offer.id === id)?.freeSlots ?? null}
                        isChosen={isChosen}
                        isTabStop={index === current && id === leadChoice.id}
                        shipsOn={shipsOn}
                        onChoose={() => choose(row.num, id)}
                      />
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface CellProps {
  num: number;
  cell: MatrixCell;
  /** A rule requires a review of this quantity. */
  needsReview: boolean;
  /** Orders that the class still takes today; null without a limit. */
  freeSlots: number | null;
  isChosen: boolean;
  /** The cell that Tab reaches; arrow keys move on from it. */
  isTabStop: boolean;
  shipsOn: QuoteLines['shipsOn'];
  onChoose: () => void;
}

function Cell({ num, cell, needsReview, freeSlots, isChosen, isTabStop, shipsOn, onChoose }: CellProps) {
  const { lead, totalFen, deliveryDays, errors } = cell;
  const name = (lead ?? STANDARD).name;
  const obstacle = errors[0] ?? (freeSlots === 0 ? '今日名额已满' : needsReview ? '由人工报价' : '');
  const date = shipsOn(deliveryDays);
  const shipText = date === undefined ? workingDaysText(deliveryDays) : `${date} 发货`;
  const price = formatFen(totalFen);
  return (
    <button
      type="button"
      className={styles.cell}
      tabIndex={isTabStop ? 0 : -1}
      aria-pressed={isChosen}
      // Not disabled: stays in the tab order, and its title says why it cannot be chosen.
      aria-disabled={obstacle !== '' || undefined}
      title={obstacle === '' ? undefined : obstacle}
      onClick={() => {
        if (obstacle === '') onChoose();
      }}
    >
      <span className={hidden.visuallyHidden}>
        {`${num} 件，${name}：${obstacle === '' ? `合计 ${price}，${shipText}` : obstacle}`}
      </span>
      {obstacle === '' ? (
        <>
          <strong aria-hidden="true">{price}</strong>
          <span aria-hidden="true">{date === undefined ? shipText : `${date.slice(5)} 发货`}</span>
        </>
      ) : (
        <span aria-hidden="true">{needsReview ? '人工报价' : freeSlots === 0 ? '今日已满' : '不适用'}</span>
      )}
    </button>
  );
}

/** The rows of the matrix; empty for a part without a price. */
function matrixOf(
  part: PartDraft,
  { viewOf, catalogue }: QuoteScope,
  lines: QuoteLines['lines'],
  repeats: readonly string[] | undefined,
  { rules, leadClasses = [], timeRates }: ChargeTable,
) {
  const index = lines.findIndex((line) => line.part.key === part.key);
  const num = parseField(part, 'num');
  if (index === -1 || num === undefined) return [];
  const variants = ladderQuantities(num).flatMap((pieces) => {
    const view = viewOf({ ...part, num: String(pieces) });
    if (!view.price.isPriced && !view.price.hidden) return [];
    const needsReview = !view.price.isPriced || (view.price.reviewReasons ?? []).length > 0;
    const line = chargedPart(part, view, catalogue, timeRates, repeats?.includes(part.key));
    return [{ num: pieces, line, needsReview }];
  });
  const matrix = priceOrUndefined(() =>
    leadMatrix(
      rules,
      chargedParts(lines, catalogue, timeRates, repeats),
      index,
      variants.map(({ line }) => line),
      leadClasses,
    ),
  );
  return variants.flatMap(({ num: pieces, needsReview }, variantIndex) => {
    const row = matrix?.[variantIndex];
    return row ? [{ num: pieces, cells: row.cells, needsReview }] : [];
  });
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

function moveFocus(event: KeyboardEvent, table: HTMLTableElement | null): void {
  const step = STEPS[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey || !table) return;
  const [body] = table.tBodies;
  const rows = [...(body?.rows ?? [])].map((row) => [...row.querySelectorAll('button')]);
  const row = rows.findIndex((cells) => cells.some((cell) => cell === document.activeElement));
  const column = rows[row]?.findIndex((cell) => cell === document.activeElement) ?? -1;
  const next = rows[row + step[0]]?.[column + step[1]];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
