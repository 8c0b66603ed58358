import { Alert, Button, Form } from 'antd';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { Row } from '../kinds/field.ts';
import { kindOf } from '../kinds/kinds.ts';
import { fieldOf, type Resource } from './define-resource.ts';
import { bodyOf, initialInputs, inputsOf, isRequired, problemOf, type InputValues } from './form-values.ts';
import styles from './generated.module.css';
import { useSave, type SaveFailure } from './use-save.ts';
import { useUnsavedGuard } from './use-unsaved-guard.tsx';

const ConflictDialog = lazy(() =>
  import('./conflict-dialog.tsx').then((module) => ({ default: module.ConflictDialog })),
);

interface Props {
  resource: Resource;
  /** The record to edit; absent for a new one. */
  saved?: { id: number; record: Row; reload: () => Promise<Row | undefined> };
  onClose: () => void;
}

/** The form of a record: Ctrl S saves, unsaved changes are guarded, the server's complaints stand beside their field. */
export function RecordForm({ resource, saved, onClose }: Props) {
  const [form] = Form.useForm<InputValues>();
  const [base, setBase] = useState(saved?.record);
  const [general, setGeneral] = useState<readonly string[]>([]);
  const [current, setCurrent] = useState<Row>();
  const { setDirty, question } = useUnsavedGuard();
  const { save, isSaving } = useSave(resource, saved?.id);
  const initial = base ? inputsOf(resource, base) : initialInputs(resource);

  const read = () => form.getFieldsValue();
  const isChanged = (inputs: InputValues) =>
    JSON.stringify(bodyOf(resource, inputs)) !== JSON.stringify(bodyOf(resource, initial));

  async function submit() {
    if (isSaving) return;
    setGeneral([]);
    const failure = await save(read(), base);
    if (failure) return handle(failure);
    setDirty(false);
    onClose();
  }

  async function handle({ error, errors = {} }: SaveFailure) {
    if (error === 'record.changed') setCurrent(await saved?.reload());
    const own = Object.entries(errors).filter(([name]) => resource.form.includes(name));
    form.setFields(own.map(([name, message]) => ({ name, errors: [message] })));
    setGeneral(
      Object.entries(errors).flatMap(([name, message]) => (resource.form.includes(name) ? [] : [message])),
    );
    const [first] = own;
    if (first) form.scrollToField(first[0], { focus: true });
  }

  function restart(record: Row, inputs: InputValues) {
    setBase(record);
    setCurrent(undefined);
    form.setFieldsValue(inputs);
    setDirty(
      JSON.stringify(bodyOf(resource, inputs)) !==
        JSON.stringify(bodyOf(resource, inputsOf(resource, record))),
    );
  }

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      form.submit();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [form]);

  return (
    <>
      <Form
        form={form}
        layout="vertical"
        className={styles.form}
        initialValues={initial}
        scrollToFirstError={{ focus: true }}
        onValuesChange={() => setDirty(isChanged(read()))}
        onFinish={() => void submit()}
      >
        <div className={styles.drawerContent}>
          {general.length > 0 ? <Alert type="error" showIcon title={general.join('；')} /> : null}
          {resource.form.map((name) => (
            <FieldItem key={name} resource={resource} name={name} />
          ))}
        </div>
        <footer className={styles.formFooter}>
          <Button onClick={onClose}>取消</Button>
          <Button type="primary" htmlType="submit" loading={isSaving} title="Ctrl S">
            保存
          </Button>
        </footer>
      </Form>
      {question}
      {current && base ? (
        <Suspense fallback={null}>
          <ConflictDialog
            resource={resource}
            base={base}
            inputs={read()}
            current={current}
            onMerge={(inputs) => restart(current, inputs)}
            onReload={() => restart(current, inputsOf(resource, current))}
            onCancel={() => setCurrent(undefined)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** One input with the contract's rule for its field. */
function FieldItem({ resource, name }: { resource: Resource; name: string }) {
  const field = fieldOf(resource, name);
  const kind = kindOf(field);
  return (
    <Form.Item
      name={name}
      label={field.label}
      extra={field.hint}
      required={isRequired(resource, name)}
      valuePropName={kind.valueProp}
      rules={[
        {
          validator: (_rule, input) => {
            const problem = problemOf(resource, name, input);
            return problem === undefined ? Promise.resolve() : Promise.reject(new Error(problem));
          },
        },
      ]}
    >
      {kind.input(field)}
    </Form.Item>
  );
}
