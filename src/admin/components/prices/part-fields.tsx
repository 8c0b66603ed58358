import { Select } from 'antd';
import { useId, type ReactNode } from 'react';
import type { ProcessSelections } from '#domain/pricing/types.ts';
import { processesFor, processKey } from '#domain/process-tree/process-tree.ts';
import type { ProcessNode } from '#domain/process-tree/types.ts';
import { NumberInput } from '../number-input.tsx';
import { rangeProblem, type Range } from './range-problem.ts';
import type { SizeAndQuantity } from './trial-part.ts';
import styles from './trial.module.css';

interface SizeFieldsProps {
  size: SizeAndQuantity;
  onChange: (size: SizeAndQuantity) => void;
}

const edgeRange = { min: 0.01, max: 10_000 };
const sizes = [
  ['length', '长 mm', edgeRange],
  ['width', '宽 mm', edgeRange],
  ['height', '高 mm', edgeRange],
  ['num', '数量', { min: 1, max: 1_000_000, isInteger: true }],
] as const;

export const SizeFields = ({ size, onChange }: SizeFieldsProps) => (
  <FigureFields fields={sizes} values={size} onChange={onChange} />
);

interface FigureFieldsProps<K extends string, T extends Readonly<Record<K, number>>> {
  fields: readonly (readonly [key: K, label: string, range: Range])[];
  values: T;
  onChange: (values: T) => void;
}

/** Number fields with ranges. The value of empty or invalid text is NaN. */
export function FigureFields<K extends string, T extends Readonly<Record<K, number>>>({
  fields,
  values,
  onChange,
}: FigureFieldsProps<K, T>) {
  return fields.map(([key, label, range]) => {
    const problem = rangeProblem(label, values[key], range);
    return (
      <LabelledField key={key} label={label}>
        {(id) => (
          <>
            <NumberInput
              id={id}
              className={styles.wide}
              value={values[key]}
              aria-invalid={problem !== undefined}
              aria-describedby={`${id} problem`}
              status={problem === undefined ? undefined : 'error'}
              onChange={(value) => onChange({ ...values, [key]: value ?? Number.NaN })}
            />
            {problem === undefined ? null : (
              <small id={`${id} problem`} className={styles.problem} role="alert">
                {problem}
              </small>
            )}
          </>
        )}
      </LabelledField>
    );
  });
}

interface ProcessSelectsProps {
  tree: readonly ProcessNode[];
  materialId: number;
  selections: ProcessSelections;
  onChange: (selections: ProcessSelections) => void;
}

export function ProcessSelects({ tree, materialId, selections, onChange }: ProcessSelectsProps) {
  return processesFor(tree, materialId, selections).map(({ process, options, selected }) => (
    <LabelledField key={process.id} label={process.name}>
      {(id) => (
        <Select
          id={id}
          className={styles.wide}
          value={selected}
          options={options.map((option) => ({ value: option.id, label: option.name }))}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={`请选择${process.name}`}
          onChange={(optionId) => onChange({ ...selections, [processKey(process.id)]: optionId })}
        />
      )}
    </LabelledField>
  ));
}

export function LabelledField({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id} title={label}>
        {label}
      </label>
      {children(id)}
    </div>
  );
}
