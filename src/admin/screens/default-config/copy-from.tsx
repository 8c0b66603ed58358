import { Button, Popover, Space } from 'antd';
import { useState } from 'react';
import { defaultConfigs } from '#contract/catalogue/default-configs.ts';
import type { PartItem } from '#domain/pricing/types.ts';
import { notify } from '#providers/notices.ts';
import { resultOrUndefined } from '#providers/http/result.ts';
import { useCommand } from '../../calls/use-command.ts';
import { CompanySelect } from '../../components/company-select.tsx';
import { configOf } from './config-draft.ts';

interface Props {
  /** The company that the form belongs to; 0 for the system. */
  deptId: number;
  onCopy: (part: PartItem) => void;
}

/** Fills the form with the default configuration of the system or another company; saves nothing. */
export function CopyFrom({ deptId, onCopy }: Props) {
  const command = useCommand();
  const [isOpen, setIsOpen] = useState(false);

  async function copy(sourceDeptId: number) {
    const result = await resultOrUndefined(
      command(defaultConfigs.company, { query: { deptId: sourceDeptId } }),
    );
    if (!result?.ok) return;
    const part = configOf(result.data);
    if (!part) return notify({ type: 'warning', message: '没有可复制的默认配置' });
    onCopy(part);
    setIsOpen(false);
  }

  return (
    <Popover
      trigger="click"
      title="复制自"
      open={isOpen}
      onOpenChange={setIsOpen}
      content={
        <Space>
          {deptId === 0 ? null : <Button onClick={() => void copy(0)}>系统</Button>}
          <CompanySelect
            value={undefined}
            onChange={(sourceDeptId) => {
              if (sourceDeptId !== undefined) void copy(sourceDeptId);
            }}
          />
        </Space>
      }
    >
      <Button>复制自…</Button>
    </Popover>
  );
}
