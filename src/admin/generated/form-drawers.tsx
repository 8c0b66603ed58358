import { Skeleton } from 'antd';
import { Problem } from '../pages/problem.tsx';
import type { Resource } from './define-resource.ts';
import styles from './generated.module.css';
import { RecordDrawer } from './record-drawer.tsx';
import { RecordForm } from './record-form.tsx';
import { useNavigateWithin } from './use-navigate-within.ts';
import { useRecord } from './use-record.ts';

/** The form of a new record. */
export function CreateDrawer({ resource }: { resource: Resource }) {
  const { goList } = useNavigateWithin(resource);
  return (
    <RecordDrawer title={`新增${resource.label}`} onClose={goList}>
      <RecordForm resource={resource} onClose={goList} />
    </RecordDrawer>
  );
}

/** The form of a record, once it has been fetched. */
export function EditDrawer({ resource }: { resource: Resource }) {
  const { id, record, problem, reload } = useRecord(resource);
  const { goList } = useNavigateWithin(resource);
  return (
    <RecordDrawer title={`编辑${resource.label}`} onClose={goList}>
      {record ? (
        <RecordForm key={id} resource={resource} saved={{ id, record, reload }} onClose={goList} />
      ) : (
        <div className={styles.drawerContent}>
          {problem ? (
            <Problem title="无法编辑" text={problem} />
          ) : (
            <Skeleton active paragraph={{ rows: 2 * resource.form.length }} />
          )}
        </div>
      )}
    </RecordDrawer>
  );
}
