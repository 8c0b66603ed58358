import { Checkbox, Pagination, Select } from 'antd';
import { Link } from 'react-router';
import { FieldCell } from '../../field-types/field-cell.tsx';
import { textOf } from '../../field-types/field-types.ts';
import { fieldOf } from '../define-resource.ts';
import type { ListState } from '../resource-parts.ts';
import { isSortable } from './list-state.ts';
import { NoRecords } from './no-records.tsx';
import { paginationOf, type RecordsProps } from '../records.ts';
import styles from './record-cards.module.css';
import { useAllowed } from '../use-allowed.ts';
import { useResourceNavigation } from '../use-resource-navigation.ts';

const SORT_ARROWS = { asc: '↑', desc: '↓' } as const;

/** Replaces the table in a narrow window: a card for each row, with the same fields and actions. */
export function RecordCards(props: RecordsProps) {
  const { resource, columns, rows, state, onChange, actions, chosen, onChoose } = props;
  const canShow = useAllowed(resource, 'show');
  const { detailPath } = useResourceNavigation(resource);
  const sortable = columns.filter((name) => isSortable(resource, name));
  const title = fieldOf(resource, resource.title);
  return (
    <div aria-busy={props.isLoading}>
      {sortable.length > 0 ? (
        <Select
          aria-label="排序"
          className={styles.sort}
          value={state.sort ? `${state.sort.field} ${state.sort.order}` : ''}
          options={[
            { value: '', label: '默认排序' },
            ...sortable.flatMap((field) =>
              (['asc', 'desc'] as const).map((order) => ({
                value: `${field} ${order}`,
                label: `${fieldOf(resource, field).label} ${SORT_ARROWS[order]}`,
              })),
            ),
          ]}
          onChange={(value) => onChange({ page: 1, sort: parseSort(value) })}
        />
      ) : null}
      {rows.length === 0 ? (
        <NoRecords resource={resource} state={state} onChange={onChange} />
      ) : (
        <ul className={styles.cards}>
          {rows.map((row) => {
            const id = Number(row[resource.id]);
            const name = <FieldCell field={title} name={resource.title} record={row} />;
            return (
              <li key={id} className={styles.card}>
                <div className={styles.head}>
                  {onChoose ? (
                    <Checkbox
                      aria-label={`选择 ${textOf(title, resource.title, row)}`}
                      checked={chosen.includes(id)}
                      onChange={({ target }) =>
                        onChoose(
                          target.checked ? [...chosen, id] : chosen.filter((otherId) => otherId !== id),
                        )
                      }
                    />
                  ) : null}
                  <strong>{canShow ? <Link to={detailPath(id)}>{name}</Link> : name}</strong>
                </div>
                <dl className={styles.fields}>
                  {columns
                    .filter((column) => column !== resource.title)
                    .map((column) => (
                      <div key={column}>
                        <dt>{fieldOf(resource, column).label}</dt>
                        <dd>
                          <FieldCell field={fieldOf(resource, column)} name={column} record={row} />
                        </dd>
                      </div>
                    ))}
                </dl>
                {actions.width > 0 ? actions.render(row) : null}
              </li>
            );
          })}
        </ul>
      )}
      <Pagination
        {...paginationOf(props)}
        className={styles.pages}
        onChange={(page, pageSize) => onChange({ pageSize, page: pageSize === state.pageSize ? page : 1 })}
      />
    </div>
  );
}

function parseSort(value: string): ListState['sort'] {
  const [field = '', order] = value.split(' ');
  return order === 'asc' || order === 'desc' ? { field, order } : undefined;
}
