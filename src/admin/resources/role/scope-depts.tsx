import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton } from 'antd';
import { roles } from '#contract/people/roles.ts';
import { fetchData } from '#providers/http/http.ts';
import type { CustomInputProps } from '../../field-types/field.ts';
import { VisibleDepts } from './visible-depts.tsx';

/** Chooses the departments that a new role sees. */
export function ScopeDepts({ value = [], onChange }: CustomInputProps<number[]>) {
  const { data, error } = useQuery({
    queryKey: ['choices', roles.deptTree.path],
    queryFn: async () => (await fetchData(roles.deptTree, { params: { id: 0 } })).depts,
  });
  if (error) return <Alert type="error" showIcon title={`部门加载失败：${error.message}`} />;
  if (!data) return <Skeleton active paragraph={{ rows: 4 }} title={false} />;
  return <VisibleDepts depts={data} chosen={new Set(value)} onChange={(chosen) => onChange?.([...chosen])} />;
}
