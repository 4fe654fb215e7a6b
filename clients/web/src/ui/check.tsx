/** A checkbox with its label. */

export function Check(props: { label: string; value: boolean; onChange: (value: boolean) => void }) {
  const { label, value, onChange } = props;
  return (
    <label class="switch">
      <input type="checkbox" checked={value} onChange={(event) => onChange(event.currentTarget.checked)} />
      {label}
    </label>
  );
}
