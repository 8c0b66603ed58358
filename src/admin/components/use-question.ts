import { useState } from 'react';

/** The state of a confirmation dialog: `ask` opens it and resolves to the answer. */
export function useQuestion<Question extends object>() {
  const [question, setQuestion] = useState<Question & { onAnswer: (isConfirmed: boolean) => void }>();
  const ask = (next: Question) =>
    new Promise<boolean>((resolve) => {
      setQuestion({
        ...next,
        onAnswer: (isConfirmed) => {
          setQuestion(undefined);
          resolve(isConfirmed);
        },
      });
    });
  return { question, ask };
}
