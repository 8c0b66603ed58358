import { Modal } from 'antd';
import { useEffect, useRef, type ReactNode } from 'react';
import { useBlocker } from 'react-router';

/**
 * Asks before unsaved changes are lost: on leaving the page's address, and on closing or reloading the tab. Returns a
 * setter for whether there are changes, and the dialog to render.
 */
export function useUnsavedGuard(): { setDirty: (isDirty: boolean) => void; question: ReactNode } {
  const isDirty = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty.current && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    function onBeforeUnload(event: BeforeUnloadEvent) {
      if (isDirty.current) event.preventDefault();
    }
    window.addEventListener('beforeunload', onBeforeUnload);
    return () => window.removeEventListener('beforeunload', onBeforeUnload);
  }, []);

  return {
    setDirty: (next) => {
      isDirty.current = next;
    },
    question: (
      <Modal
        open={blocker.state === 'blocked'}
        title="有尚未保存的修改"
        closable={false}
        okText="放弃修改"
        okButtonProps={{ danger: true }}
        cancelText="继续修改"
        onOk={() => blocker.proceed?.()}
        onCancel={() => blocker.reset?.()}
      >
        离开后，这些修改将会丢失。
      </Modal>
    ),
  };
}
