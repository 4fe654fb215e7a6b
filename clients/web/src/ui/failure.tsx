/** Why the last call of a form failed; empty: it did not fail. */
export function Failure({ text }: { text: string }) {
  if (text === "") return null;
  return (
    <p class="problem" role="alert">
      {text}
    </p>
  );
}
