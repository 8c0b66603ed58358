import { isObject } from '#providers/browser-storage.ts';
import type { ChangesField } from './field.ts';
import type { FieldType } from './field-type.ts';
import styles from './field-types.module.css';

/** The changes of a write: field names in a list, old and new values in a detail view. Read only. */
export const changes: FieldType<ChangesField, unknown, undefined> = {
  text: (value, field, record) => {
    const { changed } = parted(value);
    const names = field.names?.(record);
    return changed.length > 0 ? changed.map(({ name }) => names?.[name]?.label ?? name).join('、') : '—';
  },
  whole: (value, field, record) => <ChangesTable value={value} names={field.names?.(record)} />,
  input: () => <></>,
  toInput: () => undefined,
  fromInput: () => undefined,
  width: 220,
};

interface Change {
  name: string;
  before: unknown;
  after: unknown;
}

/** Properties that list the records concerned; a pair in them is no change. */
const lists = new Set(['ids', 'usernames']);

/** Pairs are changes; everything else (ids, names, a reason) identifies the records. */
function parted(value: unknown): { changed: Change[]; facts: [string, unknown][] } {
  const changed: Change[] = [];
  const facts: [string, unknown][] = [];
  for (const [name, one] of isObject(value) ? Object.entries(value) : []) {
    if (!lists.has(name) && Array.isArray(one) && one.length === 2) {
      changed.push({ name, before: one[0] as unknown, after: one[1] as unknown });
    } else facts.push([name, one]);
  }
  return { changed, facts };
}

interface Props {
  value: unknown;
  names: ReturnType<NonNullable<ChangesField['names']>> | undefined;
}

function ChangesTable({ value, names }: Props) {
  const { changed, facts } = parted(value);
  const nameOf = (name: string) => names?.[name]?.label ?? name;
  return (
    <>
      {facts.map(([name, fact]) => (
        <div key={name} className={styles.whole}>
          {nameOf(name)}：{shown(fact)}
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
                <td>{shown(before)}</td>
                <td>{shown(after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </>
  );
}

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return '（空）';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
