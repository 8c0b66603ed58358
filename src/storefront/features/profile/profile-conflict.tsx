import { Button } from '#storefront/ui/button.tsx';
import { fieldNames, labels, type ProfileValues } from './profile-fields.ts';
import styles from './profile-page.module.css';

interface ProfileConflictProps {
  typed: ProfileValues;
  /** The current record. */
  current: ProfileValues;
  isBusy: boolean;
  onTake: () => void;
  onOverwrite: () => void;
}

/**
 * Reports that the record was changed elsewhere since it was opened: shows the differences, and asks which values to
 * keep.
 */
export function ProfileConflict({ typed, current, isBusy, onTake, onOverwrite }: ProfileConflictProps) {
  const different = fieldNames.filter((name) => typed[name] !== current[name]);
  return (
    <div role="group" aria-label="资料已被修改" className={styles.conflict}>
      <p>资料在您打开之后已在别处修改，尚未保存您填写的内容。</p>
      {different.length > 0 && (
        <ul>
          {different.map((name) => (
            <li key={name}>
              {labels[name]}：现在是“{current[name] || '空'}”，您填写的是“{typed[name] || '空'}”
            </li>
          ))}
        </ul>
      )}
      <div className={styles.choices}>
        <Button size="small" onClick={onTake}>
          载入现在的资料
        </Button>
        <Button size="small" isBusy={isBusy} onClick={onOverwrite}>
          保存我填写的内容
        </Button>
      </div>
    </div>
  );
}
