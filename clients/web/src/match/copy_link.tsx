/** A link with a button that copies it. */

import { useId, useState } from "preact/hooks";

export function CopyLink({ label, link }: { label: string; link: string }) {
  const id = useId();
  const [copied, setCopied] = useState(false);
  const copy = () => {
    // Absent in an insecure context. The field selects its text on focus.
    const clipboard = navigator.clipboard as Clipboard | undefined;
    clipboard?.writeText(link).then(
      () => setCopied(true),
      () => undefined,
    );
  };
  return (
    <div class="copy">
      <label for={id}>{label}</label>
      <input id={id} type="text" readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
      <button type="button" onClick={copy}>
        {copied ? "Copied" : "Copy"}
      </button>
    </div>
  );
}
