import { Button, Form, Skeleton } from 'antd';
import type { Field, FieldTypeName } from '../field-types/field.ts';
import { Problem } from '../components/page/problem.tsx';
import { fieldOf, type Resource } from './define-resource.ts';
import { isRequired } from './form-values.ts';
import styles from './resource-kit.module.css';

/** Field types that take the full width of the form. */
const fullWidthTypes = new Set<FieldTypeName>(['longText', 'json', 'custom']);
export const isFullWidth = ({ type }: Field): boolean => fullWidthTypes.has(type);

interface Props {
  resource: Resource;
  isWide: boolean;
  problem: string | undefined;
  onClose: () => void;
}

/** A skeleton of the form while its record loads, or the error. */
export function FormSkeleton({ resource, isWide, problem, onClose }: Props) {
  if (problem !== undefined) {
    return (
      <div className={styles.drawerContent}>
        <Problem title="无法修改" text={problem} />
      </div>
    );
  }
  return (
    <>
      <div className={styles.formColumns} role="status" aria-label="加载中">
        <div className={styles.drawerContent} data-columns={isWide ? 2 : undefined}>
          {resource.form
            .map((name) => ({ name, field: fieldOf(resource, name) }))
            .filter(({ field }) => !field.when)
            .map(({ name, field }) => (
              <Form.Item
                key={name}
                label={field.label}
                extra={field.hint}
                // The asterisk of a required field makes its label taller.
                required={isRequired(resource, name)}
                className={isFullWidth(field) ? styles.fullRow : undefined}
              >
                {field.type === 'longText' ? (
                  <div className={styles.textAreaPlaceholder} />
                ) : isFullWidth(field) ? (
                  <Skeleton active title={false} paragraph={{ rows: 2, width: '100%' }} />
                ) : (
                  <Skeleton.Input active block />
                )}
              </Form.Item>
            ))}
        </div>
        {resource.formAside ? (
          <aside className={styles.formAside}>
            <Skeleton active paragraph={{ rows: 8 }} />
          </aside>
        ) : null}
      </div>
      <SkeletonFooter onClose={onClose} />
    </>
  );
}

interface PanelSkeletonProps {
  /** The approximate height of the form in lines of text. */
  rows: number;
  problem: { title: string; text: string } | undefined;
  onClose: () => void;
}

/** A skeleton for a hand-written form while its record loads, or the error. */
export function PanelSkeleton({ rows, problem, onClose }: PanelSkeletonProps) {
  return (
    <>
      <div className={styles.drawerContent}>
        {problem ? (
          <Problem {...problem} />
        ) : (
          <div role="status" aria-label="加载中">
            <Skeleton active title={false} paragraph={{ rows, width: '100%' }} />
          </div>
        )}
      </div>
      {problem ? null : <SkeletonFooter onClose={onClose} />}
    </>
  );
}

function SkeletonFooter({ onClose }: { onClose: () => void }) {
  return (
    <footer className={styles.formFooter}>
      <Button onClick={onClose}>取消</Button>
      <Button type="primary" disabled>
        保存
      </Button>
    </footer>
  );
}
