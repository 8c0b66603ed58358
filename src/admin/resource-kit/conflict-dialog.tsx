import { Button, Modal, Radio } from 'antd';
import { useState } from 'react';
import { useFocusBack } from '../components/use-focus-back.ts';
import type { Row } from '../field-types/field.ts';
import { textOf } from '../field-types/field-types.ts';
import { fieldOf, type Resource } from './define-resource.ts';
import type { InputValues } from './form-values.ts';
import styles from './resource-kit.module.css';
import { differencesOf, mergedInputs, type Side } from './merge.ts';

interface Props {
  resource: Resource;
  /** The record that the form started from. */
  base: Row;
  inputs: InputValues;
  /** The record as somebody else saved it. */
  current: Row;
  /** Goes on with these inputs, upon the current record. */
  onMerge: (inputs: InputValues) => void;
  /** Drops my changes and shows the current record. */
  onReload: () => void;
  onCancel: () => void;
}

/** Somebody saved the record first: shows theirs beside mine, and lets one decide field by field. */
export function ConflictDialog({ resource, base, inputs, current, onMerge, onReload, onCancel }: Props) {
  useFocusBack();
  const differences = differencesOf(resource, base, inputs, current);
  const [decisions, setDecisions] = useState<Readonly<Record<string, Side>>>(() =>
    Object.fromEntries(differences.map(({ name, proposed }) => [name, proposed])),
  );
  const shown = (name: string, value: unknown) =>
    textOf(fieldOf(resource, name), name, { ...current, [name]: value }) || '（空）';

  return (
    <Modal
      open
      title="数据已被他人修改"
      width={720}
      onCancel={onCancel}
      footer={[
        <Button key="reload" danger onClick={onReload}>
          放弃我的修改，载入最新
        </Button>,
        <Button
          key="merge"
          type="primary"
          onClick={() => onMerge(mergedInputs(resource, inputs, current, decisions))}
        >
          按所选合并
        </Button>,
      ]}
    >
      {differences.length === 0 ? (
        <p>您填写的内容与当前记录相同，合并后可以直接保存。</p>
      ) : (
        <>
          <p>在您编辑期间，他人保存了这条记录。请逐项选择要保留的内容，合并后再保存。</p>
          <div className={styles.conflictScroll}>
            <table className={styles.conflict}>
              <thead>
                <tr>
                  <th scope="col">字段</th>
                  <th scope="col">我的修改</th>
                  <th scope="col">当前记录</th>
                </tr>
              </thead>
              <tbody>
                {differences.map(({ name, mine, theirs }) => {
                  const choose = (side: Side) => setDecisions((before) => ({ ...before, [name]: side }));
                  return (
                    <tr key={name}>
                      <th scope="row">{fieldOf(resource, name).label}</th>
                      <td>
                        <Radio checked={decisions[name] === 'mine'} onChange={() => choose('mine')}>
                          {shown(name, mine)}
                        </Radio>
                      </td>
                      <td>
                        <Radio checked={decisions[name] === 'theirs'} onChange={() => choose('theirs')}>
                          {shown(name, theirs)}
                        </Radio>
                      </td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </div>
        </>
      )}
    </Modal>
  );
}
