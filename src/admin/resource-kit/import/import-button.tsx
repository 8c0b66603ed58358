import { UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { createInterruptedInput } from '#providers/interrupted-input.ts';
import { useSaveOnSessionEnd, useRestoredInput } from '../../session/use-interrupted.ts';
import { usePermission } from '../../session/use-permission.ts';
import type { Resource } from '../define-resource.ts';

const ImportDialog = lazy(() => import('./import-dialog.tsx').then((m) => ({ default: m.ImportDialog })));

/** The file of an import that was open when the session ended; null if none was chosen. */
const interrupted = createInterruptedInput<{ file: File | null }>();

export function ImportButton({ resource }: { resource: Resource }) {
  const { imports } = resource;
  const canImport = usePermission(imports?.endpoints.importFile.permission);
  const formName = `import/${resource.name}`;
  const restored = useRestoredInput(interrupted, formName);
  const [isOpen, setIsOpen] = useState(restored !== undefined);
  const [file, setFile] = useState(restored?.file ?? null);
  useSaveOnSessionEnd(interrupted, formName, () => (isOpen ? { file } : undefined));
  if (!imports || !canImport) return null;
  const open = () => {
    setFile(null);
    setIsOpen(true);
  };
  return (
    <>
      <Button icon={<UploadOutlined aria-hidden />} onClick={open}>
        导入
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <ImportDialog
            resource={resource}
            imports={imports}
            file={file}
            onFile={setFile}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
