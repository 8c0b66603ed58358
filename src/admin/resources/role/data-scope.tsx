import { useInvalidate } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { roles } from '#contract/people/roles.ts';
import { useEndpoint } from '../../calls/use-endpoint.ts';
import type { RecordPanelProps } from '../../resource-kit/resource-parts.ts';
import { PanelSkeleton } from '../../resource-kit/form-skeleton.tsx';
import { RecordDrawer } from '../../resource-kit/record-drawer.tsx';
import { SESSION_QUERIES } from '../../session/session.ts';
import { ScopeForm } from './scope-form.tsx';

export function DataScope({ id, onClose }: RecordPanelProps) {
  const queryClient = useQueryClient();
  const invalidate = useInvalidate();
  const uncached = { params: { id }, quiet: false, gcTime: 0, placeholderData: undefined };
  const role = useEndpoint(roles.one, { ...uncached, queryKey: ['role-scope', id] });
  const tree = useEndpoint(roles.deptTree, { ...uncached, queryKey: ['role-scope', id, 'depts'] });
  const error = role.error ?? tree.error;

  async function finish() {
    await invalidate({ resource: 'role', invalidates: ['list', 'many', 'detail'] });
    await queryClient.invalidateQueries({ queryKey: SESSION_QUERIES });
    onClose();
  }

  return (
    <RecordDrawer
      title={role.data ? `数据权限 · ${role.data.roleName}` : '数据权限'}
      size={640}
      onClose={onClose}
    >
      {role.data && tree.data ? (
        <ScopeForm
          role={role.data}
          depts={tree.data.depts}
          onSaved={() => void finish()}
          onReload={async () => (await role.refetch()).data}
          onClose={onClose}
        />
      ) : (
        <PanelSkeleton
          rows={8}
          problem={error ? { title: '数据权限加载失败', text: error.message } : undefined}
          onClose={onClose}
        />
      )}
    </RecordDrawer>
  );
}
