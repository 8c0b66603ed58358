import type { OpenGate } from '#domain/gates/gates-of.ts';
import { liftText } from '#domain/gates/lifts.ts';
import { Button } from '#storefront/ui/button.tsx';
import { focusField } from '../draft/field-focus.ts';
import type { Dispatch } from '../draft/quote-actions.ts';
import styles from './part-gates.module.css';

interface PartGatesProps {
  gates: readonly OpenGate[];
  /** The part that a gate of the whole quotation would have changed. */
  keyOf: (lineNo: number) => string | undefined;
  dispatch: Dispatch;
}

/** What holds a part, or the quotation, for a manual review, and what would lift it. */
export function PartGates({ gates, keyOf, dispatch }: PartGatesProps) {
  return (
    <ul className={styles.gates} aria-label="需要人工报价">
      {gates.map((gate) => (
        <li key={`${gate.kind} ${gate.ruleId ?? 0}`}>
          <p>{gate.sentence}</p>
          {(gate.fact !== '' || gate.lift) && (
            <p className={styles.lift}>
              <span>{liftSentence(gate)}</span>
              <LiftButton gate={gate} keyOf={keyOf} dispatch={dispatch} />
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** 长 2000 mm 超过 1000 mm，分成 2 段即可自动报价. */
function liftSentence({ fact, lift, lineNo }: OpenGate): string {
  if (!lift) return fact;
  const which = lineNo === null ? `零件 ${lift.lineNo} 的` : '';
  return [fact, `${which}${liftText(lift)}`].filter(Boolean).join('，');
}

/** Applies a lift where that is one change. */
function LiftButton({ gate: { lift }, keyOf, dispatch }: Omit<PartGatesProps, 'gates'> & { gate: OpenGate }) {
  const key = lift ? keyOf(lift.lineNo) : undefined;
  if (!lift || key === undefined || lift.kind === 'split') return null;
  if (lift.kind === 'drawing')
    return (
      <Button size="small" variant="ghost" onClick={() => focusField(key, 'fileIds')}>
        去添加图纸
      </Button>
    );
  const apply = () => dispatch({ type: 'typed', key, field: 'num', text: String(lift.num) });
  return (
    <Button size="small" onClick={apply}>
      改为 {lift.num} 件
    </Button>
  );
}
