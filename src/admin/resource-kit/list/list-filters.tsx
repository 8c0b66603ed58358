import { Button } from 'antd';
import { useId, useState } from 'react';
import { flushSync } from 'react-dom';
import page from '../../components/page/page.module.css';
import { fieldTypeOf } from '../../field-types/field-types.ts';
import { fieldOf, type Resource } from '../define-resource.ts';
import styles from '../resource-kit.module.css';

type Filters = Readonly<Record<string, unknown>>;

interface Props {
  resource: Resource;
  /** The filters of the address, from which the bar starts. */
  filters: Filters;
  /** Filters that are shown elsewhere and keep their values. */
  without?: readonly string[];
  /** Shows all conditions instead of the first ones. */
  isOpen: boolean;
  onOpen: () => void;
  onChange: (filters: Filters) => void;
  /** Called when the user searches again with the same filters. */
  onRepeat: () => void;
}

/** A longer bar shows the first ones until the user asks for all of them. */
const MANY = 7;
const FIRST = 3;

/** The filter bar: Enter and 查询 apply the input, 重置 removes all filters. */
export function ListFilters(props: Props) {
  const { resource, filters, without = [], isOpen, onOpen, onChange, onRepeat } = props;
  const id = useId();
  const [draft, setDraft] = useState(filters);
  const names = resource.list.filters.filter((name) => !without.includes(name));
  const first = names.length > MANY ? names.slice(0, FIRST) : names;
  const problemOf = (name: string) =>
    draft[name] === undefined
      ? undefined
      : fieldTypeOf(fieldOf(resource, name)).filter?.problem?.(draft[name]);
  const hasProblem = names.some((name) => problemOf(name) !== undefined);
  // Not while the second bound is being typed.
  const [isTried, setIsTried] = useState(hasProblem);
  const isWhole = isOpen || names.some((name) => name in filters && !first.includes(name));

  function apply() {
    setIsTried(true);
    if (hasProblem) return;
    const entered = Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined));
    if (JSON.stringify(entered) === JSON.stringify(filters)) onRepeat();
    else onChange(entered);
  }

  /** Moves the focus to the first new condition, because the focused button disappears. */
  function showAll() {
    flushSync(onOpen);
    document.getElementById(`${id}-${names[FIRST]}`)?.focus();
  }

  return (
    <form
      className={`${page.card} ${styles.filters}`}
      role="search"
      aria-label={`筛选${resource.label}`}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      {(isWhole ? names : first).map((name) => {
        const field = fieldOf(resource, name);
        const control = fieldTypeOf(field).filter?.control(field, {
          id: `${id}-${name}`,
          value: draft[name],
          onChange: (value) => setDraft((before) => ({ ...before, [name]: value })),
        });
        const problem = isTried ? problemOf(name) : undefined;
        return control ? (
          <div key={name} className={styles.filter}>
            <label htmlFor={`${id}-${name}`}>{field.label}</label>
            {control}
            {problem === undefined ? null : (
              <p role="alert" className={styles.filterProblem}>
                {problem}
              </p>
            )}
          </div>
        ) : null;
      })}
      <div className={styles.filterButtons}>
        <Button onClick={() => (Object.keys(filters).length > 0 ? onChange({}) : setDraft({}))}>重置</Button>
        <Button type="primary" htmlType="submit">
          查询
        </Button>
        {!isWhole && first.length < names.length ? (
          <Button type="link" onClick={showAll}>
            更多条件
          </Button>
        ) : null}
      </div>
    </form>
  );
}
