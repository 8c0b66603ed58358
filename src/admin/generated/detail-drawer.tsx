import { Button, Descriptions, Skeleton } from 'antd';
import { FieldCell } from '../kinds/field-cell.tsx';
import { Problem } from '../pages/problem.tsx';
import { useAllowed } from './allowed.tsx';
import { fieldOf, type Resource } from './define-resource.ts';
import styles from './generated.module.css';
import { RecordDrawer } from './record-drawer.tsx';
import { useNavigateWithin } from './use-navigate-within.ts';
import { useRecord } from './use-record.ts';

/** Every declared field of one record. */
export function DetailDrawer({ resource }: { resource: Resource }) {
  const { id, record, problem } = useRecord(resource);
  const { goList, goEdit } = useNavigateWithin(resource);
  const canEdit = useAllowed(resource, 'edit');
  return (
    <RecordDrawer
      title={`${resource.label}详情`}
      onClose={goList}
      extra={
        canEdit && record ? (
          <Button type="primary" onClick={() => goEdit(id)}>
            编辑
          </Button>
        ) : null
      }
    >
      <div className={styles.drawerContent}>
        {problem ? <Problem title="没有可显示的内容" text={problem} /> : null}
        {record ? (
          <Descriptions
            bordered
            size="small"
            column={1}
            // A wide value must not squeeze the labels into a column of single characters.
            styles={{ label: { width: 120, whiteSpace: 'nowrap' } }}
            items={resource.detail.map((name) => {
              const field = fieldOf(resource, name);
              return {
                key: name,
                label: field.label,
                children: <FieldCell field={field} name={name} record={record} isWhole />,
              };
            })}
          />
        ) : null}
        {!record && !problem ? <Skeleton active paragraph={{ rows: resource.detail.length }} /> : null}
      </div>
    </RecordDrawer>
  );
}
