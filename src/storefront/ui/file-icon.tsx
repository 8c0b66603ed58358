import { useQuery } from '@tanstack/react-query';
import { loadThumbnail } from '#providers/files.ts';
import styles from './file-icon.module.css';

interface FileIconProps {
  /** Without an id the file is not uploaded yet. */
  file: { id?: number; name: string; hasThumbnail?: boolean };
}

/** A file's thumbnail, or else its extension. */
export function FileIcon({ file: { id = 0, name, hasThumbnail = false } }: FileIconProps) {
  const { data } = useQuery({
    queryKey: ['file', id, 'thumbnail'],
    queryFn: ({ signal }) => loadThumbnail(id, signal),
    enabled: hasThumbnail,
    staleTime: Infinity,
    retry: false,
  });
  return <FileMark name={name} picture={data} />;
}

/** `picture` is a data URI; without it, shows the extension. */
export function FileMark({ name, picture }: { name: string; picture: string | undefined }) {
  return (
    <span className={styles.mark} aria-hidden="true">
      {picture === undefined ? extensionOf(name) : <img src={picture} alt="" />}
    </span>
  );
}

const extensionOf = (name: string) => /\.(\w{1,4})$/.exec(name)?.[1]?.toUpperCase() ?? '文件';
