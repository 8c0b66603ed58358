import { useInvalidate } from '@refinedev/core';
import { CallError } from '#providers/http/result.ts';
import { useCommand } from '../../calls/use-command.ts';
import { useConfirm } from '../../components/use-confirm.ts';
import type { Row } from '../../field-types/field.ts';
import { textOf } from '../../field-types/field-types.ts';
import { fieldOf, type Resource } from '../define-resource.ts';
import type { RowSwitch } from '../resource-parts.ts';

/** Returns the label of a row's switch and a function that toggles it; switching off asks for confirmation. */
export function useRowSwitch(resource: Resource): (row: Row) => { verb: string; toggle: () => void } {
  const confirm = useConfirm();
  const command = useCommand();
  const invalidate = useInvalidate();
  const { rowSwitch } = resource;
  return (row) => (rowSwitch ? switchOf(rowSwitch, row) : { verb: '', toggle: () => undefined });

  function switchOf({ field, on, off, endpoint, warning }: RowSwitch, row: Row) {
    const isOn = row[field] === on;
    const verb = isOn ? '停用' : '启用';

    async function send() {
      const body = {
        [resource.id]: row[resource.id],
        [field]: isOn ? off : on,
        version: row['version'],
      };
      try {
        await command(endpoint, { params: {}, body });
      } catch (error) {
        // The HTTP client shows the error.
        if (!(error instanceof CallError)) throw error;
      }
      await invalidate({ resource: resource.name, invalidates: ['list', 'many', 'detail'] });
    }

    return {
      verb,
      toggle: () => {
        if (!isOn) return void send();
        const name = textOf(fieldOf(resource, resource.title), resource.title, row);
        confirm({
          title: `停用${resource.label}“${name}”？`,
          content: warning,
          okText: '停用',
          okButtonProps: { danger: true },
          cancelText: '取消',
          onOk: send,
        });
      },
    };
  }
}
