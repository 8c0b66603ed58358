import { Alert, Button, ConfigProvider, Form } from 'antd';
import { lazy, Suspense, useEffect, useState } from 'react';
import { can } from '#providers/access-control.ts';
import type { KindName, Row } from '../kinds/field.ts';
import { kindOf } from '../kinds/kinds.ts';
import { fieldOf, type Resource } from './define-resource.ts';
import {
  bodyOf,
  initialInputs,
  inputsOf,
  isPartOf,
  isRequired,
  problemOf,
  type InputValues,
} from './form-values.ts';
import styles from './generated.module.css';
import { useSave, type SaveFailure } from './use-save.ts';
import { useUnsavedGuard } from './use-unsaved-guard.tsx';

const ConflictDialog = lazy(() =>
  import('./conflict-dialog.tsx').then((module) => ({ default: module.ConflictDialog })),
);

interface Props {
  resource: Resource;
  /** What a new record starts with. */
  proposed?: Row;
  /** The record to edit; absent for a new one. */
  saved?: { id: number; record: Row; reload: () => Promise<Row | undefined> };
  onClose: () => void;
}

/** A drawer of so many pixels has room for two columns of inputs. */
const TWO_COLUMNS = 800;

/** The form of a record: Ctrl S saves, unsaved changes are guarded, the server's complaints stand beside their field. */
export function RecordForm({ resource, proposed, saved, onClose }: Props) {
  const [form] = Form.useForm<InputValues>();
  const [base, setBase] = useState(saved?.record);
  const [general, setGeneral] = useState<readonly string[]>([]);
  const [current, setCurrent] = useState<Row>();
  const { setDirty, question } = useUnsavedGuard();
  const { save, isSaving } = useSave(resource, saved?.id);
  const isWide = (resource.formSize ?? 0) >= TWO_COLUMNS;
  const initial = base ? inputsOf(resource, base) : initialInputs(resource, proposed);

  const read = (): InputValues => form.getFieldsValue(true) as InputValues;
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
        <div className={styles.formColumns}>
          <div className={styles.drawerContent} data-columns={isWide ? 2 : undefined}>
            {general.length > 0 ? <Alert type="error" showIcon title={general.join('；')} /> : null}
            {resource.form.map((name) => (
              <FieldItem key={name} resource={resource} name={name} record={base} />
            ))}
          </div>
          <FormAside resource={resource} saved={base} />
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

/** Watches the inputs by itself, so that the form isn't drawn anew with each key. */
function FormAside({ resource, saved }: { resource: Resource; saved: Row | undefined }) {
  const { formAside: Content } = resource;
  const inputs = Form.useWatch([], Form.useFormInstance<InputValues>());
  if (!Content) return null;
  return (
    <aside className={styles.formAside}>
      <Suspense fallback={null}>
        <Content values={bodyOf(resource, inputs ?? {})} saved={saved} />
      </Suspense>
    </aside>
  );
}

/** Kinds that need all of a form's width. */
const spacious = new Set<KindName>(['longText', 'json', 'custom']);

interface FieldItemProps {
  resource: Resource;
  name: string;
  record?: Row;
}

/** A field that only some records have comes and goes with the other inputs. */
function FieldItem(props: FieldItemProps) {
  const { resource, name } = props;
  if (!fieldOf(resource, name).when) return <InputItem {...props} />;
  return (
    <Form.Item noStyle shouldUpdate>
      {({ getFieldsValue }) =>
        isPartOf(resource, name, getFieldsValue(true) as InputValues) ? <InputItem {...props} /> : null
      }
    </Form.Item>
  );
}

/** One input with the contract's rule for its field. */
function InputItem({ resource, name, record }: FieldItemProps) {
  const field = fieldOf(resource, name);
  const isLocked = field.needs !== undefined && !can(field.needs);
  const kind = kindOf(field);
  const item = (
    <Form.Item
      name={name}
      className={spacious.has(field.kind) ? styles.wholeRow : undefined}
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
      {kind.input(field, { name, record })}
    </Form.Item>
  );
  return isLocked ? <ConfigProvider componentDisabled>{item}</ConfigProvider> : item;
}
