import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { waitForOutcome, type MeasuringResult } from './measure-in-child.ts';

const answer: MeasuringResult = { unit: undefined, notes: [], bodies: [] };
const never = new AbortController().signal;

function childThat(does: (child: EventEmitter & { connected: boolean }) => void) {
  const child = Object.assign(new EventEmitter(), { connected: true });
  setImmediate(() => does(child));
  return child;
}
const disconnect = (child: EventEmitter & { connected: boolean }) => {
  child.connected = false;
  child.emit('disconnect');
};

test('a message that arrives after the exit of the child is not lost', async () => {
  const child = childThat((it) => {
    it.emit('exit', 0, null);
    it.emit('message', answer);
    disconnect(it);
  });
  expect(await waitForOutcome(child, never)).toStrictEqual({ answer });
});

test('a child that exits without a message has crashed, whether its channel closes before or after', async () => {
  const after = childThat((it) => {
    it.emit('exit', null, 'SIGKILL');
    disconnect(it);
  });
  expect(await waitForOutcome(after, never)).toStrictEqual({ exit: 'SIGKILL' });
  const before = childThat((it) => {
    disconnect(it);
    it.emit('exit', 1, null);
  });
  expect(await waitForOutcome(before, never)).toStrictEqual({ exit: '1' });
});

test('waiting on a channel that stays open ends with the signal', async () => {
  const ending = new AbortController();
  const child = childThat((it) => {
    it.emit('exit', 0, null);
    ending.abort(new Error('too late'));
  });
  await expect(waitForOutcome(child, ending.signal)).rejects.toThrow('too late');
});
