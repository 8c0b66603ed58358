import { Alert, Skeleton } from 'antd';
import { roles } from '#contract/people/roles.ts';
import { useEndpoint } from '../../calls/use-endpoint.ts';
import type { CustomInputProps } from '../../field-types/field.ts';
import { VisibleDepts } from './visible-depts.tsx';

export function ScopeDepts({ value = [], onChange }: CustomInputProps<number[]>) {
  const { data, error } = useEndpoint(roles.deptTree, {
    // Id 0: no role, only the tree.
    params: { id: 0 },
    quiet: false,
    queryKey: ['choices', roles.deptTree.path],
  });
  if (error) return <Alert type="error" showIcon title={`部门加载失败：${error.message}`} />;
  if (!data) return <Skeleton active paragraph={{ rows: 4 }} title={false} />;
  return (
    <VisibleDepts depts={data.depts} chosen={new Set(value)} onChange={(chosen) => onChange?.([...chosen])} />
  );
}
