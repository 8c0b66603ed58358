import { useState } from 'react';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { messageOf, type Failure } from '#providers/http/result.ts';
import { useCommand } from '../../../calls/use-command.ts';

/** A changed order is on the page already: the message says what to do. */
const reloaded = ({ msg }: Failure): string => `${msg}。已载入最新的订单，请核对后再操作。`;

/**
 * The one write of a dialog, and the note that goes with it. Faults of its fields, and other refusals, stay in the dialog; when
 * another user was faster, `onDone` gets the message.
 */
export function useDialogCall(
  onDone: (conflict?: string) => Promise<void>,
  conflictText: (failure: Failure) => string = reloaded,
) {
  const command = useCommand();
  const [note, setNote] = useState('');
  const [fault, setFault] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  async function send<E extends Endpoint>(...call: Parameters<typeof command<E>>): Promise<void> {
    setIsBusy(true);
    try {
      const result = await command(...call);
      if (result.ok) return await onDone();
      if (result.errors) return setFault(Object.values(result.errors).join('；'));
      if (result.code === 409) return await onDone(conflictText(result));
      setFault(result.msg);
    } catch (error) {
      setFault(messageOf(error));
    } finally {
      setIsBusy(false);
    }
  }

  return { note, setNote, fault, setFault, isBusy, send };
}

export type DialogCall = ReturnType<typeof useDialogCall>;
