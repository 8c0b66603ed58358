import { act, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { useCloseOnBack } from './use-close-on-back.ts';

function Page({ name }: { name: string }) {
  const [isOpen, setOpen] = useState(true);
  useCloseOnBack(isOpen, () => setOpen(false));
  return <p>{`${name} ${isOpen ? 'open' : 'closed'}`}</p>;
}

const back = () =>
  act(
    () =>
      new Promise<void>((resolve) => {
        addEventListener('popstate', () => resolve(), { once: true });
        history.back();
      }),
  );

test('back closes a dialog and removes its history entry', async () => {
  render(<Page name="first" />);
  expect(history.state).toEqual({ dialog: true });
  await back();
  expect(screen.getByText('first closed')).toBeDefined();
  expect(history.state).toBeNull();
});

test('a dialog that opens while another’s history entry is being removed stays open, and back closes it', async () => {
  const { unmount } = render(<Page name="first" />);
  const left = new Promise<void>((resolve) => addEventListener('popstate', () => resolve(), { once: true }));
  unmount();
  // The hook goes back after a pause, and the browser follows after another.
  await new Promise((resolve) => setTimeout(resolve));
  render(<Page name="second" />);
  await act(() => left);
  await waitFor(() => expect(history.state).toEqual({ dialog: true }));
  expect(screen.getByText('second open')).toBeDefined();
  await back();
  expect(screen.getByText('second closed')).toBeDefined();
});
