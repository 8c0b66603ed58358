import { Select } from 'antd';
import { MACHININGS, machiningLabels } from '#domain/charges/charge-rule.ts';
import type { PartMeasures } from '#domain/charges/part-measures.ts';
import { FigureFields, LabelledField } from '../../components/prices/part-fields.tsx';
import { rangeProblem } from '../../components/prices/range-problem.ts';
import styles from '../../components/prices/trial.module.css';

/** The assumed measures of a part, in the units of the charges. */
export interface TrialModel {
  /** `none`: a part without a model. */
  kind: 'none' | 'milled' | 'turned';
  figures: Readonly<Record<Figure, number>>;
}

const amountRange = { min: 0, max: 1_000_000 };
const figures = [
  ['setups', '装夹次数', { min: 1, max: 100, isInteger: true }],
  ['holes', '孔数', { min: 0, max: 10_000, isInteger: true }],
  ['diameterMm', '孔径 mm', amountRange],
  ['depthMm', '孔深 mm', amountRange],
  ['removedCm3', '去除 cm³', amountRange],
  ['areaDm2', '表面积 dm²', amountRange],
  ['setupMinutes', '装夹机时 分钟', amountRange],
  ['minutes', '加工机时 分钟/件', amountRange],
] as const;
type Figure = (typeof figures)[number][0];

/** Roughly a block of the initial trial size with a pocket and four holes. */
export const initialModel: TrialModel = {
  kind: 'milled',
  figures: {
    setups: 2,
    holes: 4,
    diameterMm: 8,
    depthMm: 20,
    removedCm3: 60,
    areaDm2: 3,
    setupMinutes: 30,
    minutes: 15,
  },
};

/** The measures; undefined for a part without a model, an error message for invalid input. */
export function measuresOf({ kind, figures: values }: TrialModel): PartMeasures | string | undefined {
  if (kind === 'none') return undefined;
  for (const [key, label, range] of figures) {
    const problem = rangeProblem(label, values[key], range);
    if (problem !== undefined) return problem;
  }
  const { holes: count, diameterMm, depthMm } = values;
  return {
    isChecked: true,
    isTurned: kind === 'turned',
    setups: values.setups,
    holes: count === 0 ? [] : [{ diameterMm, depthMm, count }],
    removedMm3: Math.round(values.removedCm3 * 1e3),
    areaMm2: Math.round(values.areaDm2 * 1e4),
    time: {
      setup: Math.round(values.setupMinutes * 60),
      roughing: Math.round(values.minutes * 60),
      finishing: 0,
      holes: 0,
      tools: 0,
    },
  };
}

interface Props {
  model: TrialModel;
  onChange: (model: TrialModel) => void;
}

export function ModelFields({ model, onChange }: Props) {
  return (
    <>
      <LabelledField label="三维模型">
        {(id) => (
          <Select
            id={id}
            className={styles.wide}
            value={model.kind}
            options={kinds}
            onChange={(kind) => onChange({ ...model, kind })}
          />
        )}
      </LabelledField>
      {model.kind === 'none' ? null : (
        <FigureFields
          fields={figures}
          values={model.figures}
          onChange={(changed) => onChange({ ...model, figures: changed })}
        />
      )}
    </>
  );
}

const kinds = [
  ...MACHININGS.filter((machining) => machining !== 'any').map((value) => ({
    value,
    label: `有，${machiningLabels[value]}`,
  })),
  { value: 'none' as const, label: '没有' },
];
