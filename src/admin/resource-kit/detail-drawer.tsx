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
import { useResourceNavigation } from './use-resource-navigation.ts';
import { freshRecord, loadError } from './record-query.ts';

/** The fields of one record and, for users with access to the operation log, its history. */
export function DetailDrawer({ resource, id, onClose }: DrawerProps) {
  const { goEdit } = useResourceNavigation(resource);
  const { query, result: record } = useShow<Row>({
    resource: resource.name,
    id,
    queryOptions: freshRecord(id),
  });
  const canReadLog = usePermission('admin:sysOperLog:list');
  const hasHistory = canReadLog && resource.endpoints.update !== undefined;
  const problem = loadError(query.error, id);
  const { detailExtra: DetailExtra } = resource;
  const details = (
    <>
      <RecordFields resource={resource} record={record} />
      {DetailExtra && record ? (
        <Suspense fallback={<HistorySkeleton />}>
          <DetailExtra record={record} />
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
                // Not disabled while the record loads: a disabled tab would ignore the click.
                children: record ? (
                  <RecordHistory resource={resource} id={id} record={record} />
                ) : (
                  <HistorySkeleton />
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

const HistorySkeleton = () => <Skeleton active paragraph={{ rows: 6 }} />;

function RecordFields({ resource, record }: Pick<DrawerProps, 'resource'> & { record: Row | undefined }) {
  return (
    <Descriptions
      aria-busy={record === undefined}
      bordered
      size="small"
      column={1}
      // A wide value must not squeeze the labels.
      styles={{ label: { width: 120, whiteSpace: 'nowrap' } }}
      items={resource.detail.map((name) => {
        const field = fieldOf(resource, name);
        return {
          key: name,
          label: field.label,
          children: record ? (
            <FieldCell field={field} name={name} record={record} isDetail />
          ) : (
            <div className={styles.valuePlaceholder} />
          ),
        };
      })}
    />
  );
}
