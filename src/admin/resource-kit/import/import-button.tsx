import { UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { createInterruptedInput } from '#providers/interrupted-input.ts';
import { useKept, useResumed } from '../../session/use-interrupted.ts';
import { usePermission } from '../../session/use-permission.ts';
import type { Resource } from '../define-resource.ts';

const ImportDialog = lazy(() => import('./import-dialog.tsx').then((m) => ({ default: m.ImportDialog })));

/** The file of an import that was open when the session ended; null before one was chosen. */
const interrupted = createInterruptedInput<{ file: File | null }>();

/** Opens the import of a resource that declares one. */
export function ImportButton({ resource }: { resource: Resource }) {
  const { imports } = resource;
  const canImport = usePermission(imports?.endpoints.importFile.permission);
  const place = `import/${resource.name}`;
  const resumed = useResumed(interrupted, place);
  const [isOpen, setIsOpen] = useState(resumed !== undefined);
  const [file, setFile] = useState(resumed?.file ?? null);
  useKept(interrupted, place, () => (isOpen ? { file } : undefined));
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
