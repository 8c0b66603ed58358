import { SaveButton, useForm } from '@refinedev/antd';
import { useDataProvider, useInvalidate, type HttpError } from '@refinedev/core';
import { Alert, Button, Form, Skeleton } from 'antd';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import type { FieldErrors } from '#contract/kernel/errors.ts';
import { priceJumps, type PriceJumps } from '#contract/prices/price-jumps.ts';
import { can } from '#providers/session/access-control.ts';
import { createInterruptedInput } from '#providers/interrupted-input.ts';
import { JumpDialog } from '../components/prices/price-jumps.tsx';
import { useSaveKey } from '../components/use-save-key.ts';
import type { Row } from '../field-types/field.ts';
import { useAdminSession } from '../session/session.ts';
import type { Resource } from './define-resource.ts';
import { FieldItem } from './form-field.tsx';
import { bodyOf, copiedValues, initialInputs, inputsOf, type InputValues } from './form-values.ts';
import styles from './resource-kit.module.css';
import { RecordConflict } from './record-conflict.tsx';
import { freshRecord, loadError } from './record-query.ts';
import { FormSkeleton } from './form-skeleton.tsx';
import { useRefresh } from './use-refresh.ts';
import { useUnsavedGuard } from '../components/use-unsaved-guard.ts';

interface Props {
  resource: Resource;
  /** Values of a new record that replace the initial values of its fields. */
  proposed?: Row;
  /** The record to edit; undefined for a new one. */
  id?: number;
  /** The record to copy. */
  copyOf?: number;
  onClose: () => void;
}

type Refusal = HttpError & { error?: string; errors?: FieldErrors; data?: unknown };

/** In drawers of at least this width, the form has two columns. */
const TWO_COLUMNS_PX = 800;

const interrupted = createInterruptedInput<InputValues>();

/**
 * The form of a record. Ctrl+S saves, leaving with unsaved changes asks for confirmation, and the server's validation
 * errors appear below their fields.
 */
export function RecordForm({ resource, proposed, id, copyOf, onClose }: Props) {
  const { setDirty } = useUnsavedGuard();
  const [generalErrors, setGeneralErrors] = useState<readonly string[]>([]);
  /** The record that the form is based on after a conflict with another user. */
  const [merged, setMerged] = useState<Row>();
  /** The record as another user has saved it, while the conflict dialog is open. */
  const [current, setCurrent] = useState<Row>();
  const [jumps, setJumps] = useState<PriceJumps>();
  const { userId } = useAdminSession().user;
  const name = `${resource.name}/${id ?? `new/${copyOf ?? ''}`}`;
  const sourceId = id ?? copyOf;
  const copyExtras = resource.cloning?.extras;
  const permittedExtras =
    copyOf !== undefined && copyExtras && can(copyExtras.permission) ? copyExtras : undefined;
  const [restored] = useState(() => interrupted.find({ userId, name }));
  const refresh = useRefresh(resource);
  const { getOne } = useDataProvider()();
  const { form, formProps, saveButtonProps, onFinish, query, mutation } = useForm<Row, Refusal, InputValues>({
    resource: resource.name,
    action: id !== undefined ? 'edit' : copyOf !== undefined ? 'clone' : 'create',
    id: sourceId,
    redirect: false,
    invalidates: ['list', 'many'],
    queryOptions: sourceId === undefined ? { enabled: false } : freshRecord(sourceId),
    onMutationError: (refusal) => void showRefusal(refusal),
  });
  const loaded = merged ?? query?.data?.data;
  const base = copyOf === undefined ? loaded : undefined;
  const isReady = sourceId === undefined || loaded !== undefined;
  const isWide = (resource.formSize ?? 0) >= TWO_COLUMNS_PX;
  const initialValues = copyOf !== undefined && loaded ? copiedValues(resource, loaded) : proposed;
  const initial = base ? inputsOf(resource, base) : initialInputs(resource, initialValues);

  const readInputs = (): InputValues => form.getFieldsValue(true) as InputValues;
  const differs = (inputs: InputValues, from: InputValues) =>
    JSON.stringify(bodyOf(resource, inputs)) !== JSON.stringify(bodyOf(resource, from));

  async function submit(confirmation: { confirmJumps?: true } = {}) {
    if (mutation.isPending) return;
    setGeneralErrors([]);
    const body = { ...bodyOf(resource, readInputs()), ...(permittedExtras && { copyOf }), ...confirmation };
    const version = base?.['version'];
    try {
      await onFinish(version === undefined ? body : { ...body, version });
    } catch {
      // The HTTP client and `showRefusal` show the reason.
      return;
    }
    await close();
  }

  async function close() {
    await refresh();
    setDirty(false);
    onClose();
  }

  /** Shows why the server refused the record. Refine's `useForm` marks the fields; other errors appear above them. */
  async function showRefusal({ error, errors = {}, data }: Refusal) {
    if (error === 'price.jump') setJumps(priceJumps.parse(data));
    if (error === 'record.changed' && id !== undefined) {
      const saved = await getOne<Row>({ resource: resource.name, id });
      setCurrent(saved.data);
    }
    const names = Object.keys(errors);
    setGeneralErrors(names.filter((name) => !resource.form.includes(name)).map((name) => errors[name] ?? ''));
    const first = names.find((name) => resource.form.includes(name));
    if (first !== undefined) form.scrollToField(first, { focus: true });
  }

  function restart(record: Row, inputs: InputValues) {
    setMerged(record);
    setCurrent(undefined);
    form.setFieldsValue(inputs);
    setDirty(differs(inputs, inputsOf(resource, record)));
  }

  const readChanged = useEffectEvent(() =>
    isReady && differs(readInputs(), initial) ? readInputs() : undefined,
  );
  useEffect(() => interrupted.follow({ userId, name }, () => readChanged()), [userId, name]);
  const restore = useEffectEvent(() => {
    if (!restored) return;
    form.setFieldsValue(restored);
    setDirty(true);
  });
  useEffect(() => {
    if (isReady) restore();
  }, [isReady]);

  const problem = sourceId === undefined ? undefined : loadError(query?.error, sourceId);

  useSaveKey(form.submit);

  return (
    <>
      <Form
        {...formProps}
        layout="vertical"
        className={styles.form}
        initialValues={initial}
        scrollToFirstError={{ focus: true }}
        onValuesChange={() => setDirty(differs(readInputs(), initial))}
        onFinish={() => void submit()}
      >
        {isReady ? (
          <>
            <div className={styles.formColumns}>
              <div className={styles.drawerContent} data-columns={isWide ? 2 : undefined}>
                {restored ? (
                  <Alert
                    className={styles.formNote}
                    type="info"
                    showIcon
                    title="已恢复登录失效前填写的内容，请核对后保存"
                  />
                ) : null}
                {permittedExtras ? (
                  <Alert className={styles.formNote} type="info" showIcon title={permittedExtras.note} />
                ) : null}
                {generalErrors.length > 0 ? (
                  <Alert className={styles.formNote} type="error" showIcon title={generalErrors.join('；')} />
                ) : null}
                {resource.form.map((name) => (
                  <FieldItem key={name} resource={resource} name={name} record={base} />
                ))}
              </div>
              <FormAside resource={resource} saved={permittedExtras ? loaded : base} />
            </div>
            <footer className={styles.formFooter}>
              <Button onClick={onClose}>取消</Button>
              <FormAction resource={resource} saved={base} onDone={close} />
              <SaveButton {...saveButtonProps} icon={null} loading={mutation.isPending} title="Ctrl S">
                保存
              </SaveButton>
            </footer>
          </>
        ) : (
          <FormSkeleton resource={resource} isWide={isWide} problem={problem} onClose={onClose} />
        )}
      </Form>
      {jumps ? (
        <JumpDialog
          {...jumps}
          onAnswer={(isConfirmed) => {
            setJumps(undefined);
            if (isConfirmed) void submit({ confirmJumps: true });
          }}
        />
      ) : null}
      {current && base ? (
        <RecordConflict
          resource={resource}
          base={base}
          inputs={readInputs()}
          current={current}
          onMerge={(inputs) => restart(current, inputs)}
          onDiscard={() => restart(current, inputsOf(resource, current))}
          onCancel={() => setCurrent(undefined)}
        />
      ) : null}
    </>
  );
}

/** Watches the inputs itself, so that a key press does not render the whole form. */
function FormAside({ resource, saved }: { resource: Resource; saved: Row | undefined }) {
  const { formAside: Content } = resource;
  const inputs = Form.useWatch([], Form.useFormInstance<InputValues>());
  if (!Content) return null;
  return (
    <aside className={styles.formAside}>
      <Suspense fallback={<Skeleton active paragraph={{ rows: 8 }} />}>
        <Content values={bodyOf(resource, inputs ?? {})} saved={saved} />
      </Suspense>
    </aside>
  );
}

interface FormActionSlotProps {
  resource: Resource;
  saved: Row | undefined;
  onDone: () => Promise<void>;
}

/** Watches the inputs itself, like `FormAside`. */
function FormAction({ resource, saved, onDone }: FormActionSlotProps) {
  const { formAction: Content, name } = resource;
  const form = Form.useFormInstance<InputValues>();
  const inputs = Form.useWatch([], form);
  const invalidate = useInvalidate();
  if (!Content) return null;
  const check = () =>
    form.validateFields().then(
      () => true,
      () => false,
    );
  return (
    <Suspense fallback={null}>
      <Content
        values={bodyOf(resource, inputs ?? {})}
        saved={saved}
        check={check}
        onDone={async () => {
          await invalidate({ resource: name, invalidates: ['list', 'many'] });
          await onDone();
        }}
      />
    </Suspense>
  );
}
