import { EditButton } from '@refinedev/antd';
import { useShow } from '@refinedev/core';
import { Descriptions, Skeleton, Tabs } from 'antd';
import { Suspense } from 'react';
import type { Row } from '../field-types/field.ts';
import { FieldCell } from '../field-types/field-cell.tsx';
import { Problem } from '../components/page/problem.tsx';
import { usePermission } from '../session/use-permission.ts';
import { fieldOf, type DrawerProps } from './define-resource.ts';
import styles from './resource-kit.module.css';
import { RecordDrawer } from './record-drawer.tsx';
import { RecordHistory } from './record-history.tsx';
import { useNavigateWithin } from './use-navigate-within.ts';
import { freshRecord, problemOf } from './record-query.ts';

/** Shows the fields of one record and, to those who may read the operation log, its history. */
export function DetailDrawer({ resource, id, onClose }: DrawerProps) {
  const { goEdit } = useNavigateWithin(resource);
  const { query, result: record } = useShow<Row>({
    resource: resource.name,
    id,
    queryOptions: freshRecord(id),
  });
  const canReadLog = usePermission('admin:sysOperLog:list');
  const hasHistory = canReadLog && resource.endpoints.update !== undefined;
  const problem = problemOf(query.error, id);
  const { detailMore: DetailMore } = resource;
  const details = (
    <>
      <RecordFields resource={resource} record={record} />
      {DetailMore && record ? (
        <Suspense fallback={<HistoryRoom />}>
          <DetailMore record={record} />
        </Suspense>
      ) : null}
    </>
  );
  return (
    <RecordDrawer
      title={`${resource.label}详情`}
      onClose={onClose}
      extra={
        record ? (
          <EditButton
            type="primary"
            icon={null}
            resource={resource.name}
            recordItemId={id}
            tabIndex={-1}
            onClick={() => goEdit(id)}
          >
            修改
          </EditButton>
        ) : null
      }
    >
      <div className={styles.drawerContent}>
        {problem ? (
          <Problem title="没有可显示的内容" text={problem} />
        ) : hasHistory ? (
          <Tabs
            items={[
              { key: 'details', label: '详情', children: details },
              {
                key: 'history',
                label: '历史',
                // The tab is enabled before the record has loaded: a disabled one would ignore the click.
                children: record ? (
                  <RecordHistory resource={resource} id={id} record={record} />
                ) : (
                  <HistoryRoom />
                ),
              },
            ]}
          />
        ) : (
          details
        )}
      </div>
    </RecordDrawer>
  );
}

/** Takes the space of the history while it loads. */
const HistoryRoom = () => <Skeleton active paragraph={{ rows: 6 }} />;

/** The fields; skeletons of their values while the record loads. */
function RecordFields({ resource, record }: Pick<DrawerProps, 'resource'> & { record: Row | undefined }) {
  return (
    <Descriptions
      aria-busy={record === undefined}
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
          children: record ? (
            <FieldCell field={field} name={name} record={record} isWhole />
          ) : (
            <div className={styles.valueRoom} />
          ),
        };
      })}
    />
  );
}
