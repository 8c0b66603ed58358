import { useRef } from 'react';
import { Button } from '#storefront/ui/button.tsx';
import { FileInput } from '#storefront/ui/form/file-input.tsx';
import { isTouch } from '#storefront/ui/is-touch.ts';
import { onDemand } from '#storefront/ui/on-demand.ts';

interface ChooseModelsProps {
  isDisabled: boolean;
  /** False where another button opens the file dialog. */
  hasFileButton: boolean;
  onFiles: (files: readonly File[]) => void;
}

/** False on phones: they have no folders to choose, although their browsers support the attribute. */
const canChooseFolder = () => 'webkitdirectory' in HTMLInputElement.prototype && !isTouch();

/** Opens the file dialog for several models and drawings at once, or for a folder of them. */
export function ChooseModels({ isDisabled, hasFileButton, onFiles }: ChooseModelsProps) {
  const input = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  return (
    <>
      {hasFileButton && (
        <Button
          size="small"
          disabled={isDisabled}
          title="STEP、IGES、BREP、STL、OBJ、3MF 与图纸，可以多选，也可以拖到页面任意处"
          onClick={() => input.current?.click()}
        >
          选择模型文件
        </Button>
      )}
      {canChooseFolder() && (
        <Button
          size="small"
          disabled={isDisabled}
          title="加入文件夹里的所有模型与图纸，其他文件不加入"
          onClick={() => folder.current?.click()}
        >
          选择文件夹
        </Button>
      )}
      {hasFileButton && <FileInput ref={input} multiple aria-label="选择模型或图纸" onPick={onFiles} />}
      {canChooseFolder() && (
        <FileInput
          ref={folder}
          isFolder
          multiple
          aria-label="选择模型文件夹"
          onPick={(picked) => void addFolder(picked, onFiles)}
        />
      )}
    </>
  );
}

const loadFolderFiles = onDemand(() => import('../upload/usable-files.ts'), '附件功能');

async function addFolder(folderFiles: readonly File[], onFiles: ChooseModelsProps['onFiles']): Promise<void> {
  const code = await loadFolderFiles();
  if (!code) return;
  const picked = code.filesOfFolder(folderFiles);
  code.notifyIgnored(picked);
  if (picked.files.length > 0) onFiles(picked.files);
}
