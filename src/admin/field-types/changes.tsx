import { formatYuan } from '#domain/money.ts';
import { timeText } from '#domain/shanghai-time.ts';
import { isObject } from '#providers/browser-storage.ts';
import type { ChangesField, Field } from './field.ts';
import type { FieldType } from './field-type.ts';
import styles from './field-types.module.css';

/** The changes of a logged operation: field names in a list, old and new values in a detail view. */
export const changes: FieldType<ChangesField> = {
  text: (value, field, record) => {
    const names = field.names?.(record);
    const { changed, facts, prices } = readEntries(value, names);
    const labels = changed.map(({ name }) => names?.[name]?.label ?? name);
    if (prices.length > 0) labels.push(`价格 ${prices.length} 项`);
    const orderNo = facts.find(([name]) => name === 'orderNo')?.[1];
    return (
      [typeof orderNo === 'string' ? orderNo : '', labels.join('、')]
        .filter((text) => text !== '')
        .join(' ') || '—'
    );
  },
  detail: (value, field, record) => <ChangesTable value={value} names={field.names?.(record)} />,
  input: () => <></>,
  width: 220,
};

interface Change {
  name: string;
  before: unknown;
  after: unknown;
}

/** Properties that list the affected records: two values there are two records, not before and after. */
const recordLists = new Set(['ids', 'usernames']);

interface PriceChange {
  /** The names of the material and the option. */
  label: string;
  before: unknown;
  after: unknown;
}

/** RFC 3339. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

const YUAN = /^\d+(\.\d{1,2})?$/;

const OPTION = /^process_(\d+)$/;

type Names = ReturnType<NonNullable<ChangesField['names']>>;

/** Arrays of two values are changes; others (ids, names, a reason) are facts. Omits ids whose names are logged. */
export function readEntries(
  value: unknown,
  names: Names | undefined,
): {
  changed: Change[];
  facts: [string, unknown][];
  prices: PriceChange[];
} {
  const changed: Change[] = [];
  const facts: [string, unknown][] = [];
  const prices: PriceChange[] = [];
  const loggedValues = isObject(value) ? value : {};
  for (const [name, entry] of Object.entries(loggedValues)) {
    const textIn = names?.[name]?.textIn;
    if (textIn !== undefined && textIn in loggedValues) continue;
    const option = OPTION.exec(name)?.[1];
    if (name === 'prices' && Array.isArray(entry)) prices.push(...entry.filter(isObject).map(readNamedPrice));
    else if (name === 'cells' && isObject(entry))
      prices.push(...Object.entries(entry).map(readNumberedPrice));
    // The prices contain the names of the materials.
    else if (name === 'materials') continue;
    else if (option !== undefined && Array.isArray(entry)) {
      prices.push({ label: `工艺选项 ${option}`, before: entry[0] as unknown, after: entry[1] as unknown });
    } else if (!recordLists.has(name) && Array.isArray(entry) && entry.length === 2) {
      changed.push({ name, before: entry[0] as unknown, after: entry[1] as unknown });
    } else facts.push([name, entry]);
  }
  return { changed, facts, prices };
}

const readNamedPrice = ({ material, option, before, after }: Record<string, unknown>): PriceChange => ({
  label: [material, option].filter((name) => typeof name === 'string').join(' · '),
  before,
  after,
});

/** In old log entries, the key is `material/option` with ids. */
function readNumberedPrice([key, values]: [string, unknown]): PriceChange {
  const [material, option] = key.split('/');
  const [before, after] = Array.isArray(values) ? (values as unknown[]) : [];
  return { label: `材料 ${material} · 工艺选项 ${option}`, before, after };
}

/** `¥12.50，1 天` for `{price, time}`, or `[price, time]` of old entries. */
function priceText(value: unknown): string {
  const [price, time] = Array.isArray(value)
    ? (value as unknown[])
    : isObject(value)
      ? [value['price'], value['time']]
      : [];
  return typeof price === 'number' ? `${formatYuan(price)}，${String(time)} 天` : '（无价格）';
}

interface Props {
  value: unknown;
  names: Names | undefined;
}

function ChangesTable({ value, names }: Props) {
  const { changed, facts, prices } = readEntries(value, names);
  const nameOf = (name: string) => names?.[name]?.label ?? name;
  return (
    <>
      {facts.map(([name, fact]) => (
        <div key={name} className={styles.detail}>
          {nameOf(name)}：{valueText(fact)}
        </div>
      ))}
      {changed.length > 0 ? (
        <table className={styles.changes}>
          <thead>
            <tr>
              <th scope="col">字段</th>
              <th scope="col">变更前</th>
              <th scope="col">变更后</th>
            </tr>
          </thead>
          <tbody>
            {changed.map(({ name, before, after }) => (
              <tr key={name}>
                <th scope="row">{nameOf(name)}</th>
                <td>{valueText(before, names?.[name])}</td>
                <td>{valueText(after, names?.[name])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {prices.length > 0 ? (
        <table className={styles.changes}>
          <thead>
            <tr>
              <th scope="col">材料 · 选项</th>
              <th scope="col">原价</th>
              <th scope="col">新价</th>
            </tr>
          </thead>
          <tbody>
            {prices.map(({ label, before, after }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{priceText(before)}</td>
                <td>{priceText(after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </>
  );
}

function valueText(value: unknown, field?: Partial<Field>): string {
  if (value === null || value === undefined || value === '') return '（空）';
  if (field?.type === 'enum' && (typeof value === 'string' || typeof value === 'number')) {
    const options: Readonly<Record<string, { label: string }>> = field.options ?? {};
    return options[value]?.label ?? String(value);
  }
  if (field?.type === 'money' && (typeof value === 'string' || typeof value === 'number')) {
    return YUAN.test(`${value}`) ? formatYuan(value) : `${value}`;
  }
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (typeof value === 'string' && INSTANT.test(value)) return timeText(value);
  if (
    Array.isArray(value) &&
    value.every((element) => typeof element === 'string' || typeof element === 'number')
  ) {
    return value.length === 0 ? '（空）' : value.join('、');
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}
