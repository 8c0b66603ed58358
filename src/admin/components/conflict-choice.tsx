import { Button, Modal, Radio } from 'antd';
import { useState } from 'react';
import styles from './conflict-choice.module.css';
import { useFocusBack } from './use-focus-back.ts';

export type Side = 'mine' | 'theirs';

export interface ConflictRow {
  key: string;
  /** What was changed by both. */
  label: string;
  mine: string;
  theirs: string;
}

interface Props {
  rows: readonly ConflictRow[];
  /** What the rows are: 价格. */
  noun: string;
  onChoose: (sides: ReadonlyMap<string, Side>) => void;
  onCancel: () => void;
}

/** Somebody else saved other figures first: mine or theirs, one by one or all at once. */
export function ConflictChoice({ rows, noun, onChoose, onCancel }: Props) {
  useFocusBack();
  const [sides, setSides] = useState<ReadonlyMap<string, Side>>(new Map());
  const sideOf = (key: string): Side => sides.get(key) ?? 'mine';
  const chooseAll = (side: Side) => setSides(new Map(rows.map(({ key }) => [key, side])));
  return (
    <Modal
      open
      title={`${noun}已被他人修改`}
      width={720}
      okText="按所选继续"
      cancelText="返回修改"
      onOk={() => onChoose(new Map(rows.map(({ key }) => [key, sideOf(key)])))}
      onCancel={onCancel}
    >
      <p>
        在您编辑期间，他人修改了下列 {rows.length} 项。没有保存任何内容；请逐项选择要保留的值，然后再次保存。
      </p>
      <p className={styles.all}>
        <Button onClick={() => chooseAll('mine')}>全部用我的</Button>
        <Button onClick={() => chooseAll('theirs')}>全部用他人的</Button>
      </p>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{noun}</th>
              <th scope="col">我的修改</th>
              <th scope="col">他人的修改</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, label, mine, theirs }) => (
              <tr key={key}>
                <th scope="row">{label}</th>
                {(
                  [
                    ['mine', mine],
                    ['theirs', theirs],
                  ] as const
                ).map(([side, text]) => (
                  <td key={side}>
                    <Radio
                      checked={sideOf(key) === side}
                      onChange={() => setSides((before) => new Map(before).set(key, side))}
                    >
                      {text}
                    </Radio>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Modal>
  );
}
