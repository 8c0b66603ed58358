import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { files as fileEndpoints, type OrderFile } from '#contract/files.ts';
import { download } from '#providers/download.ts';
import { fileSizeText, loadThumbnail } from '#providers/files.ts';
import { resultOrUndefined } from '#providers/result.ts';
import styles from './order.module.css';

export function ItemFiles({ files }: { files: readonly OrderFile[] }) {
  if (files.length === 0) return null;
  return (
    <ul className={styles.files} aria-label="图纸附件">
      {files.map((file) => (
        <li key={file.id}>
          {file.hasThumbnail ? <Thumbnail id={file.id} /> : null}
          <span className={styles.fileName}>{file.name}</span>
          <small className={styles.muted}>{fileSizeText(file.size)}</small>
          <Download file={file} />
        </li>
      ))}
    </ul>
  );
}

function Thumbnail({ id }: { id: number }) {
  const { data } = useQuery({
    queryKey: ['file', id, 'thumbnail'],
    queryFn: ({ signal }) => loadThumbnail(id, signal),
    staleTime: Infinity,
    retry: false,
  });
  return <span className={styles.thumbnail}>{data === undefined ? null : <img src={data} alt="" />}</span>;
}

function Download({ file: { id, name } }: { file: OrderFile }) {
  const [isBusy, setIsBusy] = useState(false);
  async function save() {
    setIsBusy(true);
    await resultOrUndefined(download(fileEndpoints.download, { params: { id } }));
    setIsBusy(false);
  }
  return (
    <Button size="small" loading={isBusy} aria-label={`下载 ${name}`} onClick={() => void save()}>
      下载
    </Button>
  );
}
