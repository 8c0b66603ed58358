import { useState } from 'react';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { messageOf, type Failure } from '#providers/http/result.ts';
import { useCommand } from '../../../calls/use-command.ts';

const reloadedText = ({ msg }: Failure): string => `${msg}。已载入最新的订单，请核对后再操作。`;

/**
 * The state of a dialog that sends one command, and the text of its note. The dialog shows refusals; after a conflict with
 * another user it closes, and `onDone` receives the message.
 */
export function useDialogCall(
  onDone: (conflict?: string) => Promise<void>,
  conflictText: (failure: Failure) => string = reloadedText,
) {
  const command = useCommand();
  const [note, setNote] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  async function send<E extends Endpoint>(...call: Parameters<typeof command<E>>): Promise<void> {
    setIsBusy(true);
    try {
      const result = await command(...call);
      if (result.ok) return await onDone();
      if (result.errors) return setError(Object.values(result.errors).join('；'));
      if (result.code === 409) return await onDone(conflictText(result));
      setError(result.msg);
    } catch (error) {
      setError(messageOf(error));
    } finally {
      setIsBusy(false);
    }
  }

  return { note, setNote, error, setError, isBusy, send };
}

export type DialogCall = ReturnType<typeof useDialogCall>;
