import { useQuery } from '@tanstack/react-query';
import { loadThumbnail } from '#providers/files.ts';
import styles from './file-mark.module.css';

interface FileMarkProps {
  /** Without an id it is not with the server. */
  file: { id?: number; name: string; hasThumbnail?: boolean };
}

/** What a file looks like: its small picture, else how its name ends. */
export function FileMark({ file: { id = 0, name, hasThumbnail = false } }: FileMarkProps) {
  const { data } = useQuery({
    queryKey: ['file', id, 'thumbnail'],
    queryFn: ({ signal }) => loadThumbnail(id, signal),
    enabled: hasThumbnail,
    staleTime: Infinity,
    retry: false,
  });
  return (
    <span className={styles.mark} aria-hidden="true">
      {data === undefined ? endingOf(name) : <img src={data} alt="" />}
    </span>
  );
}

const endingOf = (name: string) => /\.(\w{1,4})$/.exec(name)?.[1]?.toUpperCase() ?? '文件';
