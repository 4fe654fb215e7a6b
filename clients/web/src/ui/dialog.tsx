/** A modal dialog. */

import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";

import { useAim } from "./aim.js";

/** `view`: what a pointer aims at beside the title. */
export function Dialog(props: { title: string; view?: string; onClose: () => void; children: ComponentChildren }) {
  const { title, view = "", onClose, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const aim = useAim(title + view);
  useEffect(() => {
    const before = document.activeElement;
    const shown = dialog.current;
    shown?.showModal();
    return () => {
      // Nothing outside an open dialog can take the focus.
      shown?.close();
      if (before instanceof HTMLElement || before instanceof SVGElement) before.focus();
    };
  }, []);
  const backdrop = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose();
  };
  const cancel = (event: Event) => {
    event.preventDefault();
    onClose();
  };
  // Browsers send the close event in the frame after a dialog has closed. Another dialog can be open then.
  const closed = () => {
    if (dialog.current) onClose();
  };
  return (
    <dialog ref={dialog} aria-labelledby={heading} onCancel={cancel} onClose={closed} onClick={backdrop} {...aim}>
      <div class="dialog">
        <header>
          <h2 id={heading}>{title}</h2>
          <button type="button" class="quiet" aria-label="Close" onClick={onClose}>
            ✕
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}

/** A question before an action that cannot be undone. */
export function Confirm(props: {
  title: string;
  text: string;
  action: string;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const { title, text, action, onConfirm, onClose } = props;
  const confirm = () => {
    onClose();
    onConfirm();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <div class="actions">
        <button type="button" class="danger" onClick={confirm}>
          {action}
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}
