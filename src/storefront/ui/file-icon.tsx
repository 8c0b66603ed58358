import { useQuery } from '@tanstack/react-query';
import { loadThumbnail } from '#providers/files.ts';
import styles from './file-icon.module.css';

interface FileIconProps {
  /** Without an id it is not on the server yet. */
  file: { id?: number; name: string; hasThumbnail?: boolean };
}

/** A file's thumbnail, else its extension. */
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

/** A thumbnail of the file's content as a data URI, else the extension of its name. */
export function FileMark({ name, picture }: { name: string; picture: string | undefined }) {
  return (
    <span className={styles.mark} aria-hidden="true">
      {picture === undefined ? endingOf(name) : <img src={picture} alt="" />}
    </span>
  );
}

const endingOf = (name: string) => /\.(\w{1,4})$/.exec(name)?.[1]?.toUpperCase() ?? '文件';
