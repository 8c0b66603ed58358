import { useState } from 'react';

/** The question of a dialog with its answer callback. Undefined until `ask` is called, which resolves with the answer. */
export function useQuestion<Question extends object>() {
  const [asked, setAsked] = useState<Question & { answer: (isConfirmed: boolean) => void }>();
  const ask = (question: Question) =>
    new Promise<boolean>((resolve) => {
      setAsked({
        ...question,
        answer: (isConfirmed) => {
          setAsked(undefined);
          resolve(isConfirmed);
        },
      });
    });
  return { asked, ask };
}
