/** A link with a button that copies it. */

import { useId, useRef, useState } from "preact/hooks";

export function CopyLink({ label, link }: { label: string; link: string }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState(false);
  const copy = () => {
    // The field selects its text on focus, for the keyboard.
    const select = () => field.current?.focus();
    // Absent in an insecure context.
    const clipboard = navigator.clipboard as Clipboard | undefined;
    if (clipboard) clipboard.writeText(link).then(() => setCopied(true), select);
    else select();
  };
  return (
    <div class="copy">
      <label for={id}>{label}</label>
      <input ref={field} id={id} type="text" readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
      <button type="button" onClick={copy}>
        {copied ? "Copied" : "Copy"}
      </button>
    </div>
  );
}
