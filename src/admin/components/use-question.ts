import { useState } from 'react';

/** The state of a confirmation dialog: `ask` opens it and resolves to the answer. */
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
