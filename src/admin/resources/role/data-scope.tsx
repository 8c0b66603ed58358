import { useInvalidate } from '@refinedev/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { roles } from '#contract/roles.ts';
import { fetchData } from '#providers/http.ts';
import type { RecordPanelProps } from '../../generated/define-resource.ts';
import { RecordDrawer } from '../../generated/record-drawer.tsx';
import styles from '../../generated/generated.module.css';
import { Problem } from '../../pages/problem.tsx';
import { ScopeForm } from './scope-form.tsx';

/** Whose records a role sees. */
export function DataScope({ id, onClose }: RecordPanelProps) {
  const client = useQueryClient();
  const invalidate = useInvalidate();
  const queryKey = ['role-scope', id];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async () => {
      const [role, tree] = await Promise.all([
        fetchData(roles.one, { params: { id } }),
        fetchData(roles.deptTree, { params: { id } }),
      ]);
      return { role, depts: tree.depts };
    },
    gcTime: 0,
    placeholderData: undefined,
  });

  async function finish() {
    await invalidate({ resource: 'role', invalidates: ['list', 'many', 'detail'] });
    await client.invalidateQueries({ queryKey: ['auth', 'session'] });
    onClose();
  }

  return (
    <RecordDrawer title={data ? `数据权限 · ${data.role.roleName}` : '数据权限'} size={640} onClose={onClose}>
      {data ? (
        <ScopeForm
          role={data.role}
          depts={data.depts}
          onSaved={() => void finish()}
          onReload={async () => (await refetch()).data?.role}
          onClose={onClose}
        />
      ) : (
        <div className={styles.drawerContent}>
          {error ? <Problem title="数据权限没有取到" text={error.message} /> : <Skeleton active />}
        </div>
      )}
    </RecordDrawer>
  );
}
