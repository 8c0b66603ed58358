import { memo, type KeyboardEvent } from 'react';
import type { ProcessPrice } from '#domain/pricing/types.ts';
import type { OptionGroup } from '../../components/prices/applicable-options.ts';
import { parseFigure } from '#domain/parse-figure.ts';
import { emptyPrice, type PriceInputs, type PriceTexts } from './price-inputs.ts';
import { PriceInput } from '../../components/prices/price-input.tsx';
import prices from '../../components/prices/price-rows.module.css';
import styles from './prices.module.css';

type Option = OptionGroup['options'][number];

interface Props {
  groups: readonly OptionGroup[];
  isShown: (group: OptionGroup, option: Option) => boolean;
  inputs: PriceInputs;
  saved: readonly ProcessPrice[];
  problems: ReadonlyMap<number, string>;
  /** Manually priced options. */
  manual: ReadonlySet<number>;
  onManual: (id: number, isManual: boolean) => void;
  onChange: (id: number, texts: PriceTexts) => void;
}

/** Price and days of each option, grouped by process. The up and down keys move between rows. */
export function PriceRows({ groups, isShown, inputs, saved, problems, manual, onManual, onChange }: Props) {
  const savedById = new Map(saved.map((entry) => [entry.id, entry]));
  const visible = groups
    .map((group) => ({ group, options: group.options.filter((option) => isShown(group, option)) }))
    .filter(({ options }) => options.length > 0);
  if (visible.length === 0) return <p className={styles.nothing}>没有符合条件的选项</p>;
  return (
    <table className={`${prices.rows} ${styles.rows}`}>
      <thead>
        <tr>
          <th scope="col">选项</th>
          <th scope="col">价格（元/件）</th>
          <th scope="col">天数（天）</th>
          <th scope="col">需人工</th>
        </tr>
      </thead>
      {visible.map(({ group, options }) => (
        <tbody key={group.processId}>
          <tr>
            <th scope="rowgroup" colSpan={4} className={styles.group}>
              {group.name}
            </th>
          </tr>
          {options.map((option) => (
            <Row
              key={option.id}
              id={option.id}
              name={option.name}
              group={group.name}
              texts={inputs[option.id] ?? emptyPrice}
              saved={savedById.get(option.id)}
              problem={problems.get(option.id)}
              isManual={manual.has(option.id)}
              onManual={onManual}
              onChange={onChange}
            />
          ))}
        </tbody>
      ))}
    </table>
  );
}

interface RowProps {
  id: number;
  name: string;
  group: string;
  texts: PriceTexts;
  saved: ProcessPrice | undefined;
  problem: string | undefined;
  isManual: boolean;
  onManual: (id: number, isManual: boolean) => void;
  onChange: (id: number, texts: PriceTexts) => void;
}

const columns = [
  ['price', '价格'],
  ['time', '天数'],
] as const;

const Row = memo(function Row({ id, name, group, texts, saved, problem, ...props }: RowProps) {
  const { isManual, onManual, onChange } = props;
  const isMissing = !isManual && texts.price.trim() === '' && texts.time.trim() === '';
  const isFree = parseFigure(texts.price, 'yuan') === 0;
  const isChanged = columns.some(([key]) => texts[key] !== (saved ? String(saved[key]) : ''));
  return (
    <tr data-missing={isMissing} data-changed={isChanged}>
      <th scope="row">
        {name}
        {isMissing ? <span className={styles.missing}>缺价</span> : null}
        {isFree ? <span className={styles.free}>免费</span> : null}
        {problem === undefined ? null : (
          <span role="alert" className={prices.problem}>
            {problem}
          </span>
        )}
      </th>
      {columns.map(([key, label]) => (
        <td key={key}>
          <PriceInput
            data-column={key}
            aria-label={`${group} ${name} ${label}`}
            aria-invalid={problem !== undefined}
            value={texts[key]}
            disabled={isManual}
            onKeyDown={moveInColumn}
            onChange={(event) => onChange(id, { ...texts, [key]: event.target.value })}
          />
        </td>
      ))}
      <td>
        <input
          type="checkbox"
          aria-label={`${group} ${name} 需人工`}
          title="不自动报价，也不提供给客户选择"
          checked={isManual}
          onChange={(event) => onManual(id, event.target.checked)}
        />
      </td>
    </tr>
  );
}, isSameRow);

/** Ignores the callbacks: they are new functions in each render, but equivalent. */
function isSameRow(a: RowProps, b: RowProps): boolean {
  return (
    a.id === b.id &&
    a.name === b.name &&
    a.group === b.group &&
    a.texts === b.texts &&
    a.saved === b.saved &&
    a.isManual === b.isManual &&
    a.problem === b.problem
  );
}

function moveInColumn(event: KeyboardEvent<HTMLInputElement>) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const input = event.currentTarget;
  const table = input.closest('table');
  if (step === 0 || !table) return;
  const column = input.dataset['column'] ?? '';
  const inputs = [...table.querySelectorAll<HTMLInputElement>(`input[data-column="${column}"]`)];
  const next = inputs[inputs.indexOf(input) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
