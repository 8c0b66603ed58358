import { useInvalidate } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { pick } from '#domain/pick.ts';
import { materialStatusLabels, type MaterialStatus } from '#domain/material-status.ts';
import type { Material } from '#contract/catalogue/material-list.ts';
import { materials } from '#contract/catalogue/materials.ts';
import { notify } from '#providers/notices.ts';
import { CallError } from '#providers/http/result.ts';
import { type Command, useCommand } from '../../calls/use-command.ts';
import { Dialog } from '../../components/dialog.tsx';
import type { BulkActionsProps } from '../../resource-kit/resource-parts.ts';

const verbs = { onSale: '在售', draft: '停售' } as const satisfies Record<MaterialStatus, string>;

const effects = {
  onSale: '客户可以选用。每个适用的工艺选项都须有价格或标记需人工，否则该材料保持草稿。',
  draft: '材料改为草稿，客户不再看到；已提交的订单不受影响。仍被默认配置使用的材料不能停售。',
} as const satisfies Record<MaterialStatus, string>;

interface StatusChange {
  to: MaterialStatus;
  rows: readonly Material[];
}

/** Puts the chosen materials on sale or back to draft, with one request each. */
export function BulkStatus({ rows, onChoose }: BulkActionsProps) {
  const chosen = rows as unknown as readonly Material[];
  const [change, setChange] = useState<StatusChange>();
  return (
    <>
      {(['onSale', 'draft'] as const).map((to) => {
        const affected = chosen.filter(({ status }) => status !== to);
        return affected.length === 0 ? null : (
          <Button key={to} onClick={() => setChange({ to, rows: affected })}>
            {verbs[to]} {affected.length} 项
          </Button>
        );
      })}
      {change ? <StatusDialog {...change} onChoose={onChoose} onClose={() => setChange(undefined)} /> : null}
    </>
  );
}

interface DialogProps extends StatusChange {
  onChoose: BulkActionsProps['onChoose'];
  onClose: () => void;
}

function StatusDialog({ to, rows, onChoose, onClose }: DialogProps) {
  const command = useCommand();
  const invalidate = useInvalidate();
  const queryClient = useQueryClient();
  const [doneCount, setDoneCount] = useState<number>();
  const [failures, setFailures] = useState<readonly { row: Material; msg: string }[]>();

  async function submit() {
    const failed: { row: Material; msg: string }[] = [];
    for (const [index, row] of rows.entries()) {
      setDoneCount(index);
      const msg = await changeStatus(command, row, to);
      if (msg !== undefined) failed.push({ row, msg });
    }
    await Promise.all([
      invalidate({ resource: 'material', invalidates: ['list', 'many', 'detail'] }),
      queryClient.invalidateQueries({ queryKey: ['catalogue'] }),
    ]);
    setDoneCount(undefined);
    onChoose(failed.map(({ row }) => row.id));
    const changed = rows.length - failed.length;
    if (changed > 0)
      notify({ type: 'success', message: `${changed} 种材料已变为“${materialStatusLabels[to]}”` });
    if (failed.length === 0) onClose();
    else setFailures(failed);
  }

  const title = `${verbs[to]}：${rows.length} 种材料`;
  if (failures) {
    return (
      <Dialog
        title={title}
        okText="关闭"
        cancelButtonProps={{ hidden: true }}
        onOk={onClose}
        onCancel={onClose}
      >
        <p>{failures.length} 种材料没有变更：</p>
        <ul aria-label="没有变更的材料">
          {failures.map(({ row, msg }) => (
            <li key={row.id}>
              {row.name}：{msg}
            </li>
          ))}
        </ul>
      </Dialog>
    );
  }
  const isBusy = doneCount !== undefined;
  return (
    <Dialog
      title={title}
      okText={verbs[to]}
      okButtonProps={{ danger: to === 'draft' }}
      cancelText="返回"
      cancelButtonProps={{ disabled: isBusy }}
      closable={!isBusy}
      keyboard={!isBusy}
      confirmLoading={isBusy}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <p>{effects[to]}</p>
      <p>{rows.map(({ name }) => name).join('、')}</p>
      {isBusy ? (
        <p role="status">
          正在处理 {doneCount + 1} / {rows.length}…
        </p>
      ) : null}
    </Dialog>
  );
}

/** The fields that an update sends unchanged. */
const FORM_FIELDS = [
  'name',
  'materialTag',
  'density',
  'length',
  'width',
  'height',
  'deliveryTime',
  'speed',
  'sort',
  'remark',
] as const satisfies (keyof Material)[];

/** Changes the status of a material; resolves to an error message or undefined. */
async function changeStatus(
  command: Command,
  row: Material,
  status: MaterialStatus,
): Promise<string | undefined> {
  try {
    const body = { ...pick(row, FORM_FIELDS), status, version: row.version };
    const result = await command(materials.update, { params: { id: row.id }, body, quiet: true });
    return result.ok ? undefined : Object.values(result.errors ?? { msg: result.msg }).join('；');
  } catch (error) {
    if (error instanceof CallError) return error.message;
    throw error;
  }
}
