import { useState } from 'react';
import { files as fileEndpoints, type OrderFile } from '#contract/files.ts';
import { download } from '#providers/download.ts';
import { fileSizeText } from '#providers/files.ts';
import { resultOrUndefined } from '#providers/result.ts';
import { FileIcon } from '#storefront/ui/file-icon.tsx';
import styles from './item-files.module.css';

/** Downloadable drawings and models of a part. */
export function ItemFiles({ files }: { files: readonly OrderFile[] }) {
  if (files.length === 0) return null;
  return (
    <ul className={styles.files} aria-label="图纸附件">
      {files.map((file) => (
        <li key={file.id}>
          <FileLink file={file} />
        </li>
      ))}
    </ul>
  );
}

function FileLink({ file }: { file: OrderFile }) {
  const [isBusy, setBusy] = useState(false);
  async function save() {
    setBusy(true);
    await resultOrUndefined(download(fileEndpoints.download, { params: { id: file.id } }));
    setBusy(false);
  }
  return (
    <button
      type="button"
      className={styles.file}
      aria-label={`下载 ${file.name}`}
      aria-busy={isBusy}
      disabled={isBusy}
      onClick={() => void save()}
    >
      <FileIcon file={file} />
      <span className={styles.name} title={file.name}>
        {file.name}
      </span>
      <small>{fileSizeText(file.size)}</small>
    </button>
  );
}
