import { UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { usePermission } from '../session/use-permission.ts';
import type { Resource } from './define-resource.ts';

const ImportDialog = lazy(() => import('./import-dialog.tsx').then((m) => ({ default: m.ImportDialog })));

/** Opens the import of a resource that declares one. */
export function ImportButton({ resource }: { resource: Resource }) {
  const { imports } = resource;
  const canImport = usePermission(imports?.endpoints.importFile.permission);
  const [isOpen, setIsOpen] = useState(false);
  if (!imports || !canImport) return null;
  return (
    <>
      <Button icon={<UploadOutlined aria-hidden />} onClick={() => setIsOpen(true)}>
        导入
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <ImportDialog resource={resource} imports={imports} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
