import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldErrors } from '#contract/kernel/errors.ts';
import { parts, type Part } from '#contract/orders/parts.ts';
import { libraryTitle } from '#domain/parts/line-title.ts';
import { call } from '#providers/http/http.ts';
import { Button } from '#storefront/ui/button.tsx';
import { Dialog } from '#storefront/ui/layer/dialog.tsx';
import { TextField } from '#storefront/ui/form/field.tsx';
import styles from './parts-page.module.css';

/** Edits the drawing number, revision and name of a part. Existing orders keep the old ones. */
export function EditPart({ part, onClose }: { part: Part; onClose: () => void }) {
  const { id, code, revision, name } = part;
  const [fields, setFields] = useState({ code, revision, name });
  const [errors, setErrors] = useState<FieldErrors>({});
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(parts.update, { params: { id }, body: { ...fields, version: part.version } }),
    onSuccess: async (result) => {
      if (result.errors) return setErrors(result.errors);
      // After a conflict the refetched list shows the other user's change; saving again overwrites it.
      if (result.error !== 'record.changed') onClose();
      await queryClient.invalidateQueries({ queryKey: ['parts'] });
    },
  });
  const control = (field: keyof typeof fields) => ({
    value: fields[field],
    error: errors[field],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => {
      setFields({ ...fields, [field]: target.value });
      setErrors({});
    },
  });
  const save = () => (fields.name.trim() === '' ? setErrors({ name: '请输入零件名称' }) : mutate());
  return (
    <Dialog
      title={`修改图号与名称 ${libraryTitle(name, part.item)}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button variant="primary" isBusy={isPending} onClick={save}>
            保存
          </Button>
        </>
      }
    >
      <div className={styles.edit}>
        <TextField label="图号" maxLength={40} {...control('code')} />
        <TextField label="版本" maxLength={10} hint="例如 B" {...control('revision')} />
        <TextField label="零件名称" maxLength={60} isRequired {...control('name')} />
        <p>只修改零件库里的信息，已有的报价和订单不变。</p>
      </div>
    </Dialog>
  );
}
