import { Button, Radio } from 'antd';
import { useState } from 'react';
import { Dialog } from './dialog.tsx';
import styles from './conflict-dialog.module.css';

export type Side = 'mine' | 'theirs';

/** A field whose value in the user's input differs from the value saved by another user. Values are display texts. */
export interface Difference {
  key: string;
  label: string;
  /** The value before both changes. */
  before: string;
  mine: string;
  theirs: string;
  /** The initial choice; default: `mine`. */
  proposed?: Side;
}

interface Props {
  title: string;
  /** Explains the differences; default: another user saved first. */
  intro?: string;
  /** The headings of the two columns. */
  sides?: Readonly<Record<Side, string>>;
  differences: readonly Difference[];
  onMerge: (sides: ReadonlyMap<string, Side>) => void;
  /** Discards all input, including changes without a conflict; default: not offered. */
  onDiscard?: () => void;
  onCancel: () => void;
}

const bothSides = ['mine', 'theirs'] as const satisfies readonly Side[];
const defaultSides = { mine: '我的修改', theirs: '他人已保存' };

/** After another user has saved first, lets the user choose a value for each field, or one side for all fields. */
export function ConflictDialog({
  title,
  intro,
  sides = defaultSides,
  differences,
  onMerge,
  onDiscard,
  onCancel,
}: Props) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Side>>(new Map());
  const sideOf = ({ key, proposed = 'mine' }: Difference) => chosen.get(key) ?? proposed;
  const chooseAll = (side: Side) => setChosen(new Map(differences.map(({ key }) => [key, side])));
  return (
    <Dialog
      title={title}
      width={800}
      onCancel={onCancel}
      footer={
        <>
          <Button onClick={onCancel}>返回修改</Button>
          {onDiscard ? (
            <Button danger onClick={onDiscard}>
              放弃我的修改，载入最新
            </Button>
          ) : null}
          <Button
            type="primary"
            onClick={() =>
              onMerge(new Map(differences.map((difference) => [difference.key, sideOf(difference)])))
            }
          >
            按所选合并
          </Button>
        </>
      }
    >
      {differences.length === 0 ? (
        <p>他人保存的内容与您的修改没有冲突，合并后可以直接保存。</p>
      ) : (
        <>
          <p>
            {intro ??
              `您的修改还没有保存。下列 ${differences.length} 项与他人保存的内容不同，请逐项选择要保留的，合并后再保存。`}
          </p>
          {differences.length > 1 ? (
            <p className={styles.all}>
              <Button onClick={() => chooseAll('mine')}>
                全部用{sides === defaultSides ? '我的' : `“${sides.mine}”`}
              </Button>
              <Button onClick={() => chooseAll('theirs')}>
                全部用{sides === defaultSides ? '他人的' : `“${sides.theirs}”`}
              </Button>
            </p>
          ) : null}
          <div className={styles.scroll}>
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">项目</th>
                  <th scope="col">修改前</th>
                  {bothSides.map((side) => (
                    <th key={side} scope="col">
                      {sides[side]}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {differences.map((difference) => (
                  <tr key={difference.key}>
                    <th scope="row">{difference.label}</th>
                    <td className={styles.before}>{difference.before}</td>
                    {bothSides.map((side) => (
                      <td key={side}>
                        <Radio
                          checked={sideOf(difference) === side}
                          onChange={() => setChosen(new Map(chosen).set(difference.key, side))}
                        >
                          {difference[side]}
                        </Radio>
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </Dialog>
  );
}
