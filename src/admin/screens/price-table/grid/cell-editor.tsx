import { useEffect, useRef, useState } from 'react';
import type { CellResult } from './cell-text.ts';
import styles from './price-grid.module.css';

interface Props {
  label: string;
  /** The text of the cell, or the key that started the edit. */
  initial: string;
  left: number;
  top: number;
  width: number;
  height: number;
  read: (text: string) => CellResult;
  /** `key` and `isReversed` (Shift is held) decide which cell becomes active next. */
  onCommit: (text: string, key: 'Enter' | 'Tab' | undefined, isReversed: boolean) => void;
  onCancel: () => void;
}

/** The input over the active cell. Enter and Tab commit, Esc cancels; invalid text keeps the input open. */
export function CellEditor({ label, initial, left, top, width, height, read, onCommit, onCancel }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  const [text, setText] = useState(initial);
  const [problem, setProblem] = useState<string>();

  useEffect(() => input.current?.focus({ preventScroll: true }), []);

  function commit(key: 'Enter' | 'Tab' | undefined, isReversed = false) {
    const result = read(text);
    if ('problem' in result) return setProblem(result.problem);
    isDone.current = true;
    onCommit(text, key, isReversed);
  }

  return (
    <div className={styles.editor} style={{ left, top, minWidth: width, height }}>
      <input
        ref={input}
        aria-label={label}
        aria-invalid={problem !== undefined}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setProblem(undefined);
        }}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.nativeEvent.isComposing) return;
          const { key, shiftKey } = event;
          if (key === 'Escape') {
            isDone.current = true;
            onCancel();
          } else if (key === 'Enter' || key === 'Tab') commit(key, shiftKey);
          else return;
          event.preventDefault();
        }}
        // A click elsewhere commits valid text and drops invalid text.
        onBlur={() => {
          if (isDone.current) return;
          isDone.current = true;
          if ('problem' in read(text)) onCancel();
          else onCommit(text, undefined, false);
        }}
      />
      {problem === undefined ? null : (
        <span role="alert" className={styles.editorProblem}>
          {problem}
        </span>
      )}
    </div>
  );
}
