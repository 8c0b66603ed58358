import { useEffect, useRef, useState } from 'react';
import { NavigationType, useBlocker } from 'react-router';
import { hasUnsavedInput, findTopDismiss } from '../components/layers.ts';
import { DiscardDialog } from '../components/discard-dialog.tsx';

/**
 * Makes the browser's back button close only the topmost dialog, and asks for confirmation before the user leaves a
 * page with unsaved input, or closes or reloads its tab. Rendered once, because a router supports only one blocker.
 */
export function LeaveGuard() {
  const dismissTop = useRef<() => void>(undefined);
  const [isAsking, setIsAsking] = useState(false);
  const blocker = useBlocker(({ historyAction, currentLocation, nextLocation }) => {
    dismissTop.current = historyAction === NavigationType.Pop ? findTopDismiss() : undefined;
    const isLeaving = currentLocation.pathname !== nextLocation.pathname;
    return dismissTop.current !== undefined || (isLeaving && hasUnsavedInput());
  });

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (!dismissTop.current) return setIsAsking(true);
    blocker.reset();
    dismissTop.current();
  }, [blocker]);

  useEffect(() => {
    function onBeforeUnload(event: BeforeUnloadEvent) {
      if (hasUnsavedInput()) event.preventDefault();
    }
    window.addEventListener('beforeunload', onBeforeUnload);
    return () => window.removeEventListener('beforeunload', onBeforeUnload);
  }, []);

  function answer(isLeaving: boolean) {
    setIsAsking(false);
    if (isLeaving) blocker.proceed?.();
    else blocker.reset?.();
  }

  if (!isAsking) return null;
  return (
    <DiscardDialog
      title="有尚未保存的修改"
      text="离开后，这些修改将会丢失。"
      discardText="放弃修改"
      keepText="继续修改"
      onAnswer={answer}
    />
  );
}
