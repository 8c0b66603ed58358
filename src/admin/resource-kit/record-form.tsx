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
import { freshRecord, problemOf } from './record-query.ts';
import { FormWaiting } from './form-waiting.tsx';
import { useRefresh } from './use-refresh.ts';
import { useUnsavedGuard } from '../components/use-unsaved-guard.ts';

interface Props {
  resource: Resource;
  /** The initial values of a new record. */
  proposed?: Row;
  /** The record to edit; undefined for a new one. */
  id?: number;
  /** The record whose values a new one starts with. */
  copyOf?: number;
  onClose: () => void;
}

/** The rejection of a refused write. */
type Refusal = HttpError & { error?: string; errors?: FieldErrors; data?: unknown };

/** The width in pixels from which a drawer shows two columns of inputs. */
const TWO_COLUMNS = 800;

/** The changes in a form that was open when the session ended. */
const interrupted = createInterruptedInput<InputValues>();

/**
 * The form of a record. Ctrl S saves, leaving with unsaved changes asks first, and the server's refusals appear beside
 * their fields.
 */
export function RecordForm({ resource, proposed, id, copyOf, onClose }: Props) {
  const { setDirty } = useUnsavedGuard();
  const [general, setGeneral] = useState<readonly string[]>([]);
  const [merged, setMerged] = useState<Row>();
  const [current, setCurrent] = useState<Row>();
  const [jumps, setJumps] = useState<PriceJumps>();
  const { userId } = useAdminSession().user;
  const name = `${resource.name}/${id ?? `new/${copyOf ?? ''}`}`;
  const source = id ?? copyOf;
  const carried = resource.cloning?.brings;
  const brings = copyOf !== undefined && carried && can(carried.permission) ? carried : undefined;
  const [resumed] = useState(() => interrupted.find({ userId, name }));
  const refresh = useRefresh(resource);
  const { getOne } = useDataProvider()();
  const { form, formProps, saveButtonProps, onFinish, query, mutation } = useForm<Row, Refusal, InputValues>({
    resource: resource.name,
    action: id !== undefined ? 'edit' : copyOf !== undefined ? 'clone' : 'create',
    id: source,
    redirect: false,
    invalidates: ['list', 'many'],
    queryOptions: source === undefined ? { enabled: false } : freshRecord(source),
    onMutationError: (refusal) => void explain(refusal),
  });
  const loaded = merged ?? query?.data?.data;
  const base = copyOf === undefined ? loaded : undefined;
  const isReady = source === undefined || loaded !== undefined;
  const isWide = (resource.formSize ?? 0) >= TWO_COLUMNS;
  const start = copyOf !== undefined && loaded ? copiedValues(resource, loaded) : proposed;
  const initial = base ? inputsOf(resource, base) : initialInputs(resource, start);

  const read = (): InputValues => form.getFieldsValue(true) as InputValues;
  const differs = (inputs: InputValues, from: InputValues) =>
    JSON.stringify(bodyOf(resource, inputs)) !== JSON.stringify(bodyOf(resource, from));

  async function submit(flag: { confirmJumps?: true } = {}) {
    if (mutation.isPending) return;
    setGeneral([]);
    const body = { ...bodyOf(resource, read()), ...(brings && { copyOf }), ...flag };
    const version = base?.['version'];
    try {
      await onFinish(version === undefined ? body : { ...body, version });
    } catch {
      // The client and `explain` have shown the reason.
      return;
    }
    await leave();
  }

  async function leave() {
    await refresh();
    setDirty(false);
    onClose();
  }

  /** Refine's `useForm` marks the fields; refusals without a field are shown above them. */
  async function explain({ error, errors = {}, data }: Refusal) {
    if (error === 'price.jump') setJumps(priceJumps.parse(data));
    if (error === 'record.changed' && id !== undefined) {
      const saved = await getOne<Row>({ resource: resource.name, id });
      setCurrent(saved.data);
    }
    const names = Object.keys(errors);
    setGeneral(names.filter((name) => !resource.form.includes(name)).map((name) => errors[name] ?? ''));
    const first = names.find((name) => resource.form.includes(name));
    if (first !== undefined) form.scrollToField(first, { focus: true });
  }

  function restart(record: Row, inputs: InputValues) {
    setMerged(record);
    setCurrent(undefined);
    form.setFieldsValue(inputs);
    setDirty(differs(inputs, inputsOf(resource, record)));
  }

  const readChanged = useEffectEvent(() => (isReady && differs(read(), initial) ? read() : undefined));
  useEffect(() => interrupted.follow({ userId, name }, () => readChanged()), [userId, name]);
  const resume = useEffectEvent(() => {
    if (!resumed) return;
    form.setFieldsValue(resumed);
    setDirty(true);
  });
  useEffect(() => {
    if (isReady) resume();
  }, [isReady]);

  const problem = source === undefined ? undefined : problemOf(query?.error, source);

  useSaveKey(form.submit);

  return (
    <>
      <Form
        {...formProps}
        layout="vertical"
        className={styles.form}
        initialValues={initial}
        scrollToFirstError={{ focus: true }}
        onValuesChange={() => setDirty(differs(read(), initial))}
        onFinish={() => void submit()}
      >
        {isReady ? (
          <>
            <div className={styles.formColumns}>
              <div className={styles.drawerContent} data-columns={isWide ? 2 : undefined}>
                {resumed ? (
                  <Alert
                    className={styles.formNote}
                    type="info"
                    showIcon
                    title="已恢复登录失效前填写的内容，请核对后保存"
                  />
                ) : null}
                {brings ? (
                  <Alert className={styles.formNote} type="info" showIcon title={brings.note} />
                ) : null}
                {general.length > 0 ? (
                  <Alert className={styles.formNote} type="error" showIcon title={general.join('；')} />
                ) : null}
                {resource.form.map((name) => (
                  <FieldItem key={name} resource={resource} name={name} record={base} />
                ))}
              </div>
              <FormAside resource={resource} saved={brings ? loaded : base} />
            </div>
            <footer className={styles.formFooter}>
              <Button onClick={onClose}>取消</Button>
              <FormAction resource={resource} saved={base} onDone={leave} />
              <SaveButton {...saveButtonProps} icon={null} loading={mutation.isPending} title="Ctrl S">
                保存
              </SaveButton>
            </footer>
          </>
        ) : (
          <FormWaiting resource={resource} isWide={isWide} problem={problem} onClose={onClose} />
        )}
      </Form>
      {jumps ? (
        <JumpDialog
          {...jumps}
          answer={(isConfirmed) => {
            setJumps(undefined);
            if (isConfirmed) void submit({ confirmJumps: true });
          }}
        />
      ) : null}
      {current && base ? (
        <RecordConflict
          resource={resource}
          base={base}
          inputs={read()}
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

interface FormActionSlot {
  resource: Resource;
  saved: Row | undefined;
  onDone: () => Promise<void>;
}

/** Watches the inputs itself, like `FormAside`. */
function FormAction({ resource, saved, onDone }: FormActionSlot) {
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
