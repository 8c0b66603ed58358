import { useInvalidate } from '@refinedev/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { roles } from '#contract/people/roles.ts';
import { fetchData } from '#providers/http/http.ts';
import type { RecordPanelProps } from '../../resource-kit/define-resource.ts';
import { PanelWaiting } from '../../resource-kit/form-waiting.tsx';
import { RecordDrawer } from '../../resource-kit/record-drawer.tsx';
import { SESSION_QUERIES } from '../../session/session.ts';
import { ScopeForm } from './scope-form.tsx';

/** The drawer of a role's data scope. */
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
    await client.invalidateQueries({ queryKey: SESSION_QUERIES });
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
        <PanelWaiting
          rows={8}
          problem={error ? { title: '数据权限加载失败', text: error.message } : undefined}
          onClose={onClose}
        />
      )}
    </RecordDrawer>
  );
}
