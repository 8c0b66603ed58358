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
  filters: Filters;
  /** Filters that are shown elsewhere. */
  excluded?: readonly string[];
  isExpanded: boolean;
  onExpand: () => void;
  onChange: (filters: Filters) => void;
  /** Called when the user searches again with the same filters. */
  onRepeat: () => void;
}

/** With more filters than this, the bar initially shows only the first `COLLAPSED_COUNT`. */
const MAX_EXPANDED = 7;
const COLLAPSED_COUNT = 3;

/** Enter and 查询 apply the input, 重置 removes all filters. */
export function ListFilters(props: Props) {
  const { resource, filters, excluded = [], isExpanded, onExpand, onChange, onRepeat } = props;
  const id = useId();
  const [draft, setDraft] = useState(filters);
  const names = resource.list.filters.filter((name) => !excluded.includes(name));
  const collapsedNames = names.length > MAX_EXPANDED ? names.slice(0, COLLAPSED_COUNT) : names;
  const problemOf = (name: string) =>
    draft[name] === undefined
      ? undefined
      : fieldTypeOf(fieldOf(resource, name)).filter?.problem?.(draft[name]);
  const hasProblem = names.some((name) => problemOf(name) !== undefined);
  // Errors of a range appear only after a search, not while the second bound is being entered.
  const [showsErrors, setShowsErrors] = useState(hasProblem);
  const showsAll = isExpanded || names.some((name) => name in filters && !collapsedNames.includes(name));

  function apply() {
    setShowsErrors(true);
    if (hasProblem) return;
    const entered = Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined));
    if (JSON.stringify(entered) === JSON.stringify(filters)) onRepeat();
    else onChange(entered);
  }

  /** Focuses the first additional filter, because the focused button disappears. */
  function showAll() {
    flushSync(onExpand);
    document.getElementById(`${id}-${names[COLLAPSED_COUNT]}`)?.focus();
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
      {(showsAll ? names : collapsedNames).map((name) => {
        const field = fieldOf(resource, name);
        const control = fieldTypeOf(field).filter?.control(field, {
          id: `${id}-${name}`,
          value: draft[name],
          onChange: (value) => setDraft((before) => ({ ...before, [name]: value })),
        });
        const problem = showsErrors ? problemOf(name) : undefined;
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
        {!showsAll && collapsedNames.length < names.length ? (
          <Button type="link" onClick={showAll}>
            更多条件
          </Button>
        ) : null}
      </div>
    </form>
  );
}
