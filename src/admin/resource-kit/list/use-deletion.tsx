import { useDeleteMany } from '@refinedev/core';
import { useConfirm } from '../../components/use-confirm.ts';
import type { Row } from '../../field-types/field.ts';
import { textOf } from '../../field-types/field-types.ts';
import { fieldOf, type Resource } from '../define-resource.ts';
import { useRefresh } from '../use-refresh.ts';

const MAX_NAMES = 5;

/** Asks for confirmation, then deletes all of the records or none. */
export function useDeletion(resource: Resource) {
  const confirm = useConfirm();
  const { mutateAsync } = useDeleteMany();
  const title = fieldOf(resource, resource.title);
  const refresh = useRefresh(resource);
  const verb = resource.removalVerb;

  return (rows: readonly Row[], onDeleted?: () => void): void => {
    const names = rows.slice(0, MAX_NAMES).map((row) => `“${textOf(title, resource.title, row)}”`);
    const more = rows.length > MAX_NAMES ? ` 等 ${rows.length} 项` : '';
    confirm({
      title: `${verb} ${rows.length} 个${resource.label}？`,
      content: (
        <>
          <p>
            将{verb} {names.join('、')}
            {more}。{rows.length > 1 ? `其中任何一项不能${verb}时，全部保留。` : ''}
          </p>
          <p>{resource.removalEffect}</p>
        </>
      ),
      okText: verb,
      okButtonProps: { danger: true },
      cancelText: '取消',
      onOk: () =>
        mutateAsync({
          resource: resource.name,
          ids: rows.map((row) => Number(row[resource.id])),
        }).then(
          () => {
            onDeleted?.();
            return refresh();
          },
          // The HTTP client shows the reason.
          () => undefined,
        ),
    });
  };
}
