import { useRef } from 'react';
import type { Profile } from '#contract/people/profile.ts';
import { Button } from '#storefront/ui/button.tsx';
import { TextField } from '#storefront/ui/form/field.tsx';
import page from '#storefront/ui/page.module.css';
import {
  groups,
  normalizeProfile,
  valuesOf,
  fieldNames,
  labels,
  type ProfileValues,
} from './profile-fields.ts';
import styles from './profile-page.module.css';
import { useProfileForm } from './use-profile-form.ts';

export function ProfileForm({ user }: { user: Profile['user'] }) {
  const form = useRef<HTMLFormElement>(null);
  const { values, errors, conflict, isSaving, isChanged, change, save, resetTo } = useProfileForm(
    user,
    (field) => form.current?.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus(),
  );
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {groups.map(({ title, hint, usesCompanyFallback, fields }) => (
        <fieldset key={title} className={styles.group}>
          <legend className={styles.legend}>{title}</legend>
          {hint !== undefined && (
            <p className={page.muted}>
              {hint}
              {usesCompanyFallback &&
                user.deptName !== '' &&
                `没有填写的项使用“${user.deptName}”登记的资料。`}
            </p>
          )}
          <div className={styles.fields}>
            {fields.map(({ name, isWide, ...attributes }) => (
              <TextField
                key={name}
                {...attributes}
                name={name}
                className={isWide && styles.wide}
                value={values[name]}
                error={errors[name]}
                onChange={(event) => change(name, event.target.value)}
              />
            ))}
          </div>
        </fieldset>
      ))}
      {conflict && (
        <ProfileConflict
          input={normalizeProfile(values)}
          current={valuesOf(conflict)}
          isBusy={isSaving}
          onLoad={() => resetTo(conflict)}
          onOverwrite={() => save(conflict.version)}
        />
      )}
      <div className={page.actions}>
        <Button type="submit" variant="primary" isBusy={isSaving}>
          保存
        </Button>
        {isChanged && (
          <>
            <Button variant="ghost" onClick={() => resetTo(user)}>
              放弃修改
            </Button>
            <span role="status" className={page.muted}>
              有尚未保存的修改
            </span>
          </>
        )}
      </div>
    </form>
  );
}

interface ProfileConflictProps {
  input: ProfileValues;
  current: ProfileValues;
  isBusy: boolean;
  onLoad: () => void;
  onOverwrite: () => void;
}

/** Reports that the record was changed elsewhere; shows the differences, and asks which values to keep. */
function ProfileConflict({ input, current, isBusy, onLoad, onOverwrite }: ProfileConflictProps) {
  const changedNames = fieldNames.filter((name) => input[name] !== current[name]);
  return (
    <div role="group" aria-label="资料已被修改" className={styles.conflict}>
      <p>资料在您打开之后已在别处修改，尚未保存您填写的内容。</p>
      {changedNames.length > 0 && (
        <ul>
          {changedNames.map((name) => (
            <li key={name}>
              {labels[name]}：现在是“{current[name] || '空'}”，您填写的是“{input[name] || '空'}”
            </li>
          ))}
        </ul>
      )}
      <div className={styles.choices}>
        <Button size="small" onClick={onLoad}>
          载入现在的资料
        </Button>
        <Button size="small" isBusy={isBusy} onClick={onOverwrite}>
          保存我填写的内容
        </Button>
      </div>
    </div>
  );
}
